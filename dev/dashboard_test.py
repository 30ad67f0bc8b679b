"""Uses the dashboard as a person would. dashboard_test.py URL [SCREENSHOT | --token TOKEN]"""

import os
import re
import sys
import tempfile

from playwright.sync_api import expect, sync_playwright

from dashboard_browser import MAPS, MUSIC, NOTES, Browser, Server

URL = sys.argv[1]
TOKEN = sys.argv[3] if "--token" in sys.argv else None
SCREENSHOT = sys.argv[2] if len(sys.argv) > 2 and not TOKEN else None
SERVER = Server(URL, TOKEN)
ask = SERVER.ask


def make_devices():
    """A device with a timeline, and others beside it."""
    ask("POST", "/v1/devices", {
        "id": "stage", "clock": {"mode": "manual"},
        "apps": [
            {"bundleID": NOTES, "infoPlist": {"UIBackgroundModes": ["remote-notification"]}, "behavior": {
                "sceneDidEnterBackground(_:)": [
                    {"action": "save", "takesSeconds": 1.5},
                    {"action": "beginBackgroundTask", "name": "upload", "endsAfterSeconds": 12}]}},
            {"bundleID": MUSIC},
            {"bundleID": MAPS, "behavior": {
                "sceneDidEnterBackground(_:)": [{"action": "beginBackgroundTask", "name": "tiles"}]}}]})
    for step in [
            {"type": "app.launch", "bundleID": NOTES}, 4, {"type": "device.openControlCenter"}, 2,
            {"type": "device.closeControlCenter"}, 3, {"type": "app.launch", "bundleID": MAPS}, 5,
            {"type": "app.launch", "bundleID": MUSIC}, 16, {"type": "device.home"}, 3]:
        if isinstance(step, int):
            ask("POST", "/v1/devices/stage/clock/advance", {"seconds": step})
        else:
            ask("POST", "/v1/devices/stage/events", step)
    for number in range(40):
        ask("POST", "/v1/devices", {"id": f"phone-{number}", "clock": {"mode": "manual"},
                                    "labels": {"run": str(number % 3)}, "apps": [{"bundleID": NOTES}]})


def the_grid_is_live(chromium):
    browser = Browser(chromium, SERVER, viewport={"width": 1280, "height": 900})
    page = browser.page
    browser.open()
    browser.is_live()
    expect(page.locator(".card")).to_have_count(41)
    ask("POST", "/v1/devices/phone-7/events", {"type": "app.launch", "bundleID": NOTES})
    expect(page.locator('.card[href="#/devices/phone-7"] .chip.active')).to_have_count(1)
    expect(page.locator(".counts .active b")).to_have_text("1")
    page.get_by_label("Find devices").fill("run:1")
    expect(page.locator(".card")).to_have_count(13)
    page.get_by_label("Find devices").fill("stage")
    expect(page.locator(".card")).to_have_count(1)
    page.get_by_label("Find devices").fill("nothing has this")
    expect(page.get_by_text("No device matches.")).to_be_visible()
    browser.check("the grid")


def a_device_is_made(chromium):
    browser = Browser(chromium, SERVER, viewport={"width": 1280, "height": 900})
    page = browser.page
    browser.open()
    page.get_by_role("button", name="New device").click()
    page.get_by_label("Id", exact=True).fill("made-here")
    page.get_by_label("Model").select_option("iPad")
    page.get_by_label("Memory, in bytes").fill("4294967296")
    page.get_by_label("Seed").fill("7")
    overrides = page.get_by_label("Other values of rules, as JSON")
    overrides.fill('{"suspendDelay": 3}')
    page.get_by_role("button", name="Create").click()
    expect(page.get_by_role("alert").get_by_text("suspendDelay")).to_be_visible()
    expect(overrides).to_be_focused()
    overrides.fill('{"suspendDelaySeconds": 3}')
    page.get_by_role("button", name="Create").click()
    expect(page.get_by_role("heading", name="made-here")).to_be_visible()
    made = ask("GET", "/v1/devices/made-here")
    assert [made[name] for name in ("model", "memoryBytes", "seed")] == ["iPad", 4294967296, 7], made
    assert made["rules"] == {"profile": "ios18", "overrides": {"suspendDelaySeconds": 3}}, made
    # One that is there already is refused, and the page says so.
    page.get_by_role("link", name="Devices").click()
    page.get_by_role("button", name="New device").click()
    page.get_by_label("Id", exact=True).fill("made-here")
    page.get_by_role("button", name="Create").click()
    expect(page.get_by_role("alert").get_by_text("made-here")).to_be_visible()
    browser.check("making a device")


