"""Uses a server as an agent does, with the client of the Model Context Protocol. mcp_test.py BINARY URL TOKEN"""

import asyncio
import contextlib
import json
import os
import subprocess
import sys

import httpx2
from jsonschema import Draft202012Validator
from mcp import Client, MCPError, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

BINARY, URL, TOKEN = sys.argv[1:]
NOTES = "com.example.notes"
NEWEST, HANDSHAKE = "2026-07-28", "2025-11-25"
# What a client calls the revisions: it finds out the newest one, or begins with a handshake.
MODES = {NEWEST: "auto", HANDSHAKE: "legacy"}
SCENARIO = """
scenario: home
apps: [{bundleID: com.example.notes, lifecycle: scenes}]
steps:
  - send: {type: app.launch, bundleID: com.example.notes}
  - send: {type: device.home}
    states: {com.example.notes: background}
"""


class Agent:
    """A client that notes which tools it has called, and checks what it sends and gets."""

    def __init__(self, client, tools):
        self.client, self.called = client, set()
        self.schemas = {tool.name: Draft202012Validator(tool.input_schema) for tool in tools}

    async def call(self, tool, **arguments):
        """The document of an answer."""
        self.called.add(tool)
        self.schemas[tool].validate(arguments)
        result = await self.client.call_tool(tool, arguments)
        assert not result.is_error, result
        assert result.structured_content is None and len(result.content) == 1, result
        text = result.content[0].text
        assert len(text.encode()) <= 20_000, f"{tool} answers {len(text)} bytes"
        try:
            return json.loads(text)
        except ValueError:
            return text


@contextlib.asynccontextmanager
async def over_http(token, mode):
    """A client of the server's own endpoint."""
    headers = {"Authorization": f"Bearer {token}"}
    async with httpx2.AsyncClient(headers=headers, timeout=30) as http:
        async with Client(streamable_http_client(f"{URL}/mcp", http_client=http), mode=mode) as client:
            yield client


