"""A suite as one writes it for a phone: waits, locators, alerts, pictures, apps of the system."""

import base64
import re
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from xml.etree import ElementTree

import httpx
import pytest
from appium import webdriver
from appium.options.ios import XCUITestOptions
from appium.webdriver.common.appiumby import AppiumBy
from appium.webdriver.applicationstate import ApplicationState
from phones import MAIL, NOTES, PLAIN, WINDOWED, Since, seconds, state
from selenium.common import exceptions
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.support import expected_conditions
from selenium.webdriver.support.ui import WebDriverWait

SETTINGS = "com.apple.Preferences"
SAFARI = "com.apple.mobilesafari"
SPRINGBOARD = "com.apple.springboard"
DECLARED = WINDOWED | {"entitlements": {"com.apple.developer.associated-domains": ["applinks:notes.example.com"]}}
PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
def open_session(listeners):
    """Opens sessions, which end with the test."""
    drivers = []

    def open_with(apps=(DECLARED, PLAIN), **capabilities):
        options = XCUITestOptions().load_capabilities(
            {
                "platformName": "iOS",
                "appium:automationName": "XCUITest",
                "appium:platformVersion": "18.2",
                "appium:deviceName": "iPhone 15",
                "greenroom:clock": "manual",
            }
            | ({"greenroom:apps": list(apps)} if apps else {})
            | {
                name.replace("__", ":") if "__" in name else f"appium:{name}": value
                for name, value in capabilities.items()
            }
        )
        drivers.append(webdriver.Remote(listeners.appium, options=options))
        return drivers[-1]

    yield open_with
    for driver in drivers:
        with suppress(exceptions.WebDriverException):
            driver.quit()


@pytest.fixture
def driver(open_session):
    return open_session(bundleId=NOTES)


@pytest.fixture
def phone(driver, greenroom_client):
    return greenroom_client.device(driver.capabilities["udid"])


def script(driver, command, /, **arguments):
    return driver.execute_script(command, arguments)


def ask(driver, permission):
    """The app asks for a permission."""
    script(driver, "greenroom: action", action="requestPermission", permission=permission)


def names(elements):
    return [element.get_attribute("name") for element in elements]


# Capabilities


def test_capabilities_have_no_prefix(driver):
    caps = driver.capabilities
    assert caps["platformVersion"] == "18.2"
    assert caps["deviceName"] == "iPhone 15"
    assert caps["automationName"] == "XCUITest"
    assert caps["bundleId"] == NOTES
    assert caps["udid"]


@pytest.mark.parametrize("version", ["13.1", "16.4", "17.5", "18.2", "26.0"])
def test_the_version_is_the_one_asked_for(open_session, version):
    assert open_session(platformVersion=version).capabilities["platformVersion"] == version


@pytest.mark.parametrize("version", ["abc", "latest", ""])
def test_a_version_that_is_none_is_refused(open_session, version):
    with pytest.raises(exceptions.SessionNotCreatedException, match="platformVersion"):
        open_session(platformVersion=version)


@pytest.mark.parametrize(
    "app",
    [
        "/builds/MyApp.ipa",
        "/builds/MyApp-1.2.ipa",
        "https://ci.example.com/builds/MyApp-1.2.3.ipa?token=1",
        "/builds/MyApp.app.zip",
        "/builds/Acme.Notes.app",
        "storage:filename=MyApp.ipa",
        "bs://0123456789abcdef",
    ],
)
def test_the_bundle_identifier_names_the_app(open_session, app):
    driver = open_session(apps=(), app=app, bundleId="com.acme.myapp")
    assert driver.query_app_state("com.acme.myapp") == ApplicationState.RUNNING_IN_FOREGROUND
    assert script(driver, "mobile: listApps").keys() == {"com.acme.myapp"}


