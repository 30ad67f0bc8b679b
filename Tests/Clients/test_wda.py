"""facebook-wda drives simulated devices through the listener for clients of WebDriverAgent."""

import json
import time
from xml.etree import ElementTree

import httpx
import pytest
import wda
from phones import MAIL, NOTES, PLAIN, WINDOWED, Since, last_exit, launches, seconds, state
from wda.exceptions import WDARequestError

# What app_state answers.
NOT_INSTALLED, NOT_RUNNING, SUSPENDED, BACKGROUND, FOREGROUND = range(5)

pytestmark = pytest.mark.greenroom(rules="ios18", apps=[WINDOWED, PLAIN])


@pytest.fixture
def address(listeners, device):
    """Where WebDriverAgent of the test's device is."""
    return f"{listeners.wda}/devices/{device.id}"


@pytest.fixture
def client(address):
    return wda.Client(address)


@pytest.fixture
def app(client):
    """A session with Notes in front."""
    return client.session(NOTES)


@pytest.fixture
def wire(address):
    """What facebook-wda does not send."""
    with httpx.Client(base_url=address, timeout=30) as client:
        yield client


def error(answer):
    """The status and the error of a refusal."""
    return answer.status_code, answer.json()["value"]["error"]


# Without a session


def test_status(client):
    status = client.status()
    assert (status["ready"], status["state"], status["os"]["name"]) == (True, "success", "iOS")
    assert (status["device"], status["sessionId"]) == ("iphone", None)
    assert client.wait_ready(timeout=5, noprint=True)
    client.healthcheck()
    info = client.info
    assert (info["model"], info["isSimulator"], info["thermalState"]) == ("iPhone", True, 0)
    assert client.app_current()["bundleId"] == "com.apple.springboard"


def test_lock(client, device):
    assert not client.locked()
    client.lock()
    assert client.locked()
    assert device.read()["locked"]
    client.unlock()
    assert not client.locked()


def test_the_default_device(listeners):
    assert httpx.get(listeners.wda + "/status").json()["value"]["ready"]


# Sessions


def test_a_session_launches_its_app(client, device, wire):
    client.lock()
    app = client.session(NOTES, arguments=["-first"], environment={"MODE": "test"})
    assert not device.read()["locked"], "the client unlocks before it opens a session"
    assert state(device, NOTES) == "active"
    assert launches(device)[-1]["arguments"] == ["-first"]
    assert (len(app.session_id), app.session_id) == (36, app.session_id.upper())
    assert client.status()["sessionId"] == app.session_id
    assert app.bundle_id == NOTES
    current = client.app_current()
    expected = {"bundleId": NOTES, "name": "Notes", "pid": device.app(NOTES).read()["pid"]}
    assert {name: current[name] for name in expected} == expected
    active = wire.get(f"/session/{app.session_id}/wda/activeAppInfo").json()["value"]
    assert active["processArguments"] == {"args": ["-first"], "env": {"MODE": "test"}}


def test_a_session_without_an_app_launches_none(device, wire):
    opened = wire.post("/session", json={"capabilities": {"alwaysMatch": {}}}).json()
    assert opened["value"]["sessionId"] == opened["sessionId"]
    assert state(device, NOTES) == "notRunning"
    assert wire.delete(f"/session/{opened['sessionId']}").status_code == 200


def test_a_new_session_ends_the_old_one(app, device, address, wire):
    second = wda.Client(address)
    assert (second.app_state(NOTES).value, second.session_id) == (FOREGROUND, app.session_id), "it joins the active one"
    newer = wda.Client(address).session(MAIL)
    assert (state(device, NOTES), last_exit(device, NOTES)) == ("notRunning", "simulatorHost")
    answer = wire.get(f"/session/{app.session_id}/wda/locked")
    assert error(answer) == (404, "invalid session id")
    assert answer.json()["sessionId"] == newer.session_id
    assert "traceback" in answer.json()["value"], "WebDriverAgent's name for it"
    assert "stacktrace" not in answer.json()["value"]
    assert (second.app_state(MAIL).value, second.session_id) == (FOREGROUND, newer.session_id), "it follows"


def test_closing_a_session_ends_its_app(client, device):
    with client.session(MAIL):
        assert state(device, MAIL) == "active"
    assert state(device, MAIL) == "notRunning"
    assert client.status()["sessionId"] is None


def test_two_devices_have_sessions_of_their_own(app, listeners, make_device):
    other = wda.Client(f"{listeners.wda}/devices/{make_device().id}").session(MAIL)
    assert [other.app_state(NOTES).value, other.app_state(MAIL).value] == [NOT_RUNNING, FOREGROUND]
    other.close()
    assert app.app_state(NOTES).value == FOREGROUND