def command(*arguments, token=None):
    """The command as an agent starts it."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GREENROOM_")}
    if token:
        environment["GREENROOM_TOKEN"] = token
    return StdioServerParameters(command=BINARY, args=["mcp", *arguments], env=environment)


def check_definition(tool):
    """That a tool is described, and says what it does to what is there."""
    Draft202012Validator.check_schema(tool.input_schema)
    assert tool.description and tool.input_schema["type"] == "object", tool
    hints = tool.annotations
    assert hints.open_world_hint is False, tool
    assert hints.read_only_hint or hints.destructive_hint is not None, tool


async def check_life(agent, device):
    """Every tool, in the order in which an agent would call them."""
    app = {"device": device, "bundleID": NOTES}
    made = await agent.call("create_device", id=device, rules="ios18", clock={"mode": "manual"}, idempotencyKey=device)
    assert made["id"] == device and await agent.call("create_device", id=device, rules="ios18",
                                                     clock={"mode": "manual"}, idempotencyKey=device) == made
    behavior = {"sceneDidEnterBackground(_:)": [{"action": "save", "takesSeconds": 1.5}]}
    await agent.call("install_app", **app, lifecycle="scenes", behavior=behavior)
    outcome = await agent.call("send_events", device=device, events=[{"type": "app.launch", "bundleID": NOTES}])
    assert any(record.get("name") == "sceneDidBecomeActive(_:)" for record in outcome["records"])
    await agent.call("perform_actions", **app, actions=[{"action": "edit", "count": 2}])
    assert "device.home" in (await agent.call("list_possible_events", device=device))["events"]
    await agent.call("fork_device", device=device, id=f"{device}-copy")
    await agent.call("send_events", device=device, events=[{"type": "device.home"}])
    assert (await agent.call("explain_app", **app))["state"] == "background"
    await agent.call("advance_clock", device=device, seconds=60)
    timeline = await agent.call("read_timeline", device=device, kind="process,callback", last=5)
    assert {record["kind"] for record in timeline["records"]} <= {"process", "callback"}
    assert (await agent.call("audit_app", **app))["findings"] == []
    assert any(each["device"] == device for each in (await agent.call("list_processes", state="suspended"))["processes"])
    assert len((await agent.call("list_device_processes", device=device))["processes"]) == 1
    recorded = await agent.call("record_scenario", device=device)
    for scenario in SCENARIO, recorded:
        assert (await agent.call("run_scenario", scenario=scenario, failOnFindings="warning"))["passed"] is True
    await check_more(agent, device)
    await agent.call("uninstall_app", **app)
    ids = [each["id"] for each in (await agent.call("list_devices"))["devices"]]
    assert {device, f"{device}-copy"} <= set(ids), ids
    for name in device, f"{device}-copy":
        await agent.call("delete_device", device=name)


async def check_more(agent, device):
    """The tools for apps whose code the agent plays, for pushes and reports, and for explorations."""
    app = {"device": f"{device}-copy", "bundleID": "com.example.played"}
    await agent.call("change_clock", device=app["device"], mode="manual")
    await agent.call("install_app", **app, driver="attached")
    await agent.call("send_events", device=app["device"], events=[{"type": "app.launch", "bundleID": app["bundleID"]}])
    while callbacks := (await agent.call("list_callbacks", **app))["callbacks"]:
        await agent.call("complete_callback", **app, sequence=callbacks[0]["sequence"])
    met = await agent.call("wait_for_condition", device=app["device"],
                           until={"app": {"bundleID": app["bundleID"], "state": "active"}}, timeoutSeconds=1)
    assert met["met"] is True, met
    push = {"type": "push.deliver", "bundleID": app["bundleID"], "payload": {"aps": {"alert": "Hello"}},
            "apnsID": "8a1f6c1e-3d2b-4c5a-9e7f-0123456789ab"}
    crash = {"type": "app.crash", "bundleID": app["bundleID"], "exception": "abort"}
    await agent.call("send_events", device=app["device"], events=[push, crash], brief=True)
    assert len((await agent.call("list_pushes", device=app["device"]))["pushes"]) == 1
    (report,) = (await agent.call("list_reports", **app))["reports"]
    assert "EXC_CRASH" in await agent.call("read_report", **app, report=report["id"])
    diary = {"bundleID": "com.example.diary", "behavior": {"applicationWillTerminate(_:)": [{"action": "save"}]}}
    text = await agent.call("explore", id=f"{device}-diary", file=diary, budgetSeconds=3)
    assert "dataLoss" in text, text
    found = {"exploration": f"{device}-diary"}
    assert text.endswith(await agent.call("read_exploration", **found, waitSeconds=1))
    scenario = await agent.call("read_failure_scenario", **found, number=1)
    assert (await agent.call("run_scenario", scenario=scenario))["passed"] is False
    await agent.call("create_failure_device", **found, number=1, id=f"{device}-failure")
    await agent.call("delete_device", device=f"{device}-failure")


async def check_refusals(client):
    """A refused call is a result that a model can read; what there is not is an error of the protocol."""
    refused = await client.call_tool("send_events", {"device": "nowhere", "events": [{"type": "device.shake"}]})
    assert refused.is_error and "device.home" in refused.content[0].text, refused
    assert refused.structured_content["code"] == "unknown-event", refused
    missing = await client.call_tool("explain_app", {"device": "nowhere", "bundleID": NOTES})
    assert missing.is_error and missing.structured_content["code"] == "unknown-device", missing
    for call in client.call_tool("shake", {}), client.read_resource("greenroom://nothing"):
        try:
            await call
        except MCPError as error:
            assert error.code in (-32602, -32002), error
        else:
            raise AssertionError("an unknown name was accepted")


async def check_resources(client):
    """Every resource can be read, and those of the templates for a name."""
    uris = [str(resource.uri) for resource in (await client.list_resources()).resources]
    templates = [each.uri_template for each in (await client.list_resource_templates()).resource_templates]
    assert templates == ["greenroom://rulebook/{profile}", "greenroom://schemas/{name}"], templates
    for uri in [*uris, "greenroom://rulebook/ios18", "greenroom://schemas/NewApp"]:
        content = (await client.read_resource(uri)).contents[0]
        assert content.text and content.mime_type, uri
        assert content.mime_type != "application/json" or json.loads(content.text), uri
    return len(uris)


async def check(client, revision, device):
    """Everything that a client can do."""
    assert client.protocol_version == revision, client.protocol_version
    assert client.server_info.name == "greenroom" and "create_device" in client.instructions
    tools = (await client.list_tools()).tools
    for tool in tools:
        check_definition(tool)
    agent = Agent(client, tools)
    await check_life(agent, device)
    assert agent.called == {tool.name for tool in tools}, {tool.name for tool in tools} - agent.called
    await check_refusals(client)
    resources = await check_resources(client)
    if revision == HANDSHAKE:
        await client.send_ping()
    return len(tools), resources


def failures(error):
    """The errors in a group of errors."""
    if isinstance(error, BaseExceptionGroup):
        return [each for inner in error.exceptions for each in failures(inner)]
    return [error]


async def check_wrong_token():
    """With another token nothing is answered, over HTTP and through the command."""
    # The client says of an answer that is no message only that it is an error.
    wrong = {
        "Server returned an error response": over_http("wrong", "legacy"),
        "A valid token is needed": Client(command("--server", URL, token="wrong"), mode="legacy"),
    }
    for expected, connect in wrong.items():
        try:
            async with connect as client:
                await client.list_tools()
        except Exception as error:
            texts = [str(each) for each in failures(error)]
            assert any(expected in text for text in texts), texts
        else:
            raise AssertionError("a wrong token was accepted")
    answer = httpx2.post(f"{URL}/mcp", json={"jsonrpc": "2.0", "id": 1, "method": "tools/list"})
    assert answer.status_code == 401 and answer.headers["www-authenticate"].startswith("Bearer"), answer


def check_output():
    """The command writes messages and nothing else, and ends with its input."""
    lines = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": HANDSHAKE}},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "list_devices"}},
    ]
    text = "".join(json.dumps(line) + "\n" for line in lines) + "\nno message\n"
    parameters = command()
    run = subprocess.run([BINARY, *parameters.args], env=parameters.env, input=text, capture_output=True, text=True,
                         timeout=60, check=True)
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    assert [answer["id"] for answer in answers] == [1, 2, None], run.stdout
    assert json.loads(answers[1]["result"]["content"][0]["text"])["devices"] == [] and answers[2]["error"]["code"] == -32700
    assert "http://127.0.0.1:" in run.stderr, run.stderr


async def main():
    for number, (revision, mode) in enumerate(MODES.items()):
        async with over_http(TOKEN, mode) as client:
            tools, resources = await check(client, revision, f"http-{number}")
        async with Client(command("--server", URL, token=TOKEN), mode=mode) as client:
            await check(client, revision, f"command-{number}")
        async with Client(command(), mode=mode) as client:
            await check(client, revision, f"memory-{number}")
    await check_wrong_token()
    check_output()
    print(f"{tools} tools and {resources} resources, six times: over HTTP, through the command, and in its memory,"
          f" in the revisions {' and '.join(MODES)}")


asyncio.run(main())