@pytest.mark.parametrize("app", ["/builds/MyApp.ipa", "/builds/MyApp-1.2.3.ipa", "/builds/Acme.Notes.ipa"])
def test_an_app_without_an_identifier_says_what_to_add(open_session, app):
    with pytest.raises(exceptions.SessionNotCreatedException, match=r"appium:bundleId.*greenroom:apps"):
        open_session(apps=(), app=app)


def test_an_update_of_the_app_under_test(open_session):
    driver = open_session(apps=(), app="/builds/MyApp-1.2.ipa", bundleId="com.acme.myapp")
    driver.install_app("/builds/MyApp-1.3.ipa")
    assert script(driver, "mobile: listApps").keys() == {"com.acme.myapp"}
    with pytest.raises(exceptions.InvalidArgumentException, match="bundleId"):
        driver.install_app("/builds/Other.ipa")
    script(driver, "mobile: installApp", app="/builds/Other.ipa", bundleId="com.acme.other")
    assert driver.is_app_installed("com.acme.other")


# Waits


def test_an_implicit_wait_takes_time_of_the_device(driver):
    driver.implicitly_wait(5)
    before = seconds(driver.device_time)
    started = time.monotonic()
    with pytest.raises(exceptions.NoSuchElementException):
        driver.find_element(AppiumBy.ACCESSIBILITY_ID, "spinner")
    assert seconds(driver.device_time) - before == 5
    assert time.monotonic() - started < 4, "a manual clock takes no real time"
    assert driver.find_elements(AppiumBy.ACCESSIBILITY_ID, "spinner") == []
    assert seconds(driver.device_time) - before == 10


def test_an_implicit_wait_ends_with_the_element(open_session, greenroom_client):
    driver = open_session(bundleId=NOTES, greenroom__clock="realtime")
    phone = greenroom_client.device(driver.capabilities["udid"])
    driver.implicitly_wait(30)
    with ThreadPoolExecutor() as pool:
        found = pool.submit(driver.find_element, AppiumBy.CLASS_NAME, "XCUIElementTypeAlert")
        phone.send("device.presentSystemAlert", alert="lowBattery")
        assert found.result(20).text.startswith("Low Battery")


def test_what_the_app_does_later_is_waited_for(open_session):
    later = {"action": "requestPermission", "permission": "camera", "takesSeconds": 3}
    asks = DECLARED | {"behavior": {"sceneDidBecomeActive(_:)": [later]}}
    driver = open_session(apps=(asks,), bundleId=NOTES)
    driver.implicitly_wait(10)
    assert "Camera" in driver.find_element(AppiumBy.IOS_PREDICATE, "type == 'XCUIElementTypeAlert'").text


def test_an_explicit_wait(driver):
    save = WebDriverWait(driver, 5).until(
        expected_conditions.element_to_be_clickable((AppiumBy.ACCESSIBILITY_ID, "saveButton"))
    )
    assert save.is_displayed()


# Locators


@pytest.mark.parametrize(
    ("xpath", "expected"),
    [
        ("//*[@name='saveButton']", ["saveButton"]),
        ('//XCUIElementTypeOther[@name="saveButton"]', ["saveButton"]),
        ("//XCUIElementTypeWindow/XCUIElementTypeOther", ["toolbar", "saveButton"]),
        ("//XCUIElementTypeWindow[1]/XCUIElementTypeOther[2]", ["saveButton"]),
        ("(//XCUIElementTypeOther)[last()]", ["saveButton"]),
        ("//*[contains(@name, 'Button') and @enabled='true']", ["saveButton"]),
        ("//*[starts-with(@label,'tool') or @label='saveButton']", ["toolbar", "saveButton"]),
        ("//XCUIElementTypeOther[not(@name='toolbar')]", ["saveButton"]),
        ("//XCUIElementTypeOther[@name='toolbar']/following-sibling::*", ["saveButton"]),
        ("//XCUIElementTypeOther[@name='saveButton']/preceding-sibling::XCUIElementTypeOther[1]", ["toolbar"]),
        ("//XCUIElementTypeOther[position() < 2]", ["toolbar"]),
        ("/XCUIElementTypeApplication[@name='Notes']", ["Notes"]),
        ("//XCUIElementTypeOther[@name='saveButton']/ancestor::XCUIElementTypeApplication", ["Notes"]),
        ("//XCUIElementTypeOther/../..", ["Notes"]),
        ("//*[@type='XCUIElementTypeOther' and string-length(@name) > 7]", ["saveButton"]),
        ("//*[@name='toolbar'] | //*[@name='saveButton']", ["toolbar", "saveButton"]),
        ("//*[normalize-space(@name)='saveButton' and @visible='true']", ["saveButton"]),
        ("//XCUIElementTypeApplication[count(.//XCUIElementTypeOther)=2]", ["Notes"]),
        (
            "//*[translate(@name, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')='savebutton']",
            ["saveButton"],
        ),
        ("//XCUIElementTypeCell", []),
    ],
)
def test_xpath(driver, xpath, expected):
    assert names(driver.find_elements(AppiumBy.XPATH, xpath)) == expected


