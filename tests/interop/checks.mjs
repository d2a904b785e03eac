// What every TypeScript client must be able to do with the ledger. A client script says how its
// package connects and calls `main`; see typescript_v1.mjs.

import assert from 'node:assert/strict';

import { ARGUMENTS, overHttp } from './ledger.mjs';

const READING = {
  search_invoices: { status: 'open', limit: 2 },
  get_invoice: { invoice_id: 'inv_01H8XK' },
  search_customers: { name: 'hotel' },
};
const WRITING = ['create_invoice', 'record_payments'];

// Three mistakes each, in the order in which the answer names them.
const THREE_MISTAKES = {
  search_invoices: {
    arguments: { status: 'opne', limit: 'ten', costumer_id: 'cus_7Q2M4X' },
    paths: ['/status', '/limit', '/costumer_id'],
  },
  create_invoice: {
    arguments: { customer_id: 'Harbour Light', issued_on: 'today', due_on: '2026-11-30', lines: [] },
    paths: ['/customer_id', '/issued_on', '/lines'],
  },
};

const CHECKS = {
  async 'says who it is, and where to start'({ connected, era, version }) {
    assert.equal(connected.protocolVersion(), era);
    const { name, version: served } = connected.client.getServerVersion();
    assert.deepEqual({ name, served }, { name: 'ledger', served: version });
    assert.match(connected.client.getInstructions(), /Start with search_invoices\./);
  },

  async 'tools/list comes whole, every schema compiles without a complaint'(session) {
    const said = await complaints(async () => {
      const { tools, nextCursor } = await session.connected.client.listTools();
      assert.equal(nextCursor, undefined);
      session.tools = Object.fromEntries(tools.map(tool => [tool.name, tool]));
      for (const tool of tools) {
        session.witness.getValidator(tool.inputSchema);
        assert.equal(session.witness.getValidator(tool.outputSchema)({}).valid, false);
      }
    });
    assert.deepEqual(said, []);
    assert.deepEqual(Object.keys(session.tools).sort(), [...Object.keys(READING), ...WRITING].sort());
  },

  async 'titles and annotations are there'({ tools }) {
    for (const { title, annotations } of Object.values(tools)) {
      assert.match(title, /^[A-Z]/);
      for (const hint of ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint']) {
        assert.equal(typeof annotations[hint], 'boolean', hint);
      }
    }
    const reading = Object.values(tools).filter(tool => tool.annotations.readOnlyHint);
    assert.deepEqual(reading.map(tool => tool.name).sort(), Object.keys(READING).sort());
  },

  ...Object.fromEntries(
    Object.entries(READING).map(([tool, args]) => [
      `${tool}: the client accepts the structured content`,
      async session => void (await good(session, tool, args)),
    ]),
  ),

  async 'create_invoice: creates, and its next action shows the invoice'(session) {
    const created = await good(session, 'create_invoice', {
      customer_id: 'cus_7Q2M4X',
      issued_on: '2026-11-02',
      due_on: '2026-12-02',
      lines: [{ description: 'Espresso beans, 1 kg', quantity: 2, unit_cents: 1850 }],
    });
    assert.equal(created.amount_cents, 3700);
    const shown = await follow(session, created.nextAction);
    assert.equal(shown.id, created.id);
  },

  async 'record_payments: one half is done, the other says how to mend it'(session) {
    const batch = await good(session, 'record_payments', {
      payments: [
        { invoice_id: 'inv_P0Y69J', amount_cents: 1000, paid_on: '2026-10-01' },
        { invoice_id: 'inv_QT09EA', amount_cents: 9_999_900, paid_on: '2026-10-01' },
      ],
    });
    assert.deepEqual(batch.done.map(done => done.invoice_id), ['inv_P0Y69J']);
    assert.equal(batch.failed.length, 1);
    assert.match(batch.failed[0].hint, /13400 cents/);
    assert.equal((await follow(session, batch.nextAction)).id, 'inv_QT09EA');
  },

  ...Object.fromEntries(
    Object.entries(THREE_MISTAKES).map(([tool, { arguments: args, paths }]) => [
      `${tool}: three mistakes come back at once, in band`,
      async session => {
        const { text, envelope } = await bad(session, tool, args);
        assert.deepEqual(envelope.issues.map(issue => issue.path), paths);
        for (const issue of envelope.issues) assert.ok(text.includes(issue.error), issue.error);
      },
    ]),
  ),

  async 'not found: the answer names a candidate'(session) {
    const { text, envelope } = await bad(session, 'get_invoice', { invoice_id: 'inv_01H8XX' });
    assert.deepEqual(envelope.candidates, ['inv_01H8XK']);
    assert.ok(text.includes('inv_01H8XK'));
  },

  async 'a scope that is not granted is denied in band'(session) {
    const args = { invoice_id: 'inv_P0Y69J', reason: 'billed twice' };
    const { text, envelope } = await bad(session, 'void_invoice', args);
    assert.equal(envelope.recovery, 'stop');
    assert.match(text, /invoices:void/);
  },

  async 'an unknown tool is error -32602, which names the nearest'({ connected }) {
    await assert.rejects(connected.client.callTool({ name: 'serch_invoice', arguments: {} }), {
      code: -32602,
      message: /serch_invoice.*search_invoices/,
    });
  },

  async 'a next action is a call that works as it stands'(session) {
    const found = await good(session, 'search_customers', { name: 'hotel' });
    const invoices = await follow(session, found.nextAction);
    assert.deepEqual(new Set(invoices.items.map(invoice => invoice.customer_id)), new Set(['cus_7Q2M4X']));
  },
};

