"""Every method against a server."""

import asyncio
from datetime import datetime, timedelta

import pytest

from greenroom_client import AsyncClient, Client, ConditionNotMet, Device, Refused
from greenroom_client.pytest_plugin import MakeDevice

NOTES = "com.example.notes"
SAVES = {"sceneDidEnterBackground(_:)": [{"action": "save", "takesSeconds": 1.5}]}


def test_inputs_cause_records_which_their_methods_return(device: Device) -> None:
    app = device.app(NOTES)
    assert app.install(behavior=SAVES)["state"] == "notRunning"
    launched = app.send("app.launch")
    assert [one["name"] for one in launched["records"] if one["kind"] == "callback"][-1] == "sceneDidBecomeActive(_:)"
    app.act("edit", count=3)
    app.act([{"action": "edit"}, {"action": "log", "message": "edited"}])
    assert app.read()["unsavedChanges"] == 4
    device.send([{"type": "device.home"}, {"type": "device.lock"}])
    outcome = device.advance(60)
    assert outcome["stopped"] == "reached"
    assert (app.read()["state"], app.read()["unsavedChanges"]) == ("suspended", 0)
    assert "device.unlock" in device.possible_events()
    assert set(device.possible_events(NOTES)) <= set(device.possible_events())


def test_time_is_moved_in_every_way(device: Device) -> None:
    app = device.app(NOTES)
    app.install()
    app.send("app.launch")
    device.send("device.home")
    start = datetime.fromisoformat(device.clock()["now"])
    device.advance(5, before=True)
    assert app.read()["state"] == "background"
    device.advance(to=start + timedelta(seconds=5))
    assert app.read()["state"] == "suspended"
    assert device.advance(until_idle=True, limit_seconds=10)["stopped"] == "idle"
    with pytest.raises(ConditionNotMet, match="inactive"):
        device.advance(until={"app": {"bundleID": NOTES, "state": "inactive"}})
    missed = device.advance(until={"app": {"bundleID": NOTES, "state": "active"}}, limit_seconds=10)
    assert missed["stopped"] == "timeout"
    assert device.change_clock("scaled", rate=1000)["mode"] == "scaled"
    assert device.change_clock(paused=True)["paused"]
    met = device.wait({"app": {"bundleID": NOTES, "state": "suspended"}}, timeout_seconds=1)
    assert met["met"]


def test_what_happened_can_be_read_in_every_way(device: Device) -> None:
    app = device.app(NOTES)
    app.install()
    app.send("app.launch")
    app.act("edit")
    app.send("app.crash", exception="abort")
    records = device.timeline()
    assert [record["sequence"] for record in records] == list(range(1, len(records) + 1))
    assert [record["kind"] for record in device.timeline(kind=["exit", "finding"])] == ["exit", "finding"]
    assert len(device.timeline_page(last=2, vocabulary="flutter")["records"]) == 2
    assert "dataLoss" in device.timeline_text(last=10)
    assert [finding["code"] for finding in app.audit()] == ["dataLoss"]
    assert app.explain()["state"] == "notRunning"
    assert app.energy()["total"]["seconds"] == 0
    (report,) = app.reports()
    assert "EXC_CRASH" in app.report(report["id"])
    assert app.metrickit()["applicationExitMetrics"]
    assert [one["pid"] for one in device.processes()] == [101]
    assert device.process(101)["state"] == "terminated"
    assert [one["bundleID"] for one in device.apps()] == [NOTES]
    said = device.diagnosis()
    assert "finding dataLoss (error)" in said
    assert "ended at 2026-01-01T00:00:00.000Z: abnormal" in said


def test_a_life_becomes_a_scenario_that_passes(device: Device, greenroom_client: Client) -> None:
    app = device.app(NOTES)
    app.install()
    app.send("app.launch")
    app.act("edit")
    app.send("app.terminate", cause="jetsam")
    scenario = device.record_scenario()
    assert greenroom_client.run_scenario(scenario)["passed"]
    assert not greenroom_client.run_scenario(scenario, fail_on_findings="error")["passed"]
    assert not greenroom_client.run_scenario(device.record_scenario(as_it_should_be=True))["passed"]


def test_a_fork_goes_its_own_way(device: Device) -> None:
    app = device.app(NOTES)
    app.install()
    before = app.send("app.launch")["sequence"]
    device.send("device.home")
    fork = device.fork(at=before)
    assert fork.app(NOTES).read()["state"] == "active"
    assert app.read()["state"] == "background"
    fork.delete()