@pytest.mark.parametrize(
    ("predicate", "expected"),
    [
        ("name == 'saveButton'", ["saveButton"]),
        ('label = "saveButton" AND visible == 1', ["saveButton"]),
        ("type == 'XCUIElementTypeOther' AND name CONTAINS 'Button'", ["saveButton"]),
        ("name BEGINSWITH 'save' OR name ENDSWITH 'bar'", ["toolbar", "saveButton"]),
        ("name LIKE[c] 'SAVE*'", ["saveButton"]),
        ("name CONTAINS[cd] 'TOOL'", ["toolbar"]),
        ("name MATCHES '(save|load)[A-Z][a-z]+'", ["saveButton"]),
        ("type == 'XCUIElementTypeOther' && NOT (name == 'toolbar')", ["saveButton"]),
        ("name IN {'saveButton', 'loadButton'}", ["saveButton"]),
        ("wdName == 'saveButton'", ["saveButton"]),
        ("type == 'XCUIElementTypeOther' AND rect.height > 0 AND enabled == true", ["toolbar", "saveButton"]),
        ("name != nil AND type == 'XCUIElementTypeOther' AND !(name == 'toolbar')", ["saveButton"]),
    ],
)
def test_predicate_strings(driver, predicate, expected):
    assert names(driver.find_elements(AppiumBy.IOS_PREDICATE, predicate)) == expected


@pytest.mark.parametrize(
    ("chain", "expected"),
    [
        ("**/XCUIElementTypeOther[`name == 'saveButton'`]", ["saveButton"]),
        ('**/XCUIElementTypeAny[`label == "saveButton"`]', ["saveButton"]),
        ("**/XCUIElementTypeOther", ["toolbar", "saveButton"]),
        ("**/XCUIElementTypeOther[1]", ["toolbar"]),
        ("**/XCUIElementTypeOther[-1]", ["saveButton"]),
        ("XCUIElementTypeWindow/XCUIElementTypeOther[2]", ["saveButton"]),
        ("XCUIElementTypeWindow[`visible == 1`]/**/*[`name BEGINSWITH 'tool'`]", ["toolbar"]),
        ("**/XCUIElementTypeWindow[$name == 'saveButton'$]/XCUIElementTypeOther[1]", ["toolbar"]),
        ("**/XCUIElementTypeCell", []),
    ],
)
def test_class_chains(driver, chain, expected):
    assert names(driver.find_elements(AppiumBy.IOS_CLASS_CHAIN, chain)) == expected


