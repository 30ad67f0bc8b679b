"""What a team that writes an app called Notes might want to know before a user finds out."""

import pytest

from conftest import Refused, callbacks

NOTES = "com.example.notes"
SAVES = {"sceneDidEnterBackground(_:)": [{"action": "save", "takesSeconds": 1.5}]}


def test_home_saves_before_the_system_kills(device):
    device.install(NOTES, behavior=SAVES)
    device.send("app.launch", bundleID=NOTES)
    device.act(NOTES, "edit", count=3)
    assert callbacks(device.send("device.home")) == ["sceneWillResignActive(_:)", "sceneDidEnterBackground(_:)"]
    device.advance(60)
    assert device.app(NOTES)["state"] == "suspended"
    died = device.send("app.terminate", bundleID=NOTES, cause="jetsam")
    assert callbacks(died) == [], "a suspended app hears nothing"
    assert device.app(NOTES)["lastExit"]["unsavedChanges"] == 0


def test_an_app_that_saves_only_at_the_end_loses_data(device):
    device.install(NOTES, behavior={"applicationWillTerminate(_:)": [{"action": "save"}]})
    device.send("app.launch", bundleID=NOTES)
    device.act(NOTES, "edit")
    device.send("device.home")
    device.advance(60)
    records = device.send("app.terminate", bundleID=NOTES, cause="jetsam")
    assert [record["code"] for record in records if record["kind"] == "finding"] == ["dataLoss"]
    assert "dataLoss" in device.audit(NOTES)


def test_a_background_task_that_is_never_ended_kills_the_app(device):
    leaks = {"sceneDidEnterBackground(_:)": [{"action": "beginBackgroundTask", "name": "sync"}]}
    device.install(NOTES, behavior=leaks)
    device.send("app.launch", bundleID=NOTES)
    device.send("device.home")
    device.advance(24)
    assert device.app(NOTES)["state"] == "background"
    device.advance(10)
    assert device.app(NOTES)["lastExit"]["reason"] == "backgroundTaskAssertionTimeout"


@pytest.mark.parametrize(("quit_first", "verdict"), [(False, "delivered"), (True, "dropped")])
def test_a_silent_push_does_not_reach_an_app_that_the_user_quit(device, quit_first, verdict):
    device.install(NOTES, infoPlist={"UIBackgroundModes": ["remote-notification"]})
    device.send("app.launch", bundleID=NOTES)
    device.send("device.home")
    device.advance(60)
    if quit_first:
        device.send("app.forceQuit", bundleID=NOTES)
    records = device.send("push.deliver", bundleID=NOTES, pushType="background", priority=5,
                          payload={"aps": {"content-available": 1}})
    assert [record["verdict"] for record in records if record["kind"] == "verdict"] == [verdict]


def test_suspended_code_cannot_run(device):
    device.install(NOTES)
    device.send("app.launch", bundleID=NOTES)
    device.send("device.home")
    device.advance(60)
    with pytest.raises(Refused) as refused:
        device.act(NOTES, "save")
    assert refused.value.code == "process-suspended"