def a_life_is_lived(chromium):
    browser = Browser(chromium, SERVER, viewport={"width": 1440, "height": 1000})
    page = browser.page
    ask("POST", "/v1/devices", {"id": "life", "clock": {"mode": "manual"}, "apps": [{"bundleID": NOTES}]})
    browser.open("#/devices/life")
    browser.is_live()
    page.get_by_role("button", name="● Record").click()
    app = page.get_by_role("region", name="App", exact=True)
    app.get_by_role("button", name="Launch").click()
    expect(app.locator(".chip.active")).to_be_visible()
    expect(page.locator(".timeline .span.active")).to_have_count(1)
    expect(page.get_by_role("button", name="Unlock")).to_be_hidden()
    app.get_by_role("button", name="Edit").click()
    expect(app.get_by_text("1 unsaved")).to_be_visible()
    page.get_by_role("button", name="Home").click()
    expect(app.locator(".chip.background")).to_be_visible()
    expect(app.get_by_text("background → suspended")).to_be_visible()
    expect(page.locator(".timeline .span.suspended.ahead")).to_have_count(1)
    page.get_by_role("button", name="+5 s").click()
    expect(app.locator(".chip.suspended")).to_be_visible()
    expect(app.get_by_role("button", name="Edit")).to_be_disabled()
    # What another client does is shown at once.
    ask("POST", "/v1/devices/life/events", {"type": "app.terminate", "bundleID": NOTES, "cause": "jetsam"})
    expect(page.locator(".timeline .mark.exit")).to_have_count(1)
    expect(page.get_by_role("region", name="Records", exact=True).get_by_text("dataLoss").first).to_be_visible()
    # The clock is moved by hand, so each record has its place, and callbacks have their names.
    by_order = page.get_by_role("button", name="By order")
    expect(by_order).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".timeline .callbacks .name", has_text="didEnterBackground").first).to_be_visible()
    stage = page.locator("svg.timeline")
    stage.focus()
    stage.press("ArrowLeft")
    stage.press("ArrowLeft")
    expect(page.locator(".detail dl")).to_contain_text("00:00:05.000")
    page.get_by_role("button", name="JSON").click()
    expect(page.locator(".detail pre")).to_contain_text('"sequence"')
    stage.press("+")
    stage.press("0")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as scenario").click()
    path = os.path.join(tempfile.mkdtemp(), "life.yaml")
    saved.value.save_as(path)
    with open(path, encoding="utf-8") as file:
        text = file.read()
    assert ask("POST", "/v1/scenarios/run", text=text)["passed"], text
    assert "memoryPressure" in text, text
    page.get_by_role("button", name="Lock", exact=True).click()
    expect(page.get_by_role("button", name="Unlock")).to_be_visible()
    page.get_by_role("button", name="Let the clock run").click()
    expect(page.get_by_role("button", name="Pause the clock")).to_be_visible()
    first = page.locator(".clock-time").inner_text()
    expect(page.locator(".clock-time")).not_to_have_text(first)
    page.get_by_role("button", name="Delete").click()
    expect(page.get_by_role("heading", name="Devices")).to_be_visible()
    browser.check("a life")


def a_whole_device_is_on_one_screen(chromium):
    browser = Browser(chromium, SERVER, viewport={"width": 1400, "height": 900})
    page = browser.page
    browser.open("#/devices/stage")
    browser.is_live()
    browser.has_records("stage")
    for part in (".timeline-box", ".records", ".detail"):
        box = page.locator(part).bounding_box()
        assert box["height"] > 140 and box["y"] + box["height"] <= 900, f"{part}: {box}"
    for name in ("Home", "Launch", "Force quit", "Crash"):
        box = page.get_by_role("button", name=name, exact=True).bounding_box()
        assert box["y"] + box["height"] <= 900, f"{name}: {box}"
    # The wheel zooms at the pointer, and a row of the table is shown in the timeline.
    stage = page.locator("svg.timeline").bounding_box()
    page.mouse.move(stage["x"] + stage["width"] - 60, stage["y"] + 120)
    page.mouse.wheel(0, -900)
    follow = page.get_by_role("button", name="Follow")
    expect(follow).to_have_attribute("aria-pressed", "false")
    page.locator(".records tbody tr").filter(has_text="sceneDidBecomeActive").first.click()
    expect(page.locator(".timeline .callbacks .picked circle")).to_be_in_viewport()
    follow.click()
    page.locator("svg.timeline").press("+")
    expect(follow).to_have_attribute("aria-pressed", "true")
    browser.check("a device on one screen")