@pytest.mark.parametrize(
    ("strategy", "text"),
    [
        (AppiumBy.XPATH, "//*[@name='a'"),
        (AppiumBy.XPATH, "//*[frobnicate(@name)]"),
        (AppiumBy.IOS_PREDICATE, "name == "),
        (AppiumBy.IOS_PREDICATE, "colour == 'red'"),
        (AppiumBy.IOS_CLASS_CHAIN, "**/XCUIElementTypeOther[`name == 'a'"),
        ("-image", "abc"),
    ],
)
def test_a_selector_that_is_none(driver, strategy, text):
    with pytest.raises((exceptions.InvalidSelectorException, exceptions.InvalidArgumentException)):
        driver.find_element(strategy, text)


def test_every_name_of_the_source_is_found(driver):
    root = ElementTree.fromstring(driver.page_source)
    shown = {node.get("name") for node in root.iter() if node.get("name")}
    assert {"Notes", "toolbar", "saveButton"} <= shown
    for name in shown:
        assert driver.find_element(AppiumBy.ACCESSIBILITY_ID, name).get_attribute("name") == name
        assert driver.find_element(AppiumBy.NAME, name)


def test_an_element_below_another(driver):
    window = driver.find_element(AppiumBy.CLASS_NAME, "XCUIElementTypeWindow")
    assert names(window.find_elements(AppiumBy.CLASS_NAME, "XCUIElementTypeOther")) == ["toolbar", "saveButton"]
    assert names(window.find_elements(AppiumBy.XPATH, "./XCUIElementTypeOther[1]")) == ["toolbar"]
    toolbar = window.find_element(AppiumBy.IOS_PREDICATE, "name == 'toolbar'")
    with pytest.raises(exceptions.NoSuchElementException):
        toolbar.find_element(AppiumBy.ACCESSIBILITY_ID, "saveButton")


# Elements


def test_what_an_element_says(driver):
    save = driver.find_element(AppiumBy.ACCESSIBILITY_ID, "saveButton")
    assert save.tag_name == "XCUIElementTypeOther"
    assert save.get_attribute("label") == "saveButton"
    assert save.get_attribute("value") is None
    assert save.get_attribute("selected") == "false"
    assert not save.is_selected()
    assert save.size["width"] > 0
    assert save.size["height"] > 0
    assert save.location["y"] == int(save.get_attribute("y"))
    assert save.rect == {"x": 0, "y": save.location["y"], **save.size}
    with pytest.raises(exceptions.WebDriverException, match="label"):
        save.get_attribute("labe1")


def test_elements_lie_on_the_screen_and_apart(driver):
    window = driver.get_window_size()
    toolbar, save = (driver.find_element(AppiumBy.ACCESSIBILITY_ID, name).rect for name in ("toolbar", "saveButton"))
    assert toolbar["y"] + toolbar["height"] <= save["y"]
    assert save["y"] + save["height"] <= window["height"]


def touched(since):
    return [record["target"] for record in since.records("dispatch")]


def test_taps_on_coordinates_reach_the_responder(driver, phone):
    save = driver.find_element(AppiumBy.ACCESSIBILITY_ID, "saveButton").rect
    x, y = save["x"] + save["width"] // 2, save["y"] + save["height"] // 2
    since = Since(phone)
    driver.tap([(x, y)])
    script(driver, "mobile: tap", x=x, y=y)
    script(driver, "mobile: doubleTap", x=x, y=y)
    script(driver, "mobile: touchAndHold", x=x, y=y, duration=1.0)
    assert touched(since) == ["saveButton"] * 5


def test_gestures_on_elements(driver, phone):
    save = driver.find_element(AppiumBy.ACCESSIBILITY_ID, "saveButton")
    since = Since(phone)
    ActionChains(driver).move_to_element(save).click().perform()
    script(driver, "mobile: tap", elementId=save.id, x=5, y=5)
    script(driver, "mobile: doubleTap", elementId=save.id)
    assert touched(since) == ["saveButton"] * 4


def test_a_tap_beside_everything(driver, phone):
    since = Since(phone)
    driver.tap([(200, 800)])
    assert touched(since) == ["window"], "the window gets what no view is under"


def test_a_swipe_is_refused(driver):
    with pytest.raises(exceptions.WebDriverException, match="tap"):
        driver.swipe(100, 600, 100, 200)