def test_a_change_is_refused_once_another_has_come(device: Device) -> None:
    tag = device.tag()
    device.send("device.lock", if_match=tag)
    with pytest.raises(Refused) as refused:
        device.send("device.unlock", if_match=tag)
    assert (refused.value.status, refused.value.code) == (412, "precondition-failed")


def test_an_input_with_a_key_happens_once(device: Device) -> None:
    device.app(NOTES).install()
    first = device.send("app.launch", bundleID=NOTES, idempotency_key="once")
    assert device.send("app.launch", bundleID=NOTES, idempotency_key="once") == first


def test_apps_are_uninstalled(device: Device) -> None:
    device.app(NOTES).install()
    device.app(NOTES).uninstall()
    with pytest.raises(Refused, match="unknown-app"):
        device.app(NOTES).read()


def test_devices_are_listed_and_deleted_by_label(make_device: MakeDevice, greenroom_client: Client) -> None:
    label = {"test": make_device().id}
    made = {make_device(labels=label).id for _ in range(3)}
    assert {one["id"] for one in greenroom_client.devices(label=label)} == made
    assert greenroom_client.delete_devices(label=label) == 3
    assert greenroom_client.devices(label=label) == []


def test_processes_of_all_devices_are_found(device: Device, greenroom_client: Client) -> None:
    device.app(NOTES).install()
    device.app(NOTES).send("app.launch")
    (process,) = greenroom_client.processes(device=device.id, state="active")
    assert process["bundleID"] == NOTES
    assert greenroom_client.count_processes()["states"]["active"] >= 1


def test_a_batch_reaches_many_devices(make_device: MakeDevice, greenroom_client: Client) -> None:
    ids = [make_device().id for _ in range(2)]
    lock = {"type": "device.lock"}
    answers = greenroom_client.batch([{"device": id, "event": lock} for id in (*ids, "no-such-device")])
    assert sorted(answer["status"] for answer in answers) == [200, 200, 404]


def test_the_server_says_what_it_is(greenroom_client: Client) -> None:
    assert greenroom_client.live()["status"] == "ok"
    assert greenroom_client.ready()["status"] == "ready"
    assert greenroom_client.version()["version"]
    assert "greenroom_devices" in greenroom_client.metrics()
    assert greenroom_client.description()["info"]["title"] == "Greenroom"
    assert "ios18" in greenroom_client.rulebook()["profiles"]
    assert greenroom_client.profile("ios18")["profile"] == "ios18"


def test_a_stream_gives_the_records_and_ends(device: Device, greenroom_client: Client) -> None:
    device.app(NOTES).install()
    events = device.stream(after=0)
    assert next(events).name == "open"
    assert next(events).data["kind"] == "input"
    everything = greenroom_client.stream(device=device.id)
    opened = next(everything)
    assert opened.name == "open"
    device.send("device.lock")
    assert next(events).data["event"] == {"type": "device.lock"}
    assert next(everything).data["device"] == device.id
    device.delete()
    *_, last = events
    assert (last.name, last.data) == ("end", {"why": "deviceDeleted"})


def test_a_stream_that_is_refused_says_why(greenroom_client: Client) -> None:
    with pytest.raises(Refused, match="unknown-device"):
        next(greenroom_client.device("no-such-device").stream())


def test_an_asynchronous_client_does_the_same(greenroom_server: str) -> None:
    async def main() -> None:
        async with AsyncClient(greenroom_server) as client:
            device = await client.create_device(clock={"mode": "manual"})
            app = device.app(NOTES)
            await app.install(behavior=SAVES)
            await app.send("app.launch")
            await device.send("device.home")
            await device.advance(60)
            assert (await app.read())["state"] == "suspended"
            assert [one["sequence"] for one in await device.timeline(kind="exit")] == []
            fork = await device.fork()
            assert (await fork.app(NOTES).explain())["state"] == "suspended"
            events = device.stream(after=0)
            assert (await anext(events)).name == "open"
            assert (await anext(events)).data["sequence"] == 1
            assert "suspended" in await device.diagnosis()
            await fork.delete()
            await device.delete()
            with pytest.raises(Refused, match="unknown-device"):
                await device.read()

    asyncio.run(main())