# Apps


def test_states_of_an_app(app, client, device):
    answer = app.app_state(NOTES)
    assert (answer.value, answer.sessionId) == (FOREGROUND, app.session_id)
    client.home()
    assert app.app_state(NOTES).value == BACKGROUND
    device.advance(6)
    assert app.app_state(NOTES).value == SUSPENDED
    assert app.app_state(MAIL).value == NOT_RUNNING
    assert app.app_state("com.example.nowhere").value == NOT_INSTALLED


def test_activate_launch_and_terminate(app, client, device):
    pid = device.app(NOTES).read()["pid"]
    client.home()
    app.app_activate(NOTES)
    assert (state(device, NOTES), device.app(NOTES).read()["pid"]) == ("active", pid)
    app.app_launch(MAIL, ["-second"])
    assert [app.app_state(MAIL).value, app.app_state(NOTES).value] == [FOREGROUND, BACKGROUND]
    assert [one["bundleId"] for one in app.app_list()] == [MAIL]
    assert app.app_terminate(MAIL).value is True
    assert app.app_terminate(MAIL).value is False, "nothing runs any more"
    assert last_exit(device, MAIL) == "simulatorHost"
    app.app_start(NOTES)
    assert app.app_state(NOTES).value == FOREGROUND


def test_time_in_the_background_is_time_of_the_device(app, device):
    since, before, started = Since(device), seconds(device.clock()["now"]), time.monotonic()
    app.deactivate(20)
    assert seconds(device.clock()["now"]) - before == 20
    assert time.monotonic() - started < 5, "a manual clock takes no real time"
    passed = since.states(NOTES)
    assert "suspended" in passed
    assert passed[-1] == "active"
    assert app.app_state(NOTES).value == FOREGROUND


def test_commands_tell_that_the_app_has_died(app, device, wire):
    device.app(NOTES).send("app.crash", exception="abort")
    answer = wire.get(f"/session/{app.session_id}/source")
    assert error(answer) == (400, "invalid element state")
    assert "possibly crashed" in answer.json()["value"]["message"]
    assert NOTES in answer.json()["value"]["message"]
    assert app.app_state(NOTES).value == NOT_RUNNING, "commands that need no app are answered"
    app.app_launch(NOTES)
    assert wire.get(f"/session/{app.session_id}/source").status_code == 200


# The device


def test_links(app, device):
    since = Since(device)
    app.open_url("notes://page/7")
    assert "scene(_:openURLContexts:)" in since.callbacks()
    with pytest.raises(WDARequestError):
        app.open_url("nobody://page")


def test_buttons(app, device, wire):
    app.press("home")
    assert app.app_state(NOTES).value == BACKGROUND
    since = Since(device)
    app.press("volumeUp")
    app.press_duration("volumeDown", 0.1)
    assert since.records() == [], "processes do not notice it"
    app.press_duration("power", 0.1)
    assert app.locked()
    answer = wire.post(f"/session/{app.session_id}/wda/pressButton", json={"name": "warp"})
    assert error(answer) == (500, "unknown error")


def test_screen_battery_and_settings(app, device):
    assert app.orientation == wda.PORTRAIT
    width, height = app.window_size()
    assert 0 < width < height
    assert app.scale == 3
    app.orientation = wda.LANDSCAPE
    assert app.orientation == wda.LANDSCAPE
    device.send("device.setBattery", level=0.25, charging=False)
    battery = app.battery_info()
    assert (battery["level"], battery["state"]) == (0.25, 1)
    assert app.appium_settings({"snapshotMaxDepth": 10})["snapshotMaxDepth"] == 10


@pytest.mark.parametrize(
    ("kind", "text", "buttons", "answer"),
    [
        (
            "lowBattery",
            "Low Battery\n20% battery remaining.",
            ["Low Power Mode", "Close"],
            lambda alert: alert.accept(),
        ),
        ("other", "Alert", ["Cancel", "OK"], lambda alert: alert.dismiss()),
        (
            "permission",
            "“Notes” Would Like to Use Your Data",
            ["Don’t Allow", "Allow"],
            lambda alert: alert.click(["OK", "Allow"]),
        ),
    ],
    ids=["accept", "dismiss", "by name"],
)
def test_alerts(app, device, kind, text, buttons, answer):
    assert not app.alert.exists
    device.send("device.presentSystemAlert", alert=kind)
    assert (app.alert.exists, app.alert.text, app.alert.buttons()) == (True, text, buttons)
    assert state(device, NOTES) == "inactive"
    answer(app.alert)
    assert (app.alert.exists, state(device, NOTES)) == (False, "active")
    with pytest.raises(WDARequestError, match="no such alert"):
        app.alert.accept()