def test_a_stale_element(driver):
    save = driver.find_element(AppiumBy.ACCESSIBILITY_ID, "saveButton")
    driver.activate_app(MAIL)
    with pytest.raises(exceptions.StaleElementReferenceException):
        save.get_attribute("name")


# Alerts


@pytest.mark.parametrize(
    ("permission", "title", "buttons"),
    [
        ("camera", "“Notes” Would Like to Access the Camera", ["Don’t Allow", "Allow"]),
        ("microphone", "“Notes” Would Like to Access the Microphone", ["Don’t Allow", "Allow"]),
        ("notifications", "“Notes” Would Like to Send You Notifications", ["Don’t Allow", "Allow"]),
        (
            "location",
            "Allow “Notes” to use your location?",
            ["Allow Once", "Allow While Using App", "Don’t Allow"],
        ),
        (
            "tracking",
            "Allow “Notes” to track your activity across other companies’ apps and websites?",
            ["Ask App Not to Track", "Allow"],
        ),
        ("telepathy", "“Notes” Would Like to Access telepathy", ["Don’t Allow", "Allow"]),
    ],
)
def test_the_alert_of_a_permission(driver, phone, permission, title, buttons):
    ask(driver, permission)
    assert driver.switch_to.alert.text.split("\n")[0] == title
    assert script(driver, "mobile: alert", action="getButtons") == buttons
    assert names(driver.find_elements(AppiumBy.CLASS_NAME, "XCUIElementTypeButton")) == buttons
    driver.switch_to.alert.accept()
    assert state(phone, NOTES) == "active"
    with pytest.raises(exceptions.NoAlertPresentException):
        driver.switch_to.alert.dismiss()


def test_a_button_of_an_alert_by_its_label(driver, phone):
    ask(driver, "camera")
    with pytest.raises(exceptions.InvalidArgumentException, match="Don’t Allow, Allow"):
        script(driver, "mobile: alert", action="accept", buttonLabel="OK")
    script(driver, "mobile: alert", action="accept", buttonLabel="Allow")
    assert state(phone, NOTES) == "active"


def test_a_button_of_an_alert_as_an_element(driver, phone):
    ask(driver, "location")
    driver.find_element(AppiumBy.ACCESSIBILITY_ID, "Allow While Using App").click()
    assert state(phone, NOTES) == "active"
    ask(driver, "camera")
    button = driver.find_element(AppiumBy.IOS_CLASS_CHAIN, "**/XCUIElementTypeAlert/**/XCUIElementTypeButton[-1]").rect
    driver.tap([(button["x"] + 5, button["y"] + 5)])
    assert state(phone, NOTES) == "active"


def test_elements_have_types_and_a_tap_shows_an_alert(open_session, greenroom_client):
    alert = {"title": "Delete the note?", "message": "It is gone then.", "buttons": ["Cancel", "Delete"]}
    responders = [
        {"name": "Title", "elementType": "textField", "handles": ["touch"]},
        {"name": "Delete note", "elementType": "button", "alert": alert},
    ]
    driver = open_session(apps=(DECLARED | {"responders": responders},), bundleId=NOTES)
    phone = greenroom_client.device(driver.capabilities["udid"])
    assert driver.find_element(AppiumBy.CLASS_NAME, "XCUIElementTypeTextField").get_attribute("name") == "Title"
    button = driver.find_element(AppiumBy.XPATH, "//XCUIElementTypeButton[@name='Delete note']")
    assert button.tag_name == "XCUIElementTypeButton"
    for close in ("accept", "dismiss"):
        button.click()
        shown = WebDriverWait(driver, 5).until(expected_conditions.alert_is_present())
        assert shown.text == "Delete the note?\nIt is gone then."
        assert script(driver, "mobile: alert", action="getButtons") == ["Cancel", "Delete"]
        assert state(phone, NOTES) == "active"
        getattr(shown, close)()
        assert not driver.find_elements(AppiumBy.CLASS_NAME, "XCUIElementTypeAlert")
    button.click()
    driver.find_element(AppiumBy.IOS_CLASS_CHAIN, "**/XCUIElementTypeAlert/**/XCUIElementTypeButton[-1]").click()
    with pytest.raises(exceptions.NoAlertPresentException):
        driver.switch_to.alert.accept()


