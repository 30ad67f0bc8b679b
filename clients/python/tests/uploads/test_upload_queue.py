"""The suite of a small SDK, which faults of the SDK must fail."""

import pytest
from upload_queue import REFRESH, SECONDS_BETWEEN_REFRESHES, UploadQueue

from greenroom_client import AppCode, Callback, Device, PlayedApp, on
from greenroom_client.pytest_plugin import AttachApp

pytestmark = pytest.mark.greenroom(rules="ios18", fail_on_findings="warning")


class Photos(AppCode):
    """An app that uses the SDK as its manual says."""

    bundle_id = "com.example.photos"
    manifest = {
        "infoPlist": {
            "UIBackgroundModes": ["fetch", "remote-notification"],
            "BGTaskSchedulerPermittedIdentifiers": [REFRESH],
        }
    }

    def prepare(self) -> None:
        self.queue = UploadQueue(self)

    @on("application(_:didFinishLaunchingWithOptions:)")
    def launched(self, _: Callback) -> bool:
        self.queue.start()
        return True

    @on("sceneDidEnterBackground(_:)")
    def entered_background(self, _: Callback) -> None:
        self.queue.entered_background()

    @on("application(_:didReceiveRemoteNotification:fetchCompletionHandler:)")
    def push_received(self, callback: Callback) -> None:
        self.queue.push_received(callback)


@pytest.fixture
def photos(attached_app: AttachApp) -> PlayedApp[Photos]:
    app = attached_app(Photos)
    app.send("app.launch")
    return app


def add(photos: PlayedApp[Photos], *items: str) -> None:
    for item in items:
        photos.run(photos.code.queue.add, item)


def test_what_was_added_is_uploaded_in_the_background(device: Device, photos: PlayedApp[Photos]) -> None:
    add(photos, "one", "two", "three")
    device.send("device.home")
    # Before iOS asks for the end of the background task: a task that is not ended would be by then.
    device.advance(20)
    assert photos.world.disk.read("uploaded") == ["one", "two", "three"]
    assert photos.read()["state"] == "suspended"
    assert photos.read()["lastExit"] is None


def test_more_than_there_is_time_for_is_uploaded_at_the_next_refresh(device: Device, photos: PlayedApp[Photos]) -> None:
    items = [f"item {number}" for number in range(10)]
    add(photos, *items)
    device.send("device.home")
    device.advance(60)
    assert photos.read()["state"] == "suspended"
    device.advance(SECONDS_BETWEEN_REFRESHES)
    assert photos.world.disk.read("uploaded") == items


def test_a_kill_before_the_first_upload_loses_nothing(device: Device, photos: PlayedApp[Photos]) -> None:
    add(photos, "one", "two")
    device.send("device.home")
    device.advance(2)
    photos.send("app.terminate", cause="jetsam")
    photos.send("app.launch")
    assert photos.code.queue.waiting == ["one", "two"]


def test_a_silent_push_uploads(device: Device, photos: PlayedApp[Photos]) -> None:
    device.send("device.home")
    device.advance(60)
    photos.world.disk.write("waiting", ["left over"])
    photos.send("app.terminate", cause="jetsam")
    photos.send("push.deliver", pushType="background", payload={"aps": {"content-available": 1}})
    device.advance(60)
    assert photos.world.disk.read("uploaded") == ["left over"]
    assert photos.read()["state"] == "suspended"


def test_the_queue_is_refreshed_again_and_again(device: Device, photos: PlayedApp[Photos]) -> None:
    device.send("device.home")
    for _ in range(3):
        assert photos.pending_task_requests() == [REFRESH]
        device.advance(until={"record": {"kind": "callback", "name": "launchHandler"}})
        device.advance(1)
        assert photos.read()["state"] == "suspended"
