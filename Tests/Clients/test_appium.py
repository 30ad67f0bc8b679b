"""Appium's client for Python drives simulated devices."""

import json
import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from xml.etree import ElementTree

import httpx
import pytest
from appium import webdriver
from appium.options.common import AppiumOptions
from appium.webdriver.common.appiumby import AppiumBy
from greenroom_client import Refused
from phones import MAIL, NOTES, PLAIN, SILENT_PUSH, WINDOWED, Since, last_exit, launches, seconds, state
from selenium.common import exceptions
from selenium.common.exceptions import InvalidArgumentException, InvalidElementStateException, UnknownMethodException

# What query_app_state answers.
NOT_INSTALLED, NOT_RUNNING, SUSPENDED, BACKGROUND, FOREGROUND = range(5)

UNINSTALLED = "com.example.nowhere"
OWN_DEVICE = {
    "platformName": "iOS",
    "appium:automationName": "XCUITest",
    "appium:platformVersion": "18.2",
    "appium:deviceName": "iPhone 15",
    "greenroom:clock": "manual",
    "greenroom:apps": [WINDOWED, PLAIN],
}


@pytest.fixture
def open_session(listeners):
    """Opens sessions, which end with the test."""
    drivers = []

    def open_with(capabilities):
        drivers.append(webdriver.Remote(listeners.appium, options=AppiumOptions().load_capabilities(capabilities)))
        return drivers[-1]

    yield open_with
    for driver in drivers:
        with suppress(exceptions.InvalidSessionIdException):
            driver.quit()


@pytest.fixture
def driver(open_session):
    """A session with a device of its own, on which Notes is in front."""
    return open_session(OWN_DEVICE | {"appium:bundleId": NOTES})


@pytest.fixture
def phone(driver, greenroom_client):
    """The device of `driver`."""
    return greenroom_client.device(driver.caps["appium:udid"])


def script(driver, command, /, **arguments):
    return driver.execute_script(command, arguments)


def clock(driver):
    """What the device's clock shows, in seconds."""
    return seconds(driver.device_time)


# Sessions


def test_a_session_makes_a_device_and_launches_its_app(open_session, greenroom_client):
    process = {"args": ["-first"], "env": {"MODE": "test"}}
    driver = open_session(OWN_DEVICE | {"appium:bundleId": NOTES, "appium:processArguments": process})
    phone = greenroom_client.device(driver.caps["appium:udid"])
    made = phone.read()
    assert (made["model"], made["rules"]["profile"], made["clock"]["mode"]) == ("iPhone", "ios18", "manual")
    assert state(phone, NOTES) == "active"
    assert [launch["arguments"] for launch in launches(phone)] == [["-first"]]
    assert driver.get_status()["ready"]
    assert len(driver.session_id) >= 32
    expected = {
        "platformName": "iOS",
        "appium:platformVersion": "18.2",
        "appium:deviceName": "iPhone 15",
        "greenroom:rules": "ios18",
        "greenroom:clock": "manual",
        "greenroom:createdDevice": True,
    }
    assert {name: driver.caps[name] for name in expected} == expected
    assert "webSocketUrl" not in driver.caps, "there is no BiDi"


def test_a_device_of_the_session_ends_with_it(driver, phone):
    driver.quit()
    with pytest.raises(Refused, match="unknown-device"):
        phone.read()
    with pytest.raises(exceptions.InvalidSessionIdException):
        driver.query_app_state(NOTES)


@pytest.mark.parametrize(
    ("version", "name", "model", "profile"),
    [
        ("12.4", "iPhone 8", "iPhone", "ios12"),
        ("15.0", "iPad Air", "iPad", "ios18"),
        ("26.1", "iPhone 17", "iPhone", "ios26"),
    ],
)
def test_version_and_name_choose_rules_and_model(open_session, greenroom_client, version, name, model, profile):
    capabilities = {"platformName": "iOS", "appium:platformVersion": version, "appium:deviceName": name}
    made = greenroom_client.device(open_session(capabilities).caps["appium:udid"]).read()
    assert (made["model"], made["rules"]["profile"]) == (model, profile)
    assert made["clock"]["mode"] == "realtime", "a session has a real clock unless it asks for another"


