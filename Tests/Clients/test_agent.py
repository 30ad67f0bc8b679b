"""An agent uses a server with the client of the Model Context Protocol: it finds failures, and answers are short."""

import json
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

pytestmark = pytest.mark.anyio

NOTES = "com.example.notes"
# It saves in a method that iOS does not call for a suspended app.
SAVES_TOO_LATE = {
    "bundleID": NOTES,
    "lifecycle": "appDelegate",
    "behavior": {"applicationWillTerminate(_:)": [{"action": "save"}]},
}
LAUNCH = {"type": "app.launch", "bundleID": NOTES}
NOTE = {"type": "device.note", "message": "Nothing happens."}
USUAL_BYTES = 20_000


class Agent:
    """A client that counts its calls and the bytes of their answers."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.calls = 0
        self.bytes = 0

    async def call(self, tool: str, **arguments: Any) -> str:
        """The text of an answer."""
        result = await self.client.call_tool(tool, arguments)
        assert not result.is_error, result.content[0].text
        assert result.structured_content is None, "an answer is sent once"
        return self._text(result)

    async def read(self, tool: str, **arguments: Any) -> Any:
        """The document that an answer is."""
        return json.loads(await self.call(tool, **arguments))

    async def refusal(self, tool: str, **arguments: Any) -> str:
        """Why a call is refused."""
        result = await self.client.call_tool(tool, arguments)
        assert result.is_error, result.content[0].text
        return self._text(result)

    async def phone(self, **settings: Any) -> dict[str, str]:
        """The arguments that name Notes on a new device."""
        clock = settings.pop("clock", {"mode": "manual"})
        made = await self.read("create_device", id=f"agent-{uuid.uuid4()}", clock=clock, expiresAfterSeconds=600)
        app = {"device": made["id"], "bundleID": NOTES}
        await self.call("install_app", **app, **settings)
        return app

    def _text(self, result: Any) -> str:
        (content,) = result.content
        self.calls += 1
        self.bytes += len(content.text.encode())
        return content.text


@asynccontextmanager
async def agent_of(server: str) -> AsyncIterator[Agent]:
    """An agent that is connected to a server."""
    async with Client(streamable_http_client(f"{server}/mcp")) as client:
        yield Agent(client)


# An agent searches


async def test_it_finds_and_proves_a_loss_of_data(greenroom_server: str) -> None:
    async with agent_of(greenroom_server) as agent:
        report = await agent.call("explore", file=SAVES_TOO_LATE, budgetSeconds=5)
        assert "dataLoss" in report, report
        assert "do    " in report, report
        exploration = report.splitlines()[0].removeprefix("exploration: ")
        scenario = await agent.call("read_failure_scenario", exploration=exploration, number=1)
        assert (await agent.read("run_scenario", scenario=scenario))["passed"] is False
        fixed = scenario.replace("applicationWillTerminate(_:)", "applicationDidEnterBackground(_:)")
        assert (await agent.read("run_scenario", scenario=fixed))["passed"] is True
        device = f"agent-{uuid.uuid4()}"
        await agent.call("create_failure_device", exploration=exploration, number=1, id=device)
        audit = await agent.call("audit_app", device=device, bundleID=NOTES)
        assert "dataLoss" in audit
        await agent.call("delete_device", device=device)
        assert agent.calls <= 10
        assert agent.bytes <= 40_000


async def test_it_waits_for_the_end_of_an_exploration(greenroom_server: str) -> None:
    async with agent_of(greenroom_server) as agent:
        begun = await agent.call("explore", file=SAVES_TOO_LATE, budgetSeconds=3, waitSeconds=0)
        exploration = begun.splitlines()[0].removeprefix("exploration: ")
        report = await agent.call("read_exploration", exploration=exploration, waitSeconds=30)
        assert "dataLoss" in report, report


# Answers are short


async def test_the_list_of_tools_is_short(greenroom_server: str) -> None:
    async with agent_of(greenroom_server) as agent:
        tools = [tool.model_dump(by_alias=True, exclude_none=True) for tool in (await agent.client.list_tools()).tools]
        text = json.dumps(tools, separators=(",", ":"), ensure_ascii=False)
        assert len(text.encode()) < 62_000
        assert " Or: " not in text


@pytest.mark.parametrize("brief", [False, True])
async def test_records_are_read_on_after_the_last_whole_one(greenroom_server: str, brief: bool) -> None:
    async with agent_of(greenroom_server) as agent:
        app = await agent.phone()
        device = app["device"]
        for _ in range(4):
            text = await agent.call("send_events", device=device, events=[NOTE] * 60, brief=brief)
            assert len(text.encode()) <= USUAL_BYTES
        assert "left" in await agent.call("send_events", device=device, events=[NOTE] * 60, brief=brief, maxBytes=2000)
        after, seen, pages = 0, [], 0
        while after is not None:
            text = await agent.call("read_timeline", device=device, after=after, limit=1000, brief=brief)
            assert len(text.encode()) <= USUAL_BYTES
            pages += 1
            if brief:
                lines = text.splitlines()
                seen += [int(line.split()[0]) for line in lines if line.startswith(" ")]
                after = next((int(line[6:]) for line in lines if line.startswith("next: ")), None)
            else:
                page = json.loads(text)
                seen += [record["sequence"] for record in page["records"]]
                after = page["next"]
        assert seen == list(range(1, seen[-1] + 1))
        assert pages > 1


async def test_an_advance_with_many_records_is_bounded(greenroom_server: str) -> None:
    async with agent_of(greenroom_server) as agent:
        app = await agent.phone(behavior={"sceneDidEnterBackground(_:)": [{"action": "save"}]})
        await agent.call("send_events", device=app["device"], events=[LAUNCH, {"type": "device.home"}], brief=True)
        text = await agent.call("advance_clock", device=app["device"], seconds=86_400, maxBytes=2000)
        assert len(text.encode()) <= 2_000
        assert json.loads(text)["stopped"] == "reached"


async def test_brief_records_are_shorter(greenroom_server: str) -> None:
    async with agent_of(greenroom_server) as agent:
        app = await agent.phone()
        await agent.call("send_events", device=app["device"], events=[LAUNCH])
        whole = await agent.call("read_timeline", device=app["device"])
        brief = await agent.call("read_timeline", device=app["device"], brief=True)
        assert len(brief) < len(whole)
        assert "sceneDidBecomeActive(_:)" in brief


async def test_lists_and_texts_are_read_on(greenroom_server: str) -> None:
    async with agent_of(greenroom_server) as agent:
        device = (await agent.phone())["device"]
        whole = (await agent.read("list_possible_events", device=device))["events"]
        events: list[str] = []
        while True:
            page = await agent.read("list_possible_events", device=device, maxBytes=1000, offset=len(events))
            events += page["events"]
            if "leftOut" not in page:
                break
            assert page["leftOut"]["how"] == f"Call again with offset {len(events)}."
        assert events == whole
        page = await agent.read("list_devices", maxBytes=1000)
        assert page["next"] is None or page["devices"]


# Usual mistakes


@pytest.mark.parametrize(
    ("tool", "arguments", "meant"),
    [
        ("create_device", {"clock": "manual"}, '{"mode": "manual"}'),
        ("create_device", {"rules": "ios17"}, '"ios18"'),
        ("install_app", {"behavior": {"applicationWillTerminate": []}}, '"applicationWillTerminate(_:)"'),
        ("install_app", {"behavior": {"applicationWillTerminate(_:)": ["save"]}}, '{"action": "save"}'),
        ("send_events", {"events": [{"type": "home"}]}, '"device.home"'),
        ("send_events", {"events": ["home"]}, '{"type": "device.home"}'),
        ("perform_actions", {"actions": ["save"]}, '{"action": "save"}'),
    ],
)
async def test_a_mistake_is_answered_with_what_was_meant(
    greenroom_server: str, tool: str, arguments: dict[str, Any], meant: str
) -> None:
    async with agent_of(greenroom_server) as agent:
        app = {} if tool == "create_device" else await agent.phone()
        names = {"device": app["device"]} if tool == "send_events" else app
        text = await agent.refusal(tool, **names, **arguments)
        assert f"Did you mean {meant}?" in text, text
        assert len(text) < 700, text


# Tools


async def test_it_plays_the_code_of_an_attached_app(greenroom_server: str) -> None:
    async with agent_of(greenroom_server) as agent:
        app = await agent.phone(driver="attached")
        await agent.call("send_events", device=app["device"], events=[LAUNCH])
        names = []
        while callbacks := (await agent.read("list_callbacks", **app))["callbacks"]:
            names.append(callbacks[0]["name"])
            await agent.call("complete_callback", **app, sequence=callbacks[0]["sequence"])
        assert "application(_:didFinishLaunchingWithOptions:)" in names
        assert (await agent.read("explain_app", **app))["state"] == "active"


async def test_it_waits_on_a_clock_that_runs(greenroom_server: str) -> None:
    async with agent_of(greenroom_server) as agent:
        app = await agent.phone(clock={"mode": "realtime"})
        await agent.call("send_events", device=app["device"], events=[LAUNCH, {"type": "device.home"}])
        clock = await agent.read("change_clock", device=app["device"], mode="scaled", rate=100)
        assert clock["mode"] == "scaled"
        suspended = {"app": {"bundleID": NOTES, "state": "suspended"}}
        met = await agent.read("wait_for_condition", device=app["device"], until=suspended, timeoutSeconds=10)
        assert met["met"] is True
        assert (await agent.read("advance_clock", device=app["device"], seconds=10))["stopped"] == "reached"


async def test_it_reads_pushes_reports_and_ended_processes(greenroom_server: str) -> None:
    async with agent_of(greenroom_server) as agent:
        app = await agent.phone()
        apns_id = str(uuid.uuid4())
        push = {"type": "push.deliver", "bundleID": NOTES, "apnsID": apns_id, "payload": {"aps": {"alert": "Hello"}}}
        crash = {"type": "app.crash", "bundleID": NOTES, "exception": "abort"}
        await agent.call("send_events", device=app["device"], events=[LAUNCH, push, crash], brief=True)
        (pushed,) = (await agent.read("list_pushes", device=app["device"]))["pushes"]
        assert pushed["apnsID"] == apns_id
        (report,) = (await agent.read("list_reports", **app))["reports"]
        assert "EXC_CRASH" in await agent.call("read_report", **app, report=report["id"])
        assert (await agent.read("list_processes", device=app["device"]))["processes"] == []
        ended = await agent.read("list_processes", device=app["device"], state="terminated")
        assert len(ended["processes"]) == 1


async def test_a_recorded_scenario_says_once_what_must_not_come(greenroom_server: str) -> None:
    async with agent_of(greenroom_server) as agent:
        app = await agent.phone()
        device = app["device"]
        await agent.call("send_events", device=device, events=[LAUNCH], brief=True)
        await agent.call("perform_actions", **app, actions=[{"action": "edit"}], brief=True)
        await agent.call("send_events", device=device, events=[{"type": "device.home"}], brief=True)
        await agent.call("advance_clock", device=device, seconds=60, brief=True)
        kill = {"type": "app.terminate", "bundleID": NOTES, "cause": "jetsam"}
        await agent.call("send_events", device=device, events=[kill], brief=True)
        scenario = await agent.call("record_scenario", device=device, asItShouldBe=True)
        assert scenario.count("code: dataLoss") == 1, scenario
        assert (await agent.read("run_scenario", scenario=scenario))["passed"] is False