/** A call that succeeds and whose structured content the client itself held against the schema. */
async function good({ connected, tools, witness }, name, args) {
  witness.accepted.length = 0;
  const result = await connected.client.callTool({ name, arguments: args });
  assert.notEqual(result.isError, true, result.content[0]?.text);
  const { structuredContent, content } = result;
  assert.deepEqual(witness.accepted, [{ schema: tools[name].outputSchema, value: structuredContent }]);
  assert.ok(content[0].text.startsWith(structuredContent.outcome));
  assert.deepEqual(JSON.parse(content[1].text), structuredContent);
  return structuredContent;
}

/** A call that fails in band: a result, whole for the model, and not an exception of the client. */
async function bad({ connected }, name, args) {
  const { isError, structuredContent, content } = await connected.client.callTool({ name, arguments: args });
  assert.equal(isError, true);
  assert.equal(structuredContent, undefined);
  assert.deepEqual(content.map(block => block.type), ['text', 'text']);
  return { text: content[0].text, envelope: JSON.parse(content[1].text) };
}

function follow(session, nextAction) {
  return good(session, nextAction.tool, nextAction.args);
}

/** What is written to the console meanwhile: ajv reports there what it does not understand. */
async function complaints(work) {
  const said = [];
  const { warn, error } = console;
  console.warn = console.error = (...words) => said.push(words.join(' '));
  try {
    await work();
  } finally {
    Object.assign(console, { warn, error });
  }
  return said;
}

/** The client's own validator, with a record of what it accepted. */
class Witness {
  accepted = [];

  constructor(validator) {
    this.validator = validator;
  }

  getValidator(schema) {
    const validate = this.validator.getValidator(schema);
    return value => {
      const verdict = validate(value);
      if (verdict.valid) this.accepted.push({ schema, value });
      return verdict;
    };
  }
}

/**
 * Runs every check in every era, over stdio and over HTTP.
 *
 * `validator()` makes the validator that the package itself uses; `stdio(command)` and `http(url)`
 * make its transports; `connect(transport, era, validator)` gives `{client, protocolVersion()}`.
 */
export async function main({ name, eras, validator, stdio, http, connect }) {
  const [ledger, version] = process.argv.slice(2);
  if (!version) {
    console.error(`usage: ${process.argv[1]} LEDGER VERSION`);
    process.exit(2);
  }
  let passed = 0;
  let failed = 0;
  const report = async (what, check) => {
    try {
      await check();
      passed += 1;
      console.log(`ok ${what}`);
    } catch (error) {
      failed += 1;
      console.log(`FAILED ${what}\n${error.stack}`);
    }
  };

  const runAll = async (where, era, transport) => {
    const witness = new Witness(validator());
    const connected = await connect(transport, era, witness);
    const session = { connected, era, version, witness };
    for (const [what, check] of Object.entries(CHECKS)) {
      await report(`${where}: ${what}`, () => check(session));
    }
    await connected.client.close();
  };
  const connects = async (where, work) => {
    await work().catch(error => report(`${where}: connects`, () => Promise.reject(error)));
  };

  for (const era of eras) {
    const overStdio = `${name}, ${era}, stdio`;
    await connects(overStdio, () => runAll(overStdio, era, stdio({ command: ledger, args: ARGUMENTS })));
    const overHTTP = `${name}, ${era}, http`;
    await connects(overHTTP, () => overHttp(ledger, url => runAll(overHTTP, era, http(url))));
  }
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}
