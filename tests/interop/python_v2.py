"""The official Python client, which knows both eras, against the ledger: python_v2.py LEDGER VERSION."""

import json
import socket
import subprocess
import sys
import time
import traceback
import urllib.error
import urllib.request
from contextlib import contextmanager

import anyio
from jsonschema import Draft202012Validator
from mcp import Client, MCPError, StdioServerParameters
from mcp.types import CallToolResult

# `auto` asks with server/discover, as a client does that knows nothing of the server.
MODES = {"2025-11-25": "legacy", "2026-07-28": "auto"}

# May write, but not void.
ARGUMENTS = ["--allow", "invoices:write"]

READING = {
    "search_invoices": {"status": "open", "limit": 2},
    "get_invoice": {"invoice_id": "inv_01H8XK"},
    "search_customers": {"name": "hotel"},
}
WRITING = ["create_invoice", "record_payments"]

# Three mistakes each, in the order in which the answer names them.
THREE_MISTAKES = {
    "search_invoices": (
        {"status": "opne", "limit": "ten", "costumer_id": "cus_7Q2M4X"},
        ["/status", "/limit", "/costumer_id"],
    ),
    "create_invoice": (
        {"customer_id": "Harbour Light", "issued_on": "today", "due_on": "2026-11-30", "lines": []},
        ["/customer_id", "/issued_on", "/lines"],
    ),
}

HINTS = ["read_only_hint", "destructive_hint", "idempotent_hint", "open_world_hint"]


class Session:
    """One connection, with a record of the structured content that the client validated."""

    def __init__(self, client, era, version):
        self.client, self.era, self.version = client, era, version
        self.tools = {}
        self.accepted = []
        self.validate = client.session.validate_tool_result
        client.session.validate_tool_result = self.witness

    async def witness(self, name, result):
        await self.validate(name, result)
        self.accepted.append((name, result.structured_content))

    async def good(self, name, arguments):
        """A call that succeeds and whose structured content the client itself held against the schema."""
        self.accepted.clear()
        result = await self.client.call_tool(name, arguments)
        assert not result.is_error, result.content
        content = result.structured_content
        equal(self.accepted, [(name, content)])
        assert result.content[0].text.startswith(content["outcome"])
        equal(json.loads(result.content[1].text), content)
        return content

    async def bad(self, name, arguments):
        """A call that fails in band: a result, whole for the model, and not an exception of the client."""
        result = await self.client.call_tool(name, arguments)
        assert result.is_error
        equal(result.structured_content, None)
        equal([block.type for block in result.content], ["text", "text"])
        return result.content[0].text, json.loads(result.content[1].text)

    async def follow(self, next_action):
        return await self.good(next_action["tool"], next_action["args"])


def equal(found, expected):
    assert found == expected, f"{found!r} is not {expected!r}"


async def introduction(session):
    client = session.client
    equal(client.protocol_version, session.era)
    equal((client.server_info.name, client.server_info.version), ("ledger", session.version))
    assert "Start with search_invoices." in client.instructions


async def catalog(session):
    listed = await session.client.list_tools()
    equal(listed.next_cursor, None)
    session.tools = {tool.name: tool for tool in listed.tools}
    equal(sorted(session.tools), sorted([*READING, *WRITING]))
    for tool in listed.tools:
        Draft202012Validator.check_schema(tool.input_schema)
        Draft202012Validator.check_schema(tool.output_schema)
        try:
            await session.validate(tool.name, CallToolResult(content=[], structured_content={}))
        except RuntimeError:
            continue
        raise AssertionError(f"the client does not validate what {tool.name} returns")


async def annotations(session):
    for tool in session.tools.values():
        assert tool.title[:1].isupper(), tool.title
        for hint in HINTS:
            assert isinstance(getattr(tool.annotations, hint), bool), hint
    reading = [tool.name for tool in session.tools.values() if tool.annotations.read_only_hint]
    equal(sorted(reading), sorted(READING))


def reading(name, arguments):
    async def check(session):
        await session.good(name, arguments)

    return check


async def creating(session):
    line = {"description": "Espresso beans, 1 kg", "quantity": 2, "unit_cents": 1850}
    arguments = {
        "customer_id": "cus_7Q2M4X",
        "issued_on": "2026-11-02",
        "due_on": "2026-12-02",
        "lines": [line],
    }
    created = await session.good("create_invoice", arguments)
    equal(created["amount_cents"], 3700)
    shown = await session.follow(created["nextAction"])
    equal(shown["id"], created["id"])