@pytest.mark.greenroom(apps=[WINDOWED, PLAIN])
def test_sessions_on_a_device_that_stays(open_session, device):
    existing = {"platformName": "iOS", "appium:udid": device.id.upper(), "appium:bundleId": NOTES}
    first = open_session(existing)
    assert first.caps["appium:udid"] == device.id
    pid = device.app(NOTES).read()["pid"]
    second = open_session(existing | {"appium:noReset": True})
    assert device.app(NOTES).read()["pid"] == pid, "noReset does not touch the process"
    assert first.query_app_state(NOTES) == second.query_app_state(NOTES) == FOREGROUND
    second.quit()
    assert state(device, NOTES) == "active"
    open_session(existing)
    assert device.app(NOTES).read()["pid"] > pid, "without noReset the app is launched again"
    first.quit()
    assert last_exit(device, NOTES) == "simulatorHost"
    assert device.read()["id"] == device.id


@pytest.mark.parametrize(
    "wrong",
    [
        {"appium:udid": "no-such-device"},
        {"platformName": "Android"},
        {"browserName": "Safari"},
        {"appium:automationName": "UiAutomator2"},
        {"appium:noReset": True, "appium:fullReset": True},
        {"appium:bundleId": UNINSTALLED},
        {"greenroom:clocks": "manual"},
    ],
    ids=lambda wrong: " ".join(wrong),
)
def test_a_refused_session_leaves_no_device(open_session, greenroom_client, wrong):
    def made_by_sessions():
        return [device["id"] for device in greenroom_client.devices() if device["id"].startswith("appium-")]

    before = made_by_sessions()
    with pytest.raises(exceptions.SessionNotCreatedException):
        open_session(OWN_DEVICE | wrong)
    assert made_by_sessions() == before


def test_a_key_makes_opening_idempotent(listeners):
    body = AppiumOptions().load_capabilities(OWN_DEVICE).to_w3c()
    headers = {"X-Idempotency-Key": str(uuid.uuid4())}
    with httpx.Client(base_url=listeners.appium) as http, ThreadPoolExecutor() as pool:
        answers = list(pool.map(lambda _: http.post("/session", json=body, headers=headers).json(), range(3)))
        (session,) = {answer["value"]["sessionId"] for answer in answers}
        assert http.delete(f"/session/{session}").json() == {"value": None}
        assert http.delete(f"/session/{session}").status_code == 404


# Apps


def test_states_of_an_app(driver):
    assert (driver.query_app_state(NOTES), driver.query_app_state(MAIL)) == (FOREGROUND, NOT_RUNNING)
    assert driver.query_app_state(UNINSTALLED) == NOT_INSTALLED
    driver.background_app(-1)
    assert driver.query_app_state(NOTES) == BACKGROUND
    script(driver, "greenroom: advance", seconds=6)
    assert driver.query_app_state(NOTES) == SUSPENDED
    driver.activate_app(NOTES)
    assert driver.query_app_state(NOTES) == FOREGROUND
    driver.activate_app(MAIL)
    assert (driver.query_app_state(NOTES), driver.query_app_state(MAIL)) == (BACKGROUND, FOREGROUND)


def test_terminate(driver, phone):
    assert driver.terminate_app(NOTES) is True
    assert driver.query_app_state(NOTES) == NOT_RUNNING
    assert last_exit(phone, NOTES) == "simulatorHost"
    assert driver.terminate_app(NOTES) is False, "nothing runs any more"


def test_launch(driver, phone):
    process = {"args": ["-page", "2"], "env": {"MODE": "test"}}
    script(driver, "mobile: launchApp", bundleId=MAIL, arguments=process["args"], environment=process["env"])
    active = script(driver, "mobile: activeAppInfo")
    expected = {"bundleId": MAIL, "name": "Mail", "pid": phone.app(MAIL).read()["pid"], "processArguments": process}
    assert {name: active[name] for name in expected} == expected
    # A running app is brought to the front. Appium's scripts may be written without the space.
    pid = phone.app(NOTES).read()["pid"]
    script(driver, "mobile:launchApp", bundleId=NOTES)
    assert (state(phone, NOTES), phone.app(NOTES).read()["pid"]) == ("active", pid)