def test_an_alert_covers_the_app(driver, phone):
    save = driver.find_element(AppiumBy.ACCESSIBILITY_ID, "saveButton")
    ask(driver, "camera")
    with pytest.raises(exceptions.ElementNotInteractableException, match="alert"):
        save.click()
    assert state(phone, NOTES) == "inactive"


def test_the_device_says_which_alert_there_is(driver):
    ask(driver, "camera")
    source = driver.page_source
    assert "XCUIElementTypeAlert" in source
    assert "Would Like to Access the Camera" in source


@pytest.mark.parametrize("capability", ["autoAcceptAlerts", "autoDismissAlerts"])
def test_alerts_are_answered_by_themselves(open_session, greenroom_client, capability):
    driver = open_session(bundleId=NOTES, **{capability: True})
    phone = greenroom_client.device(driver.capabilities["udid"])
    ask(driver, "camera")
    assert state(phone, NOTES) == "active"
    phone.send("device.presentSystemAlert", alert="lowBattery")
    with pytest.raises(exceptions.NoAlertPresentException):
        driver.switch_to.alert.accept()
    assert state(phone, NOTES) == "active"


def test_alerts_at_the_launch_are_answered_by_themselves(open_session, greenroom_client):
    asks = DECLARED | {
        "behavior": {"sceneWillEnterForeground(_:)": [{"action": "requestPermission", "permission": "camera"}]}
    }
    driver = open_session(apps=(asks,), bundleId=NOTES, autoAcceptAlerts=True)
    phone = greenroom_client.device(driver.capabilities["udid"])
    assert state(phone, NOTES) == "active"
    driver.background_app(3)
    assert state(phone, NOTES) == "active"


# Apps of the system


@pytest.mark.parametrize("app", [SETTINGS, SAFARI, "com.apple.Maps", "com.apple.MobileSMS"])
def test_apps_of_the_system(driver, app):
    assert driver.is_app_installed(app)
    assert driver.query_app_state(app) == ApplicationState.NOT_RUNNING
    driver.activate_app(app)
    assert driver.query_app_state(app) == ApplicationState.RUNNING_IN_FOREGROUND
    assert driver.query_app_state(NOTES) == ApplicationState.RUNNING_IN_BACKGROUND
    assert f'bundleId="{app}"' in driver.page_source
    assert driver.terminate_app(app)
    driver.activate_app(NOTES)
    assert driver.query_app_state(NOTES) == ApplicationState.RUNNING_IN_FOREGROUND


def test_springboard(driver):
    assert driver.query_app_state(SPRINGBOARD) == ApplicationState.RUNNING_IN_BACKGROUND
    driver.activate_app(SPRINGBOARD)
    assert driver.query_app_state(SPRINGBOARD) == ApplicationState.RUNNING_IN_FOREGROUND
    assert driver.query_app_state(NOTES) == ApplicationState.RUNNING_IN_BACKGROUND
    assert script(driver, "mobile: activeAppInfo")["bundleId"] == SPRINGBOARD


def test_an_icon_of_the_home_screen(driver):
    driver.press_button("home")
    driver.find_element(AppiumBy.XPATH, "//XCUIElementTypeIcon[@name='Mail']").click()
    assert driver.query_app_state(MAIL) == ApplicationState.RUNNING_IN_FOREGROUND


def test_a_session_with_an_app_of_the_system(open_session):
    driver = open_session(bundleId=SETTINGS)
    assert driver.query_app_state(SETTINGS) == ApplicationState.RUNNING_IN_FOREGROUND
    assert driver.find_element(AppiumBy.ACCESSIBILITY_ID, "Settings")


