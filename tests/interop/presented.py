"""The official Python client against a catalog whose favourites stand first.

presented.py SERVER DOMAIN COMMAND...

SERVER is what clients put before a name, DOMAIN what stands between `all` and the tool: the name of
an upstream behind a gateway, `-` where each tool has a domain of its own.
"""

import json
import re
import sys
import traceback

import anyio
from mcp import Client, StdioServerParameters

# `auto` asks with server/discover, as a client does that knows nothing of the server.
MODES = {"2025-11-25": "legacy", "2026-07-28": "auto"}

FAVOURITES = 15
TOOLS = 145
TICKETS = 820

# Where the tools belong that are called here.
DOMAINS = {"list_tickets": "tickets", "get_document": "documents", "get_ticket": "tickets"}


def equal(found, expected):
    assert found == expected, f"{found!r} is not {expected!r}"


class Session:
    def __init__(self, client, server, domain):
        self.client, self.server, self.domain = client, server, domain

    def names(self, tool):
        domain = DOMAINS[tool] if self.domain == "-" else self.domain
        return [f"favourite__{tool}", f"all__{domain}__{tool}"]

    async def answer(self, name, arguments):
        result = await self.client.call_tool(name, arguments)
        assert not result.is_error, result.content
        equal(json.loads(result.content[1].text), result.structured_content)
        return result.structured_content

    async def parts(self, name, arguments, key):
        """The answer and the rest of it, asked for as each part says."""
        parts = [await self.answer(name, arguments)]
        while key in parts[-1].get("nextAction", {}).get("args", {}):
            following = parts[-1]["nextAction"]
            assert following["tool"] in self.listed, following
            parts.append(await self.answer(following["tool"], following["args"]))
        return parts


async def listed(session):
    tools = (await session.client.list_tools()).tools
    session.listed = [tool.name for tool in tools]
    favourites = [name for name in session.listed if name.startswith("favourite__")]
    equal(session.listed[:FAVOURITES], favourites)
    equal(len(favourites), FAVOURITES)
    everything = [name for name in session.listed if name.startswith("all__")]
    # Behind a gateway the boot tool is one of them.
    assert TOOLS <= len(everything) <= TOOLS + 1, len(everything)
    prefix = f"mcp__{session.server}__"
    for name in session.listed:
        assert re.fullmatch("[a-zA-Z0-9_-]{1,64}", prefix + name), prefix + name
    for tool in tools:
        always = (tool.meta or {}).get("anthropic/alwaysLoad", False)
        equal(always, tool.name in favourites)


async def instructed(session):
    instructions = session.client.instructions
    assert "PREFER favourite__<tool>" in instructions, instructions
    assert re.search(r"Use all__.*__<tool>.* only if nothing in favourites fits\.", instructions)


async def called(session):
    answers = [
        await session.answer(name, {"ticket_id": "tic_140"}) for name in session.names("get_ticket")
    ]
    equal(answers[0], answers[1])
    equal(answers[0]["id"], "tic_140")


async def paged(session):
    for name in session.names("list_tickets"):
        parts = await session.parts(name, {"limit": 1000}, "_item")
        assert len(parts) > 1, "820 tickets are more than one answer holds"
        ids = [ticket["id"] for part in parts for ticket in part["items"]]
        equal(len(ids), TICKETS)
        equal(len(set(ids)), TICKETS)


async def sectioned(session):
    whole = []
    for name in session.names("get_document"):
        parts = await session.parts(name, {"document_id": "doc_101"}, "_section")
        assert len(parts) > 1, "the manual is more than one answer holds"
        whole.append(parts)
    equal(whole[0], whole[1])


async def refused(session):
    for name in session.names("get_ticket"):
        result = await session.client.call_tool(name, {"ticket_id": "tic_9999"})
        assert result.is_error
        envelope = json.loads(result.content[1].text)
        assert envelope["nextAction"]["tool"] in session.listed, envelope


CHECKS = {
    "favourites come first, the whole catalog behind them, and every name fits": listed,
    "the instructions say which to prefer": instructed,
    "a call by either name has the same answer": called,
    "a list comes in parts by either name": paged,
    "a document comes in sections by either name": sectioned,
    "a failure names what is listed": refused,
}


async def main():
    if len(sys.argv) < 4:
        sys.exit(f"usage: {sys.argv[0]} SERVER DOMAIN COMMAND...")
    server, domain, command, *arguments = sys.argv[1:]
    passed = failed = 0
    for era, mode in MODES.items():
        parameters = StdioServerParameters(command=command, args=arguments)
        async with Client(parameters, mode=mode) as client:
            equal(client.protocol_version, era)
            session = Session(client, server, domain)
            for what, check in CHECKS.items():
                try:
                    await check(session)
                except Exception:
                    failed += 1
                    print(f"FAILED python, {era}, {server}: {what}\n{traceback.format_exc()}")
                else:
                    passed += 1
                    print(f"ok python, {era}, {server}: {what}")
    print(f"{passed} passed, {failed} failed")
    return failed


sys.exit(1 if anyio.run(main) else 0)