async def half_failed(session):
    payments = [
        {"invoice_id": "inv_P0Y69J", "amount_cents": 1000, "paid_on": "2026-10-01"},
        {"invoice_id": "inv_QT09EA", "amount_cents": 9_999_900, "paid_on": "2026-10-01"},
    ]
    batch = await session.good("record_payments", {"payments": payments})
    equal([done["invoice_id"] for done in batch["done"]], ["inv_P0Y69J"])
    [failed] = batch["failed"]
    assert "13400 cents" in failed["hint"], failed
    equal((await session.follow(batch["nextAction"]))["id"], "inv_QT09EA")


def three_mistakes(name, arguments, paths):
    async def check(session):
        text, envelope = await session.bad(name, arguments)
        equal([issue["path"] for issue in envelope["issues"]], paths)
        for issue in envelope["issues"]:
            assert issue["error"] in text, text

    return check


async def not_found(session):
    text, envelope = await session.bad("get_invoice", {"invoice_id": "inv_01H8XX"})
    equal(envelope["candidates"], ["inv_01H8XK"])
    assert "inv_01H8XK" in text, text


async def denied(session):
    arguments = {"invoice_id": "inv_P0Y69J", "reason": "billed twice"}
    text, envelope = await session.bad("void_invoice", arguments)
    equal(envelope["recovery"], "stop")
    assert "invoices:void" in text, text


async def unknown_tool(session):
    try:
        await session.client.call_tool("serch_invoice", {})
    except MCPError as error:
        equal(error.code, -32602)
        assert "search_invoices" in error.message, error.message
    else:
        raise AssertionError("the call was answered")


async def next_action(session):
    found = await session.good("search_customers", {"name": "hotel"})
    invoices = await session.follow(found["nextAction"])
    equal({invoice["customer_id"] for invoice in invoices["items"]}, {"cus_7Q2M4X"})


CHECKS = {
    "says who it is, and where to start": introduction,
    "tools/list comes whole, every schema is valid and enforced": catalog,
    "titles and annotations are there": annotations,
    **{
        f"{name}: the client accepts the structured content": reading(name, arguments)
        for name, arguments in READING.items()
    },
    "create_invoice: creates, and its next action shows the invoice": creating,
    "record_payments: one half is done, the other says how to mend it": half_failed,
    **{
        f"{name}: three mistakes come back at once, in band": three_mistakes(name, *mistakes)
        for name, mistakes in THREE_MISTAKES.items()
    },
    "not found: the answer names a candidate": not_found,
    "a scope that is not granted is denied in band": denied,
    "an unknown tool is error -32602, which names the nearest": unknown_tool,
    "a next action is a call that works as it stands": next_action,
}


@contextmanager
def over_http(ledger):
    """Serves the ledger over HTTP, and gives its address once it answers."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{probe.getsockname()[1]}"
    server = subprocess.Popen([ledger, *ARGUMENTS, "--http", address])
    try:
        url = f"http://{address}/mcp"
        wait_for(url, server)
        yield url
    finally:
        server.terminate()
        server.wait()


def wait_for(url, server):
    end = time.monotonic() + 20
    while time.monotonic() < end:
        if server.poll() is not None:
            raise RuntimeError(f"the ledger ended with {server.returncode}")
        try:
            urllib.request.urlopen(url, timeout=5).close()
            return
        except urllib.error.HTTPError:
            # It does not like the question, but it answers.
            return
        except OSError:
            time.sleep(0.05)
    raise RuntimeError(f"the ledger does not answer at {url}")


class Report:
    passed = failed = 0

    def ok(self, what):
        self.passed += 1
        print(f"ok {what}", flush=True)

    def fail(self, what):
        self.failed += 1
        print(f"FAILED {what}\n{traceback.format_exc()}", flush=True)


async def run_all(report, where, target, era, version):
    async with Client(target, mode=MODES[era]) as client:
        session = Session(client, era, version)
        for what, check in CHECKS.items():
            try:
                await check(session)
                report.ok(f"{where}: {what}")
            except Exception:
                report.fail(f"{where}: {what}")


async def main(ledger, version):
    report = Report()
    for era in MODES:
        where = f"python v2, {era}"
        try:
            stdio = StdioServerParameters(command=ledger, args=ARGUMENTS)
            await run_all(report, f"{where}, stdio", stdio, era, version)
        except Exception:
            report.fail(f"{where}, stdio: connects")
        try:
            with over_http(ledger) as url:
                await run_all(report, f"{where}, http", url, era, version)
        except Exception:
            report.fail(f"{where}, http: connects")
    print(f"{report.passed} passed, {report.failed} failed")
    return report.failed == 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(0 if anyio.run(main, *sys.argv[1:]) else 1)
