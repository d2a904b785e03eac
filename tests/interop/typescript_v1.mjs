// The official TypeScript client of the first line, which knows the initialize handshake alone.

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';

import { main } from './checks.mjs';

await main({
  name: 'typescript v1',
  eras: ['2025-11-25'],
  validator: () => new AjvJsonSchemaValidator(),
  stdio: command => new StdioClientTransport(command),
  http: url => new StreamableHTTPClientTransport(url),
  async connect(transport, _era, jsonSchemaValidator) {
    const client = new Client({ name: 'interop', version: '1' }, { jsonSchemaValidator });
    // The client tells the negotiated version to its transport alone.
    let negotiated;
    const tell = transport.setProtocolVersion?.bind(transport);
    transport.setProtocolVersion = version => {
      negotiated = version;
      tell?.(version);
    };
    await client.connect(transport);
    return { client, protocolVersion: () => negotiated };
  },
});
