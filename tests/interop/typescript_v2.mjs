// The official TypeScript client of the second line, which knows both eras.

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv';

import { main } from './checks.mjs';

// `auto` asks with server/discover, as a client does that knows nothing of the server.
const MODES = { '2025-11-25': 'legacy', '2026-07-28': 'auto' };

await main({
  name: 'typescript v2',
  eras: Object.keys(MODES),
  validator: () => new AjvJsonSchemaValidator(),
  stdio: command => new StdioClientTransport(command),
  http: url => new StreamableHTTPClientTransport(url),
  async connect(transport, era, jsonSchemaValidator) {
    const client = new Client(
      { name: 'interop', version: '1' },
      { jsonSchemaValidator, versionNegotiation: { mode: MODES[era] } },
    );
    await client.connect(transport);
    return { client, protocolVersion: () => client.getNegotiatedProtocolVersion() };
  },
});