def test_source_and_elements(app, client, device, wire):
    tree = client.source(format="json")
    assert tree["name"] == "Notes"
    assert '"saveButton"' in json.dumps(tree)
    apps = ElementTree.fromstring(client.source()).iter("XCUIElementTypeApplication")
    assert [one.get("bundleId") for one in apps] == [NOTES]
    by_name = {"using": "name", "value": "saveButton"}
    found = wire.post(f"/session/{app.session_id}/element", json=by_name).json()["value"]
    assert found["ELEMENT"] == found["element-6066-11e4-a52e-4f735466cecf"], "the names of two protocols"
    since = Since(device)
    assert wire.post(f"/session/{app.session_id}/element/{found['ELEMENT']}/click", content=b"").status_code == 200
    assert [touch["target"] for touch in since.records("dispatch")] == ["saveButton"]
    assert client.screenshot().size == tuple(app.window_size())


# As one writes it for a phone


@pytest.mark.parametrize(
    "selector",
    [
        {"name": "saveButton"},
        {"label": "saveButton"},
        {"nameContains": "Button"},
        {"nameMatches": "save.*"},
        {"labelContains": "save"},
        {"className": "Other", "name": "saveButton"},
        {"predicate": "name BEGINSWITH 'save'"},
        {"classChain": "**/XCUIElementTypeOther[`name == 'saveButton'`]"},
        {"xpath": "//*[@name='saveButton']"},
        {"id": "saveButton"},
        {"name": "saveButton", "visible": True, "enabled": True},
    ],
    ids=lambda selector: " ".join(selector),
)
def test_selectors(app, device, selector):
    save = app(**selector)
    assert save.exists
    element = save.get(timeout=1)
    assert (element.label, element.className) == ("saveButton", "XCUIElementTypeOther")
    assert element.displayed
    assert element.enabled
    since = Since(device)
    save.click()
    assert [touch["target"] for touch in since.records("dispatch")] == ["saveButton"]


def test_gestures(app, device):
    save = app(name="saveButton").get()
    since = Since(device)
    x, y = save.bounds.center
    app.click(x, y)
    app.double_tap(x, y)
    app.tap_hold(x, y, 1.0)
    save.tap_hold(0.5)
    assert [touch["target"] for touch in since.records("dispatch")] == ["saveButton"] * 5


def test_a_selector_waits(app):
    with pytest.raises(wda.WDAElementNotFoundError):
        app(name="spinner").get(timeout=0.2)
    assert not app(name="spinner").exists
    assert app(name="toolbar").wait(timeout=1)
    assert app(className="Window").child(name="toolbar").exists


def test_the_alert_of_a_permission(app, device):
    device.app(NOTES).act({"action": "requestPermission", "permission": "location"})
    assert app.alert.text == "Allow “Notes” to use your location?"
    assert app(className="Button", name="Allow Once").exists
    app(name="Allow While Using App").click()
    assert state(device, NOTES) == "active"


def test_apps_of_the_system(client, device):
    settings = client.session("com.apple.Preferences")
    assert settings.app_state("com.apple.Preferences").value == FOREGROUND
    settings.app_activate("com.apple.mobilesafari")
    assert settings.app_current()["bundleId"] == "com.apple.mobilesafari"
    client.home()
    settings(className="Icon", name="Notes").click()
    assert state(device, NOTES) == "active"


def test_an_address_without_a_device_says_so(listeners):
    with pytest.raises(WDARequestError, match=r"unknown-device.*nope"):
        wda.Client(f"{listeners.wda}/devices/nope").status()


# What the client does not send


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (b"{}", (500, "session not created")),
        (b'{"capabilities": {"alwaysMatch": {"bundleId": "com.example.nowhere"}}}', (500, "session not created")),
        (b"{", (400, "invalid argument")),
    ],
)
def test_refused_sessions(wire, body, expected):
    answer = wire.post("/session", content=body)
    assert error(answer) == expected
    assert answer.json()["sessionId"] is None


def test_what_is_not_there(listeners, wire):
    answer = wire.get("/wda/nothing")
    assert error(answer) == (404, "unknown command")
    assert "Unhandled endpoint" in answer.json()["value"]["message"]
    answer = httpx.get(listeners.wda + "/devices/no-such-device/status")
    assert error(answer) == (400, "invalid argument"), "else its clients would repeat it for ever"