def test_apps_of_the_system_are_listed_as_such(driver):
    assert SETTINGS in script(driver, "mobile: listApps", applicationType="System")
    assert script(driver, "mobile: listApps", applicationType="User").keys() == {NOTES, MAIL}


def test_commands_of_old_clients(driver, phone, listeners):
    pid = phone.app(NOTES).read()["pid"]
    base = f"{listeners.appium}/session/{driver.session_id}/appium/app"
    assert httpx.post(base + "/close").status_code == 200
    assert driver.query_app_state(NOTES) == ApplicationState.NOT_RUNNING
    assert httpx.post(base + "/launch").status_code == 200
    assert httpx.post(base + "/reset").status_code == 200
    assert driver.query_app_state(NOTES) == ApplicationState.RUNNING_IN_FOREGROUND
    assert phone.app(NOTES).read()["pid"] > pid + 1


def test_an_app_that_is_not_installed_has_a_state(driver):
    driver.remove_app(MAIL)
    assert driver.query_app_state(MAIL) == ApplicationState.NOT_INSTALLED
    with pytest.raises(exceptions.InvalidArgumentException, match=MAIL):
        driver.activate_app(MAIL)


# Links


def test_a_web_page_opens_safari(driver):
    driver.get("https://example.com")
    assert driver.query_app_state(SAFARI) == ApplicationState.RUNNING_IN_FOREGROUND
    assert driver.query_app_state(NOTES) == ApplicationState.RUNNING_IN_BACKGROUND
    assert driver.current_url == "https://example.com"


def test_a_universal_link_opens_the_app_that_declares_the_domain(driver, phone):
    driver.press_button("home")
    since = Since(phone)
    driver.get("https://notes.example.com/page/7")
    assert "scene(_:continue:)" in since.callbacks(NOTES)
    assert driver.query_app_state(NOTES) == ApplicationState.RUNNING_IN_FOREGROUND


def test_a_link_that_an_app_is_named_for(driver, phone):
    since = Since(phone)
    script(driver, "mobile: deepLink", url="https://example.com/7", bundleId=NOTES)
    assert "scene(_:continue:)" in since.callbacks(NOTES)


# Location, pictures


def test_location(driver):
    driver.set_location(49.28, -123.12, 10)
    assert script(driver, "mobile: getSimulatedLocation") == {"latitude": 49.28, "longitude": -123.12}
    assert driver.location["latitude"] == 49.28


def test_a_screenshot_is_a_picture_of_the_screen(driver):
    picture = driver.get_screenshot_as_png()
    window = driver.get_window_size()
    assert picture.startswith(PNG)
    assert (int.from_bytes(picture[16:20]), int.from_bytes(picture[20:24])) == (window["width"], window["height"])
    assert len(set(picture)) > 20, "something is drawn"
    before = driver.get_screenshot_as_base64()
    driver.press_button("home")
    assert driver.get_screenshot_as_base64() != before
    assert base64.b64decode(script(driver, "mobile: viewportScreenshot")).startswith(PNG)


def test_a_screenshot_of_an_element(driver):
    save = driver.find_element(AppiumBy.ACCESSIBILITY_ID, "saveButton")
    picture = save.screenshot_as_png
    assert picture.startswith(PNG)
    assert int.from_bytes(picture[20:24]) == save.size["height"]


# Refusals