def test_time_in_the_background_is_time_of_the_device(driver, phone):
    since, before, started = Since(phone), clock(driver), time.monotonic()
    driver.background_app(30)
    assert clock(driver) - before == 30
    assert time.monotonic() - started < 5, "a manual clock takes no real time"
    passed = since.states(NOTES)
    assert passed[0] == "inactive"
    assert passed[-1] == "active"
    assert "suspended" in passed
    assert driver.query_app_state(NOTES) == FOREGROUND
    assert driver.device_time.endswith("+00:00")
    assert driver.get_device_time("YYYY") == driver.device_time[:4]


def test_install_and_remove(driver, phone):
    driver.install_app("/builds/com.example.fresh.ipa")
    assert driver.is_app_installed("com.example.fresh")
    assert driver.query_app_state("com.example.fresh") == NOT_RUNNING
    described = {"bundleID": "com.example.radio", "name": "Radio", "infoPlist": {"UIBackgroundModes": ["audio"]}}
    driver.install_app(json.dumps(described))
    assert phone.app("com.example.radio").read()["name"] == "Radio"
    assert script(driver, "mobile: listApps")["com.example.radio"]["CFBundleName"] == "Radio"
    with pytest.raises(InvalidArgumentException):
        driver.install_app("/builds/Notes.ipa")  # has no bundle identifier
    driver.remove_app("com.example.fresh")
    assert not driver.is_app_installed("com.example.fresh")
    assert script(driver, "mobile: removeApp", bundleId="com.example.fresh") is False


def test_a_changed_permission_ends_the_app(driver, phone):
    script(driver, "mobile: setPermission", bundleId=NOTES, access={"location": "yes"})
    assert last_exit(phone, NOTES) == "permissionChanged"


def test_commands_tell_that_the_app_under_test_has_died(driver, phone):
    phone.app(NOTES).send("app.crash", exception="abort")
    with pytest.raises(InvalidElementStateException, match="possibly crashed"):
        driver.background_app(1)
    with pytest.raises(InvalidElementStateException, match=NOTES):
        driver.page_source  # noqa: B018 (reading it is the command)
    driver.activate_app(NOTES)
    assert NOTES in driver.page_source


# The device


def test_home(driver):
    driver.press_button("home")
    assert driver.query_app_state(NOTES) == BACKGROUND
    assert script(driver, "mobile: activeAppInfo")["bundleId"] == "com.apple.springboard"
    with pytest.raises(exceptions.WebDriverException, match="home"):
        driver.press_button("warp")


def test_lock(driver, phone):
    assert not driver.is_locked()
    driver.lock()
    assert driver.is_locked()
    since = Since(phone)
    driver.lock()
    assert since.records() == [], "it was locked already"
    with pytest.raises(InvalidElementStateException):
        script(driver, "mobile: launchApp", bundleId=MAIL)
    driver.unlock()
    assert driver.query_app_state(NOTES) == FOREGROUND
    before = clock(driver)
    driver.lock(20)
    assert (driver.is_locked(), clock(driver) - before) == (False, 20)


def test_links(driver, phone):
    since = Since(phone)
    driver.get("notes://page/7")
    assert "scene(_:openURLContexts:)" in since.callbacks()
    since = Since(phone)
    script(driver, "mobile: deepLink", url="https://example.com/7", bundleId=NOTES)
    assert "scene(_:continue:)" in since.callbacks()
    with pytest.raises(InvalidArgumentException):
        script(driver, "mobile: deepLink", url="nobody://page")


