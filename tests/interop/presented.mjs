// The official TypeScript client against a catalog whose favourites stand first.
//
//     presented.mjs SERVER DOMAIN COMMAND...
//
// SERVER is what clients put before a name, DOMAIN what stands between `all` and the tool: the name of
// an upstream behind a gateway, `-` where each tool has a domain of its own.

import assert from 'node:assert/strict';

import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

// `auto` asks with server/discover, as a client does that knows nothing of the server.
const MODES = { '2025-11-25': 'legacy', '2026-07-28': 'auto' };

const FAVOURITES = 15;
const TOOLS = 145;
const TICKETS = 820;

// Where the tools belong that are called here.
const DOMAINS = { list_tickets: 'tickets', get_document: 'documents', get_ticket: 'tickets' };

class Session {
  constructor(client, server, domain) {
    Object.assign(this, { client, server, domain });
  }

  names(tool) {
    const domain = this.domain === '-' ? DOMAINS[tool] : this.domain;
    return [`favourite__${tool}`, `all__${domain}__${tool}`];
  }

  async answer(name, args) {
    const result = await this.client.callTool({ name, arguments: args });
    assert.ok(!result.isError, JSON.stringify(result.content));
    assert.deepEqual(JSON.parse(result.content[1].text), result.structuredContent);
    return result.structuredContent;
  }

  /** The answer and the rest of it, asked for as each part says. */
  async parts(name, args, key) {
    const parts = [await this.answer(name, args)];
    for (let next; key in ((next = parts.at(-1).nextAction)?.args ?? {}); ) {
      assert.ok(this.listed.includes(next.tool), next.tool);
      parts.push(await this.answer(next.tool, next.args));
    }
    return parts;
  }
}

const CHECKS = {
  async 'favourites come first, the whole catalog behind them, and every name fits'(session) {
    const { tools } = await session.client.listTools();
    session.listed = tools.map(tool => tool.name);
    const favourites = session.listed.filter(name => name.startsWith('favourite__'));
    assert.equal(favourites.length, FAVOURITES);
    assert.deepEqual(session.listed.slice(0, FAVOURITES), favourites);
    const everything = session.listed.filter(name => name.startsWith('all__'));
    // Behind a gateway the boot tool is one of them.
    assert.ok(TOOLS <= everything.length && everything.length <= TOOLS + 1, everything.length);
    for (const tool of tools) {
      assert.match(`mcp__${session.server}__${tool.name}`, /^[a-zA-Z0-9_-]{1,64}$/);
      const always = tool._meta?.['anthropic/alwaysLoad'] ?? false;
      assert.equal(always, favourites.includes(tool.name));
    }
  },

  async 'the instructions say which to prefer'({ client }) {
    const instructions = client.getInstructions();
    assert.match(instructions, /PREFER favourite__<tool>/);
    assert.match(instructions, /Use all__.*__<tool>.* only if nothing in favourites fits\./);
  },

  async 'a call by either name has the same answer'(session) {
    const [favourite, all] = session.names('get_ticket');
    const answer = await session.answer(favourite, { ticket_id: 'tic_140' });
    assert.equal(answer.id, 'tic_140');
    assert.deepEqual(await session.answer(all, { ticket_id: 'tic_140' }), answer);
  },

  async 'a list comes in parts by either name'(session) {
    for (const name of session.names('list_tickets')) {
      const parts = await session.parts(name, { limit: 1000 }, '_item');
      assert.ok(parts.length > 1, '820 tickets are more than one answer holds');
      const ids = parts.flatMap(part => part.items.map(ticket => ticket.id));
      assert.equal(ids.length, TICKETS);
      assert.equal(new Set(ids).size, TICKETS);
    }
  },

  async 'a document comes in sections by either name'(session) {
    const [favourite, all] = session.names('get_document');
    const manual = { document_id: 'doc_101' };
    const parts = await session.parts(favourite, manual, '_section');
    assert.ok(parts.length > 1, 'the manual is more than one answer holds');
    assert.deepEqual(await session.parts(all, manual, '_section'), parts);
  },

  async 'a failure names what is listed'(session) {
    for (const name of session.names('get_ticket')) {
      const args = { ticket_id: 'tic_9999' };
      const result = await session.client.callTool({ name, arguments: args });
      assert.equal(result.isError, true);
      const { nextAction } = JSON.parse(result.content[1].text);
      assert.ok(session.listed.includes(nextAction.tool), nextAction.tool);
    }
  },
};

const [server, domain, command, ...args] = process.argv.slice(2);
if (!command) {
  console.error(`usage: ${process.argv[1]} SERVER DOMAIN COMMAND...`);
  process.exit(2);
}
let passed = 0;
let failed = 0;
for (const [era, mode] of Object.entries(MODES)) {
  const client = new Client(
    { name: 'interop', version: '1' },
    { versionNegotiation: { mode } },
  );
  await client.connect(new StdioClientTransport({ command, args }));
  assert.equal(client.getNegotiatedProtocolVersion(), era);
  const session = new Session(client, server, domain);
  for (const [what, check] of Object.entries(CHECKS)) {
    try {
      await check(session);
      passed += 1;
      console.log(`ok typescript, ${era}, ${server}: ${what}`);
    } catch (error) {
      failed += 1;
      console.log(`FAILED typescript, ${era}, ${server}: ${what}\n${error.stack}`);
    }
  }
  await client.close();
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