@pytest.mark.parametrize(
    ("command", "arguments", "message"),
    [
        ("mobile: lanchApp", {}, 'Did you mean "mobile: launchApp"'),
        ("greenroom: advanced", {}, 'Did you mean "greenroom: advance"'),
        ("mobile: backgroundApp", {"secs": 3}, "secs.*seconds"),
        ("mobile: launchApp", {"bundleID": NOTES}, 'Did you mean "bundleId"'),
        ("mobile: terminateApp", {"bundleId": NOTES, "forced": True}, "forced"),
        ("mobile: unlock", {"pin": 1}, "pin"),
        ("greenroom: event", {"type": "app.crash", "bundleID": NOTES}, "Accepted: .*badAccess"),
        ("greenroom: event", {"type": "app.terminate", "cause": "mem", "bundleID": NOTES}, "Accepted: .*jetsam"),
        ("greenroom: event", {"type": "device.presentSystemAlert", "alert": "camera"}, "Accepted: .*permission"),
    ],
)
def test_refusals_say_what_would_be_right(driver, command, arguments, message):
    with pytest.raises(exceptions.WebDriverException, match=message):
        script(driver, command, **arguments)


def test_refused_apps_say_where_the_mistake_is(open_session):
    with pytest.raises(
        exceptions.SessionNotCreatedException, match=r"greenroom:apps\[0\].*CFBundleURLTypes|urlSchemes.*Accepted"
    ):
        open_session(apps=({"bundleID": NOTES, "urlSchemes": ["notes"]},))


@pytest.mark.parametrize("command", ["mobile: scroll", "mobile: getClipboard", "mobile: startPcap"])
def test_what_is_not_simulated_is_said_briefly(driver, command):
    with pytest.raises(exceptions.WebDriverException, match="means nothing") as refusal:
        script(driver, command)
    assert len(refusal.value.msg) < 400


def test_the_address_of_the_interface_is_not_that_of_appium(listeners):
    with pytest.raises(exceptions.WebDriverException) as refusal:
        webdriver.Remote(listeners.api, options=XCUITestOptions())
    assert "--appium-port" in str(refusal.value)


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ("Do MMM", r"\d+(st|nd|rd|th) [A-Z][a-z]{2}"),
        ("YYYY-[W]WW-E", r"\d{4}-W\d\d-[1-7]"),
        ("LLLL", r"[A-Z][a-z]+day, [A-Z][a-z]+ \d+, \d{4} \d+:\d\d [AP]M"),
        ("Q", "[1-4]"),
        ("DDDD k:mm", r"\d{3} \d+:\d\d"),
    ],
)
def test_formats_of_time(driver, form, expected):
    assert re.fullmatch(expected, driver.get_device_time(form))


def test_requests_are_listed(driver, listeners):
    driver.query_app_state(NOTES)
    with pytest.raises(exceptions.WebDriverException):
        script(driver, "mobile: lanchApp")
    # Each server lists what it has answered.
    listed = [one for server in listeners.servers for one in httpx.get(f"{server}/v1/requests").json()["requests"]]
    mine = [one for one in listed if one["path"] == f"/session/{driver.session_id}/execute/sync"]
    accepted, refused = sorted(mine, key=lambda one: one["status"])
    for one, status in [(accepted, 200), (refused, 405)]:
        assert (one["method"], one["status"], one["listener"]) == ("POST", status, "appium")
        assert one["device"] == driver.capabilities["udid"]
    assert "mobile: lanchApp" in refused["body"]
    assert "Did you mean" in refused["refusal"]


def test_the_device_says_that_an_alert_covers_it(driver, phone):
    ask(driver, "camera")
    (overlay,) = phone.read()["overlays"]
    assert overlay == {"name": "systemAlert"}
    driver.switch_to.alert.dismiss()
    assert phone.read()["overlays"] == []


def test_a_session_of_a_system_app_leaves_the_running_one(listeners, make_device):
    asked = {
        "platformName": "iOS",
        "appium:udid": make_device().id,
        "appium:bundleId": SETTINGS,
        "appium:noReset": True,
    }
    pids = []
    for _ in range(2):
        driver = webdriver.Remote(listeners.appium, options=XCUITestOptions().load_capabilities(asked))
        pids.append(script(driver, "mobile: activeAppInfo")["pid"])
        driver.quit()
    assert pids[0] == pids[1]