def test_pushes(driver, phone):
    driver.background_app(-1)
    script(driver, "greenroom: advance", seconds=6)
    since = Since(phone)
    script(driver, "mobile: pushNotification", bundleId=NOTES, payload={"aps": {"content-available": 1}})
    assert since.callbacks(NOTES) == [SILENT_PUSH]
    since = Since(phone)
    script(driver, "mobile: pushNotification", bundleId=NOTES, payload={"aps": {"alert": "Dinner"}})
    assert since.verdicts() == [("shown", None)]
    with pytest.raises(InvalidArgumentException):
        script(driver, "mobile: pushNotification", bundleId=NOTES, payload={})


def test_a_lost_network(driver, phone):
    known = {one["identifier"]: one["profiles"] for one in script(driver, "mobile: listConditionInducers")}
    assert "SlowNetwork100PctLoss" in [profile["identifier"] for profile in known["SlowNetworkCondition"]]
    lost = {"conditionID": "SlowNetworkCondition", "profileID": "SlowNetwork100PctLoss"}
    assert script(driver, "mobile: enableConditionInducer", **lost) is True
    with pytest.raises(exceptions.WebDriverException):  # one at a time
        script(driver, "mobile: enableConditionInducer", conditionID="ThermalCondition", profileID="ThermalFair")
    driver.press_button("home")
    since = Since(phone)
    script(driver, "mobile: pushNotification", bundleId=NOTES, payload={"aps": {"alert": "Dinner"}})
    assert since.verdicts() == [("held", "noNetwork")]
    since = Since(phone)
    assert script(driver, "mobile: disableConditionInducer") is True
    assert since.verdicts() == [("shown", None)]


def test_heat(driver):
    script(driver, "mobile: enableConditionInducer", conditionID="ThermalCondition", profileID="ThermalCritical")
    assert script(driver, "mobile: deviceInfo")["thermalState"] == 3
    script(driver, "mobile: disableConditionInducer")
    assert script(driver, "mobile: deviceInfo")["thermalState"] == 0


def test_battery(driver, phone):
    phone.send("device.setBattery", level=0.5, charging=True)
    battery = driver.battery_info
    assert (battery["level"], battery["state"]) == (0.5, 2)


def test_a_memory_warning(driver, phone):
    since = Since(phone)
    script(driver, "mobile: sendMemoryWarning", bundleId=NOTES)
    assert "applicationDidReceiveMemoryWarning(_:)" in since.callbacks(NOTES)
    with pytest.raises(InvalidArgumentException):
        script(driver, "mobile: sendMemoryWarning", bundleId=MAIL)  # does not run


def test_orientation(driver):
    assert driver.orientation == "PORTRAIT"
    driver.orientation = "LANDSCAPE"
    assert driver.orientation == "LANDSCAPE"
    window = driver.get_window_rect()
    assert window["width"] > window["height"]


def test_alerts(driver, phone):
    with pytest.raises(exceptions.NoAlertPresentException):
        driver.switch_to.alert.text  # noqa: B018 (reading it is the command)
    for kind, answer, text, buttons in (
        ("permission", "accept", "“Notes” Would Like to Use Your Data", ["Don’t Allow", "Allow"]),
        ("lowBattery", "dismiss", "Low Battery\n20% battery remaining.", ["Low Power Mode", "Close"]),
        ("other", "accept", "Alert", ["Cancel", "OK"]),
    ):
        script(driver, "greenroom: event", type="device.presentSystemAlert", alert=kind)
        assert state(phone, NOTES) == "inactive"
        assert driver.switch_to.alert.text == text
        assert script(driver, "mobile: alert", action="getButtons") == buttons
        getattr(driver.switch_to.alert, answer)()
        assert state(phone, NOTES) == "active"


# What is on the screen


def test_source(driver, phone):
    root = ElementTree.fromstring(driver.page_source)
    app = root.find("XCUIElementTypeApplication")
    assert root.tag == "AppiumAUT"
    assert (app.get("bundleId"), app.get("processId")) == (NOTES, str(phone.app(NOTES).read()["pid"]))
    assert [window.get("state") for window in app.findall("XCUIElementTypeWindow")] == ["foregroundActive"]
    assert {one.get("name") for one in app.iter("XCUIElementTypeOther")} == {"toolbar", "saveButton"}