def the_focus_and_the_app_stay(chromium):
    ask("POST", "/v1/devices", {"id": "focus", "clock": {"mode": "manual"}, "apps": [
        {"bundleID": NOTES, "name": "Notebook"}, {"bundleID": MAPS}]})
    SERVER.post("focus", {"type": "app.launch", "bundleID": MAPS}, {"type": "app.launch", "bundleID": NOTES})
    browser = Browser(chromium, SERVER, viewport={"width": 1400, "height": 900})
    page = browser.page
    browser.open("#/devices/focus")
    browser.is_live()
    for names in (page.locator(".timeline .lane-name"), page.get_by_role("tab")):
        expect(names).to_have_text(["Notebook", "maps"])
    # What ends every process is not beside what does not, and asks first.
    call, decline = (page.get_by_role("button", name=name, exact=True) for name in ("Call", "Decline"))
    call.focus()
    page.keyboard.press("Enter")
    expect(decline).to_be_visible()
    decline.focus()
    page.keyboard.press("Enter")
    expect(decline).to_be_hidden()
    expect(call).to_be_focused()
    page.get_by_text("Power", exact=True).click()
    with page.expect_event("dialog") as asked:
        page.get_by_role("button", name="Reboot").click()
    assert "Every app" in asked.value.message
    expect(page.get_by_role("button", name="Unlock")).to_be_visible()
    # A button that cannot be used says why.
    for name, reason in [("Launch", "The device is locked."), ("Crash", "The app does not run.")]:
        button = page.get_by_role("button", name=name, exact=True)
        expect(button).to_be_disabled()
        expect(button).to_have_attribute("title", reason)
    SERVER.post("focus", {"type": "device.unlock"}, {"type": "app.launch", "bundleID": MAPS},
                {"type": "app.launch", "bundleID": NOTES})
    # Until another app is shown, its buttons do nothing to the one before.
    quit_button = page.get_by_role("button", name="Force quit")
    expect(page.locator("#app-panel .chip.active")).to_be_visible()
    expect(quit_button).to_be_enabled()
    box = quit_button.bounding_box()
    held = []
    page.route("**/v1/devices/focus", lambda route: held.append(route), times=1)
    with page.expect_request("**/v1/devices/focus"):
        page.get_by_role("tab", name="maps").click()
    expect(page.get_by_role("tab", name="maps")).to_have_attribute("aria-selected", "true")
    page.mouse.click(box["x"] + 5, box["y"] + 5)
    browser.draws()
    held[0].continue_()
    expect(page.locator("#app-panel .chip.background")).to_be_visible()
    states = {app["bundleID"]: app["state"] for app in ask("GET", "/v1/devices/focus")["apps"]}
    assert states == {NOTES: "active", MAPS: "background"}, states
    browser.check("focus and app")
    ask("DELETE", "/v1/devices/focus")


def memory_is_a_curve(chromium):
    ask("POST", "/v1/devices", {"id": "memory", "clock": {"mode": "manual"}, "apps": [{"bundleID": NOTES, "behavior": {
        "sceneDidEnterBackground(_:)": [{"action": "free", "bytes": 30 * 1048576}]}}]})
    SERVER.post("memory", {"type": "app.launch", "bundleID": NOTES})
    browser = Browser(chromium, SERVER, viewport={"width": 1400, "height": 900})
    page = browser.page
    browser.open("#/devices/memory")
    browser.is_live()
    page.get_by_role("button", name="Allocate 200 MiB").click()
    sizes = page.locator(".timeline .memory-size")
    expect(sizes.filter(has_text="MiB")).to_have_text("280 MiB")
    expect(sizes.filter(has_text="GiB")).to_have_text("1.8 GiB of 6.0 GiB")
    page.get_by_role("button", name="Home").click()
    expect(sizes.filter(has_text="MiB")).to_have_text("250 MiB")
    footprints = {app["footprintBytes"] for app in ask("GET", "/v1/devices/memory/processes")["processes"]}
    assert footprints == {250 * 1048576}, footprints
    # A record that a limit is about leads to its rule.
    page.locator(".records tr.callback").filter(has_text="sceneDidEnterBackground").click()
    page.get_by_role("button", name="didEnterBackgroundLimitSeconds").click()
    expect(page.locator(".detail .rule-note")).to_contain_text("documents 5 s")
    browser.check("memory")
    ask("DELETE", "/v1/devices/memory")


