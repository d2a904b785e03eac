// The server under test.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** May write, but not void. */
export const ARGUMENTS = ['--allow', 'invoices:write'];

/** Serves the ledger over HTTP while `work(url)` runs. */
export async function overHttp(ledger, work) {
  const address = `127.0.0.1:${await freePort()}`;
  const server = spawn(ledger, [...ARGUMENTS, '--http', address], { stdio: 'inherit' });
  const exit = once(server, 'exit');
  try {
    const url = new URL(`http://${address}/mcp`);
    await answers(url, server);
    await work(url);
  } finally {
    server.kill();
    await exit;
  }
}

async function answers(url, server) {
  for (const end = Date.now() + 20_000; Date.now() < end; await pause(50)) {
    if (server.exitCode !== null) throw new Error(`the ledger ended with ${server.exitCode}`);
    try {
      await (await fetch(url)).body?.cancel();
      return;
    } catch {
      // It does not listen yet.
    }
  }
  throw new Error(`the ledger does not answer at ${url}`);
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return port;
}