def test_elements(driver, phone):
    button = driver.find_element(AppiumBy.ACCESSIBILITY_ID, "saveButton")
    assert (button.text, button.is_displayed(), button.is_enabled()) == ("saveButton", True, True)
    since = Since(phone)
    button.click()
    touches = since.records("dispatch")
    assert [(touch["target"], touch["handledBy"]) for touch in touches] == [("saveButton", "saveButton")]
    script(driver, "greenroom: event", type="device.presentSystemAlert", alert="permission")
    with pytest.raises(exceptions.ElementNotInteractableException):
        button.click()
    driver.switch_to.alert.accept()
    driver.press_button("home")
    with pytest.raises(exceptions.StaleElementReferenceException):
        button.click()


def test_elements_that_are_not_there(driver):
    assert driver.find_elements(AppiumBy.ACCESSIBILITY_ID, "nothing") == []
    with pytest.raises(exceptions.NoSuchElementException):
        driver.find_element(AppiumBy.ACCESSIBILITY_ID, "nothing")
    with pytest.raises(exceptions.NoSuchElementException):
        driver.find_element(AppiumBy.IOS_CLASS_CHAIN, "**/XCUIElementTypeCell")


# Logs, settings, scripts


def test_syslog(driver, phone):
    assert sorted(driver.log_types) == ["crashlog", "syslog"]
    driver.get_log("syslog")
    driver.background_app(-1)
    (line,) = [one for one in driver.get_log("syslog") if "sceneDidEnterBackground(_:)" in one["message"]]
    assert "Notes[" in line["message"]
    assert "<Notice>" in line["message"]
    assert line["level"] == "ALL"
    assert abs(line["timestamp"] / 1000 - seconds(phone.clock()["now"])) < 1, "it has the time of the device"
    assert driver.get_log("syslog") == [], "each line comes once"
    with pytest.raises(exceptions.WebDriverException):
        driver.get_log("server")


def test_crashlog(driver):
    script(driver, "greenroom: event", type="app.crash", exception="badAccess", bundleID=NOTES)
    (report,) = driver.get_log("crashlog")
    head, body = report["message"].split("\n", 1)
    assert str(json.loads(head)["bug_type"]) == "309"
    assert json.loads(body)["exception"]
    assert driver.get_log("crashlog") == []


def test_settings_timeouts_events_and_contexts(driver):
    driver.update_settings({"snapshotMaxDepth": 20})
    assert driver.get_settings()["snapshotMaxDepth"] == 20
    driver.implicitly_wait(3)
    assert driver.timeouts.implicit_wait == 3
    driver.log_event("test", "here")
    events = driver.get_events()
    assert len(events["test:here"]) == 1
    assert {"cmd", "startTime", "endTime"} <= set(events["commands"][0])
    assert list(driver.get_events(["test:here"])) == ["test:here"]
    assert (driver.contexts, driver.current_context) == (["NATIVE_APP"], "NATIVE_APP")
    assert script(driver, "mobile: isKeyboardShown") is False


def test_waiting_moves_a_manual_clock(driver, phone):
    script(driver, "greenroom: action", bundleID=NOTES, action="beginBackgroundTask", name="upload")
    script(driver, "greenroom: event", type="device.home")
    before = clock(driver)
    with pytest.raises(exceptions.TimeoutException):
        script(driver, "mobile: expectNotification", name="NoSuchNotification", timeoutSeconds=7)
    assert clock(driver) - before == 7
    ended = {"app": {"bundleID": NOTES, "state": "notRunning"}}
    assert script(driver, "greenroom: wait", until=ended, timeoutSeconds=120)["met"] is True
    assert last_exit(phone, NOTES) == "backgroundTaskAssertionTimeout"
    assert clock(driver) - before > 7
    with pytest.raises(exceptions.TimeoutException):
        script(driver, "greenroom: wait", until={"app": {"bundleID": NOTES, "state": "active"}}, timeoutSeconds=3)