def two_profiles_are_compared(chromium):
    """Compares the life of a device with the same life by other rules, with the keyboard alone."""
    ask("POST", "/v1/devices", {"id": "compared", "clock": {"mode": "manual"}, "apps": [{"bundleID": NOTES}]})
    SERVER.post("compared", {"type": "app.launch", "bundleID": NOTES})
    browser = Browser(chromium, SERVER, viewport={"width": 1400, "height": 900})
    page = browser.page

    def press(button):
        expect(button).to_be_enabled()
        button.focus()
        page.keyboard.press("Enter")

    browser.open("#/devices/compared")
    browser.is_live()
    press(page.get_by_role("button", name="Compare"))
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label("With")).to_have_value("/documents")
    press(dialog.get_by_role("button", name="Compare"))
    stages = page.locator("svg.timeline")
    expect(stages).to_have_count(2)
    press(page.get_by_role("button", name="Notification centre"))
    # The notification centre deactivates an app once by the articles, and twice on a phone.
    for stage, count in zip(stages.all(), (2, 1), strict=True):
        expect(stage.locator(".span.inactive").last).to_be_visible()
        expect(stage.locator(".callbacks .name", has_text="willResignActive")).to_have_count(count)
    # Inputs are at the same place, wherever the reader moves.
    stages.last.focus()
    for key in ("+", "a", "0"):
        page.keyboard.press(key)
        browser.draws()
        places = [[flag.get_attribute("d") for flag in stage.locator(".inputs .flag").all()] for stage in stages.all()]
        assert places[0] == places[1], places
    stages.last.focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".detail dl")).to_contain_text("00:00:00.000")
    other = page.url.rsplit(",", 1)[1]
    assert ask("GET", f"/v1/devices/{other}")["rules"]["profile"] == "documents"
    advance = page.get_by_role("button", name="+5 s")
    for device in ("compared", other):
        expect(advance).to_be_enabled()
        ask("DELETE", f"/v1/devices/{device}")
        expect(page.get_by_role("heading", name=f"{device}: this device is gone")).to_be_visible()
    expect(advance).to_be_disabled()
    browser.check("two profiles")


def a_device_goes(chromium):
    browser = Browser(chromium, SERVER)
    ask("POST", "/v1/devices", {"id": "goes"})
    browser.open("#/devices/goes")
    browser.is_live()
    ask("DELETE", "/v1/devices/goes")
    expect(browser.page.get_by_role("heading", name="This device is gone")).to_be_visible()
    browser.check("a device that is gone")


def it_looks_right(chromium):
    for scheme in ("light", "dark"):
        for width in (390, 820, 1440):
            browser = Browser(chromium, SERVER, viewport={"width": width, "height": 1100}, color_scheme=scheme)
            browser.open("#/devices/stage")
            browser.is_live()
            expect(browser.page.locator(".timeline .span.ahead").first).to_be_visible()
            if SCREENSHOT and (scheme, width) == ("light", 1440):
                browser.has_records("stage")
                browser.draws()
                browser.page.screenshot(path=SCREENSHOT, full_page=True)
            browser.check(f"{scheme}, {width} pixels wide")


def it_bears_a_thousand(chromium):
    for number in range(1000):
        ask("POST", "/v1/devices", {"id": f"many-{number}", "clock": {"mode": "manual"}, "labels": {"many": "yes"},
                                    "apps": [{"bundleID": NOTES}, {"bundleID": MUSIC}]})
    browser = Browser(chromium, SERVER, viewport={"width": 1440, "height": 1000})
    browser.open()
    browser.is_live()
    expect(browser.page.locator(".hint")).to_contain_text(re.compile(r"300 of 104\d devices"))
    for number in range(0, 1000, 4):
        ask("POST", f"/v1/devices/many-{number}/events", {"type": "app.launch", "bundleID": MUSIC})
    expect(browser.page.locator(".counts .active b")).to_have_text("251")
    browser.check("a thousand devices")
    ask("DELETE", "/v1/devices?label=many:yes")


def main():
    make_devices()
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=os.environ["CHROMIUM"], args=["--no-sandbox"])
        parts = [the_grid_is_live, a_life_is_lived] if TOKEN else [
            the_grid_is_live, a_device_is_made, a_life_is_lived, a_whole_device_is_on_one_screen,
            the_focus_and_the_app_stay, memory_is_a_curve, two_profiles_are_compared, a_device_goes, it_looks_right, it_bears_a_thousand]
        for part in parts:
            part(chromium)
            print("ok", part.__name__.replace("_", " "), flush=True)
        chromium.close()


main()
