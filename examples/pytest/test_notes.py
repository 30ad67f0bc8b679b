"""What a team that writes an app called Notes might want to know before a user finds out."""

import pytest

from greenroom_client import Refused

NOTES = "com.example.notes"
SAVES = {"sceneDidEnterBackground(_:)": [{"action": "save", "takesSeconds": 1.5}]}


@pytest.fixture
def notes(device):
    return device.app(NOTES)


def callbacks(outcome):
    """The names of the callbacks in an outcome."""
    return [record["name"] for record in outcome["records"] if record["kind"] == "callback"]


def test_home_saves_before_the_system_kills(device, notes):
    notes.install(behavior=SAVES)
    notes.send("app.launch")
    notes.act("edit", count=3)
    assert callbacks(device.send("device.home")) == ["sceneWillResignActive(_:)", "sceneDidEnterBackground(_:)"]
    device.advance(60)
    assert notes.read()["state"] == "suspended"
    died = notes.send("app.terminate", cause="jetsam")
    assert callbacks(died) == [], "a suspended app hears nothing"
    assert notes.read()["lastExit"]["unsavedChanges"] == 0


def test_an_app_that_saves_only_at_the_end_loses_data(device, notes):
    notes.install(behavior={"applicationWillTerminate(_:)": [{"action": "save"}]})
    notes.send("app.launch")
    notes.act("edit")
    device.send("device.home")
    device.advance(60)
    records = notes.send("app.terminate", cause="jetsam")["records"]
    assert [record["code"] for record in records if record["kind"] == "finding"] == ["dataLoss"]
    assert "dataLoss" in [finding["code"] for finding in notes.audit()]


def test_a_background_task_that_is_never_ended_kills_the_app(device, notes):
    leaks = {"sceneDidEnterBackground(_:)": [{"action": "beginBackgroundTask", "name": "sync"}]}
    notes.install(behavior=leaks)
    notes.send("app.launch")
    device.send("device.home")
    device.advance(24)
    assert notes.read()["state"] == "background"
    device.advance(10)
    assert notes.read()["lastExit"]["reason"] == "backgroundTaskAssertionTimeout"


@pytest.mark.parametrize(("quit_first", "verdict"), [(False, "delivered"), (True, "dropped")])
def test_a_silent_push_does_not_reach_an_app_that_the_user_quit(device, notes, quit_first, verdict):
    notes.install(infoPlist={"UIBackgroundModes": ["remote-notification"]})
    notes.send("app.launch")
    device.send("device.home")
    device.advance(60)
    if quit_first:
        notes.send("app.forceQuit")
    pushed = notes.send("push.deliver", pushType="background", priority=5, payload={"aps": {"content-available": 1}})
    assert [record["verdict"] for record in pushed["records"] if record["kind"] == "verdict"] == [verdict]


def test_suspended_code_cannot_run(device, notes):
    notes.install()
    notes.send("app.launch")
    device.send("device.home")
    device.advance(60)
    with pytest.raises(Refused) as refused:
        notes.act("save")
    assert refused.value.code == "process-suspended"
