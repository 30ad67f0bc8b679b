"""The SDK on a simulated phone: what its authors want to know before an app's users find out."""

import os
from typing import Any

import pytest
from shop import network_is_slow, shop_with, stored

pytestmark = pytest.mark.greenroom(rules="ios18", fail_on_findings="warning")
SILENT: Any = {"pushType": "background", "payload": {"aps": {"content-available": 1}}}


@pytest.fixture
def shop(attached_app):
    """The app; with the bug that the environment names, where it does."""
    return attached_app(shop_with(os.environ.get("ANALYTICS_BUG", "none")))


@pytest.fixture
def open_shop(shop):
    shop.send("app.launch")
    return shop


def track(shop):
    shop.run(shop.code.track)


def test_what_was_tracked_survives_a_kill(device, open_shop):
    track(open_shop)
    device.send("device.home")
    device.advance(60)
    open_shop.world.network.offline = True
    open_shop.send("app.launch")
    track(open_shop)
    device.send("device.home")
    device.advance(120)
    open_shop.send("app.terminate", cause="jetsam")
    open_shop.world.network.offline = False
    open_shop.send("app.launch")
    device.send("device.home")
    device.advance(60)
    assert stored(open_shop.world) == [1, 2]


def test_events_are_sent_as_the_user_leaves(device, open_shop):
    track(open_shop)
    track(open_shop)
    device.send("device.home")
    # Before iOS asks for the end of the background task: one that is not ended would be by then.
    device.advance(20)
    assert stored(open_shop.world) == [1, 2]
    assert open_shop.code.analytics.events["outbox"] == []
    assert open_shop.read()["state"] == "suspended"


def test_a_batch_is_sent_again_after_a_failure(device, open_shop):
    device.send("device.setNetwork", network="none")
    track(open_shop)
    device.send("device.home")
    device.advance(20)
    assert open_shop.read()["state"] == "suspended"
    device.send("device.setNetwork", network="wifi")
    open_shop.send("app.launch")
    device.advance(70)
    assert stored(open_shop.world) == [1]


# What dies before the answer has its request cut off.
@pytest.mark.greenroom(rules="ios18", fail_on_findings="error")
def test_a_batch_is_stored_once_although_the_app_dies_before_the_answer(device, open_shop):
    track(open_shop)
    device.send("device.home")
    device.advance(2)
    open_shop.send("app.terminate", cause="jetsam")
    open_shop.send("app.launch")
    track(open_shop)
    device.send("device.home")
    device.advance(60)
    assert stored(open_shop.world) == [1, 2]


def test_a_user_who_comes_back_during_a_flush_gets_no_second_task(device, open_shop):
    track(open_shop)
    device.send("device.home")
    open_shop.send("app.launch")
    device.send("device.home")
    device.advance(60)
    assert open_shop.read()["lastExit"] is None


def test_a_silent_push_sends_what_is_left(device, open_shop):
    open_shop.world.network.offline = True
    track(open_shop)
    device.send("device.home")
    device.advance(60)
    open_shop.send("app.terminate", cause="jetsam")
    open_shop.world.network.offline = False
    open_shop.send("push.deliver", **SILENT)
    device.advance(60)
    assert stored(open_shop.world) == [1]
    assert open_shop.read()["state"] == "suspended"


def test_a_silent_push_without_anything_to_send_is_completed(device, shop):
    shop.send("push.deliver", **SILENT)
    device.advance(60)
    assert shop.read()["lastExit"] is None


def test_a_silent_push_is_completed_in_time_on_a_slow_network(device, open_shop):
    network_is_slow(open_shop.world)
    track(open_shop)
    open_shop.send("push.deliver", **SILENT)
    device.advance(25)
    device.send("device.home")
    device.advance(60)
    assert open_shop.read()["lastExit"] is None


def test_a_silent_push_is_no_session(device, shop):
    shop.send("push.deliver", **SILENT)
    device.advance(20)
    assert shop.code.analytics.session["number"] == 0
    shop.send("app.launch")
    assert shop.code.analytics.session["number"] == 1


def test_a_new_session_begins_after_half_an_hour(device, open_shop):
    for minutes, sessions in ((10, 1), (40, 2)):
        device.send("device.lock")
        device.advance(60 * minutes)
        device.send("device.unlock")
        assert open_shop.code.analytics.session["number"] == sessions


def test_a_log_is_uploaded_without_the_app(device, open_shop):
    open_shop.run(open_shop.code.analytics.send_log, "all went well")
    device.send("device.home")
    device.advance(30)
    open_shop.send("app.terminate", cause="jetsam")
    device.advance(300)
    assert [one.body for one in open_shop.world.network.received] == ["all went well"]
    assert "log" not in open_shop.world.disk


def test_a_log_that_was_stopped_by_a_force_quit_is_uploaded_after_the_next_launch(device, open_shop):
    open_shop.run(open_shop.code.analytics.send_log, "all went well")
    open_shop.send("app.forceQuit")
    open_shop.send("app.launch")
    device.advance(300)
    assert "log" not in open_shop.world.disk
