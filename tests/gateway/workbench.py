"""The example gateway before the official Python client: workbench.py MCP_ERGO GATEWAY_TOML FOLDER."""

import json
import os
import sys
import traceback
from pathlib import Path

import anyio
from mcp import Client, MCPError, StdioServerParameters

# `auto` asks with server/discover, as a client does that knows nothing of the server.
MODES = {"2025-11-25": "legacy", "2026-07-28": "auto"}


def texts(result):
    return [block.text for block in result.content if block.type == "text"]


async def good(client, name, arguments):
    result = await client.call_tool(name, arguments)
    assert not result.is_error, texts(result)
    return result


async def a_hundred_tools_of_four_servers_are_one_list(client, names):
    assert len(names) >= 100, len(names)
    for server in ["browser", "files", "memory", "git"]:
        assert any(name.startswith(f"all__{server}__") for name in names), server
    assert len(set(names)) == len(names)
    # A client puts its own name for the server before each.
    assert all(len(f"mcp__workbench__{name}") <= 64 for name in names), max(names, key=len)


async def favourites_come_first_and_are_named_in_the_instructions(client, names):
    assert names[:3] == [
        "favourite__read_text_file",
        "favourite__search_files",
        "favourite__git_status",
    ], names[:3]
    assert "PREFER favourite__<tool>" in client.instructions, client.instructions
    assert "all__<server>__<tool>" in client.instructions


async def both_prefixes_lead_to_the_same_tool(client, names):
    for name in ["favourite__read_text_file", "all__files__read_text_file", "files__read_text_file"]:
        result = await good(client, name, {"path": "package.json"})
        assert "Three of the four servers" in texts(result)[0], texts(result)


async def each_server_answers(client, names):
    await good(
        client,
        "all__memory__create_entities",
        {"entities": [{"name": "Ada", "entityType": "person", "observations": ["likes engines"]}]},
    )
    result = await good(client, "favourite__search_nodes", {"query": "engines"})
    assert "Ada" in texts(result)[0]
    result = await good(client, "favourite__git_status", {"repo_path": str(FOLDER / "repository")})
    assert "branch" in texts(result)[0].lower(), texts(result)
    result = await client.call_tool("all__browser__browser_tabs", {"action": "nonsense"})
    assert result.is_error and "action" in texts(result)[0], texts(result)


async def mistakes_are_told_together_before_the_server_sees_them(client, names):
    result = await client.call_tool("favourite__read_text_file", {"pth": "x", "head": "ten"})
    assert result.is_error
    envelope = json.loads(texts(result)[1])
    assert envelope["recovery"] == "fix", envelope
    assert {issue["path"] for issue in envelope["issues"]} == {"/path", "/head", "/pth"}, envelope


async def a_failure_of_a_server_is_an_envelope(client, names):
    result = await client.call_tool("all__files__read_text_file", {"path": "/etc/passwd"})
    assert result.is_error
    envelope = json.loads(texts(result)[1])
    assert "outside allowed directories" in envelope["error"], envelope


async def a_long_answer_comes_in_parts(client, names):
    arguments, lines, calls = {"path": "package-lock.json"}, "", 0
    while arguments:
        result = await good(client, "favourite__read_text_file", arguments)
        parts = texts(result)
        assert sum(map(len, parts)) <= 100_000
        calls += 1
        if len(parts) == 1:
            return
        lines += parts[1]
        _, found, call = parts[0].partition("Next: favourite__read_text_file ")
        arguments = json.loads(call.partition(" to get the rest.")[0]) if found else None
    assert calls > 1 and lines == Path("package-lock.json").read_text()


async def an_unknown_name_names_the_nearest(client, names):
    try:
        await client.call_tool("all__git__git_statos", {})
    except MCPError as error:
        assert "git_status" in str(error), error
    else:
        raise AssertionError("it was called")


CHECKS = [
    a_hundred_tools_of_four_servers_are_one_list,
    favourites_come_first_and_are_named_in_the_instructions,
    both_prefixes_lead_to_the_same_tool,
    each_server_answers,
    mistakes_are_told_together_before_the_server_sees_them,
    a_failure_of_a_server_is_an_envelope,
    a_long_answer_comes_in_parts,
    an_unknown_name_names_the_nearest,
]


async def main(command, config, folder):
    passed = failed = 0
    for era, mode in MODES.items():
        target = StdioServerParameters(
            command=command,
            args=["gateway", "--config", config, "--report", str(folder / "report.txt")],
            env={"HOME": str(folder), "PATH": os.environ["PATH"]},
            # Nothing hangs on where it is started.
            cwd=str(folder),
        )
        async with Client(target, mode=mode) as client:
            listed = await client.list_tools()
            names = [tool.name for tool in listed.tools]
            print(f"{era}: {len(names)} names of {len([n for n in names if n.startswith('all__')])} tools")
            for check in CHECKS:
                try:
                    await check(client, names)
                    passed += 1
                    print(f"ok   {era}: {check.__name__.replace('_', ' ')}")
                except Exception:
                    failed += 1
                    print(f"FAIL {era}: {check.__name__.replace('_', ' ')}")
                    traceback.print_exc()
    report = (folder / "report.txt").read_text()
    assert "Rubric" in report, report
    print(f"{passed} passed, {failed} failed")
    return failed == 0 and passed > 0


COMMAND, CONFIG, FOLDER = sys.argv[1], sys.argv[2], Path(sys.argv[3])
os.chdir(Path(CONFIG).parent)
os.system(f"git init -q '{FOLDER}/repository'")
sys.exit(0 if anyio.run(main, COMMAND, CONFIG, FOLDER) else 1)