def test_scripts_of_greenroom(driver):
    assert script(driver, "greenroom: app")["bundleID"] == NOTES, "the app under test, unless another one is named"
    assert script(driver, "greenroom: explain", bundleID=MAIL)["bundleID"] == MAIL
    assert script(driver, "greenroom: audit")["findings"] == []
    assert len(script(driver, "greenroom: timeline", last=5)["records"]) == 5


@pytest.mark.parametrize(
    ("command", "arguments", "error", "message"),
    [
        ("mobile: launchApp", {}, InvalidArgumentException, "bundleId"),
        ("mobile: launchApp", {"bundleId": UNINSTALLED}, InvalidArgumentException, UNINSTALLED),
        ("greenroom: advance", {"minutes": 1}, InvalidArgumentException, "minutes"),
        ("greenroom: event", {"type": "device.shake"}, InvalidArgumentException, "unknown-event"),
        ("greenroom: event", {"type": "device.answerCall"}, InvalidElementStateException, "not-possible-now"),
        ("mobile: teleport", {}, UnknownMethodException, "teleport"),
        ("mobile: swipe", {"direction": "up"}, UnknownMethodException, "swipe"),
        ("return 1", {}, UnknownMethodException, "return 1"),
    ],
)
def test_refused_scripts(driver, command, arguments, error, message):
    with pytest.raises(error, match=message):
        script(driver, command, **arguments)


# Clocks that run


def test_a_realtime_clock(open_session, greenroom_client):
    driver = open_session(OWN_DEVICE | {"appium:bundleId": NOTES, "greenroom:clock": "realtime"})
    phone = greenroom_client.device(driver.caps["appium:udid"])
    with ThreadPoolExecutor() as pool:
        started = time.monotonic()
        away = pool.submit(driver.background_app, 2)
        phone.wait({"app": {"bundleID": NOTES, "state": "background"}})
        # Another client, as one of Selenium sends one command at a time.
        other = httpx.post(
            f"{driver.command_executor._client_config.remote_server_addr}/session/{driver.session_id}/execute/sync",
            json={"script": "mobile: queryAppState", "args": [{"bundleId": NOTES}]},
        )
        assert other.json()["value"] == BACKGROUND
        away.result()
        assert 1.9 <= time.monotonic() - started < 6
        assert driver.query_app_state(NOTES) == FOREGROUND
        expected = {"name": "UIApplication.didEnterBackgroundNotification", "timeoutSeconds": 20}
        notification = pool.submit(script, driver, "mobile: expectNotification", **expected)
        while not notification.done():  # nothing tells when the wait has begun
            phone.send("device.home")
            phone.wait({"app": {"bundleID": NOTES, "state": "background"}})
            phone.app(NOTES).send("app.launch")
        assert notification.result() is None


def test_a_scaled_clock(open_session):
    tenfold = {"mode": "scaled", "rate": 10}
    driver = open_session(OWN_DEVICE | {"appium:bundleId": NOTES, "greenroom:clock": tenfold})
    started = time.monotonic()
    driver.background_app(5)
    assert 0.4 <= time.monotonic() - started < 4


# What no client sends


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "error"),
    [
        ("POST", "/session/none/execute/sync", b'{"script": "mobile: lock", "args": []}', 404, "invalid session id"),
        ("GET", "/nothing/here", None, 404, "unknown command"),
        ("GET", "/v1/devices", None, 404, "unknown command"),
        ("POST", "/status", b"{}", 405, "unknown method"),
        ("POST", "/session", b"{", 400, "invalid argument"),
        ("POST", "/session", b"{}", 500, "session not created"),
    ],
)
def test_errors_on_the_wire(listeners, method, path, body, status, error):
    answer = httpx.request(method, listeners.appium + path, content=body, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["value"]["error"]) == (status, error)
    assert {"error", "message", "stacktrace"} <= set(answer.json()["value"])


def test_the_base_path_of_old_clients(listeners):
    assert httpx.get(listeners.appium + "/wd/hub/status").json()["value"]["ready"]
