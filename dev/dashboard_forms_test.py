"""Uses the forms of the dashboard as a person would: installs apps, sends events, forks. dashboard_forms_test.py URL"""

import os
import re
import sys

from playwright.sync_api import expect, sync_playwright

from dashboard_browser import MAPS, NOTES, Browser, Server

SERVER = Server(sys.argv[1])
ask = SERVER.ask
DESKTOP, PHONE = {"width": 1440, "height": 1000}, {"width": 390, "height": 844}


def device_page(chromium, device, body, live="live", **options):
    """A browser on the page of a new device."""
    ask("POST", "/v1/devices", {"id": device, "clock": {"mode": "manual"}, **body})
    browser = Browser(chromium, SERVER, **{"viewport": DESKTOP, **options})
    browser.open(f"#/devices/{device}")
    browser.is_live(live)
    return browser


def an_app_is_installed(chromium):
    for viewport in (DESKTOP, PHONE):
        device = f"installs-{viewport['width']}"
        browser = device_page(chromium, device, {"apps": [{"bundleID": MAPS}]}, viewport=viewport)
        page = browser.page
        page.get_by_role("button", name="Install an app").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_label("Bundle identifier").fill(NOTES)
        dialog.get_by_label("remote-notification").check()
        dialog.get_by_label("Permitted task identifiers").fill("com.example.notes.refresh\ncom.example.notes.clean")
        dialog.get_by_label("Scene manifest").select_option("several")
        dialog.get_by_role("button", name="Add an action").click()
        dialog.get_by_label("takesSeconds").fill("1.5")
        dialog.get_by_role("button", name="Add an action").click()
        second = dialog.get_by_role("group", name="Action 2")
        second.get_by_label("Action").select_option("beginBackgroundTask")
        second.get_by_label("name").fill("upload")
        # What the server refuses is said beside its field, and the dialog stays open.
        dialog.get_by_label("Other keys, as JSON").fill('{"UIBackgroundModes": 5}')
        dialog.get_by_label("remote-notification").uncheck()
        dialog.get_by_role("button", name="Install", exact=True).click()
        problem = dialog.locator(".problem:not(:empty)")
        expect(problem).to_have_count(1)
        assert problem.evaluate("""(element) => {
            const { left, bottom } = element.getBoundingClientRect();
            return document.elementFromPoint(left + 4, bottom - 4) === element;
        }"""), "the buttons of the dialog cover what is wrong"
        dialog.get_by_label("Other keys, as JSON").fill("")
        dialog.get_by_label("remote-notification").check()
        dialog.get_by_role("button", name="Install", exact=True).click()
        expect(dialog).to_be_hidden()
        expect(page.get_by_role("tab", selected=True)).to_have_text("notes")
        app = ask("GET", f"/v1/devices/{device}/apps/{NOTES}")
        assert app["infoPlist"] == {
            "UIBackgroundModes": ["remote-notification"],
            "BGTaskSchedulerPermittedIdentifiers": ["com.example.notes.refresh", "com.example.notes.clean"],
            "UIApplicationSceneManifest": {"UIApplicationSupportsMultipleScenes": True}}, app["infoPlist"]
        done = app["behavior"]["sceneDidEnterBackground(_:)"]
        assert done == [{"action": "save", "takesSeconds": 1.5},
                        {"action": "beginBackgroundTask", "name": "upload"}], done
        browser.check(f"installing, {viewport['width']} pixels wide")


def an_app_is_changed(chromium):
    responders = [{"name": "editor", "handles": ["touch"]}]
    browser = device_page(chromium, "changes", {"apps": [{"bundleID": NOTES, "responders": responders, "behavior": {
        "applicationDidEnterBackground(_:)": [{"action": "save"}]}}]})
    page = browser.page
    page.get_by_role("button", name="Change the app").click()
    dialog = page.get_by_role("dialog")
    row = dialog.get_by_role("group", name="Action 1")
    row.get_by_label("takesSeconds").fill("99999999999")
    dialog.get_by_role("button", name="Update").click()
    # The browser says that this is too much, as the description of the interface does.
    assert row.get_by_label("takesSeconds").evaluate("field => !field.validity.valid")
    row.get_by_label("takesSeconds").fill("2")
    dialog.get_by_label("Version").fill("2.0")
    dialog.get_by_role("button", name="Update").click()
    expect(dialog).to_be_hidden()
    app = ask("GET", f"/v1/devices/changes/apps/{NOTES}")
    assert app["version"] == "2.0" and app["responders"][0]["name"] == "editor", app
    assert app["behavior"] == {"applicationDidEnterBackground(_:)": [{"action": "save", "takesSeconds": 2}]}, app
    page.get_by_role("button", name="Change the app").click()
    page.get_by_role("button", name="Remove the app").click()
    expect(page.get_by_text("No app is installed yet.")).to_be_visible()
    browser.check("changing an app")


def what_has_no_effect_is_said(chromium):
    for locale, live, install, bundle, add, submit, said in (
            ("en-US", "live", "Install an app", "Bundle identifier", "Add an action", "Install", "The app is installed."),
            ("zh-CN", "实时", "安装应用", "Bundle 标识符", "添加操作", "安装", "应用已安装。")):
        device = f"no-effect-{locale[:2]}"
        browser = device_page(chromium, device, {}, live=live, locale=locale, viewport=PHONE)
        page = browser.page
        page.get_by_role("button", name=install).click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_label(bundle).fill(NOTES)
        dialog.get_by_role("button", name=add).click()
        # With scenes the app delegate does not hear of it.
        dialog.locator(".behavior-row select").first.select_option("applicationDidEnterBackground(_:)")
        dialog.locator("textarea").nth(3).fill('{"UIBackgroundModesX": ["audio"]}')
        dialog.get_by_role("button", name=submit, exact=True).click()
        warnings = page.get_by_role("dialog").locator(".warnings")
        expect(warnings).to_contain_text(said)
        expect(warnings.locator("code")).to_have_text(["UIBackgroundModesX", "applicationDidEnterBackground(_:)"])
        assert page.get_by_role("dialog").count() == 1
        # It stays a warning: an update without a change ends it.
        page.get_by_role("dialog").locator("button.primary").click()
        expect(page.get_by_role("dialog")).to_be_hidden()
        browser.check(f"what has no effect, {locale}")


def what_others_changed_is_not_overwritten(chromium):
    browser = device_page(chromium, "shared", {"apps": [{"bundleID": NOTES}]})
    page = browser.page
    page.get_by_role("button", name="Change the app").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Version").fill("2.0")
    # Somebody else changes the app meanwhile.
    ask("PUT", f"/v1/devices/shared/apps/{NOTES}", {"name": "Letters"})
    dialog.get_by_role("button", name="Update").click()
    expect(dialog.get_by_role("alert").filter(has_text="Somebody else has changed the app")).to_be_visible()
    app = ask("GET", f"/v1/devices/shared/apps/{NOTES}")
    assert (app["name"], app["version"]) == ("Letters", "1.0"), app
    dialog.get_by_role("button", name="Cancel").click()
    page.get_by_role("button", name="Change the app").click()
    expect(dialog.get_by_label("Name", exact=True)).to_have_value("Letters")
    dialog.get_by_label("Version").fill("2.0")
    # What happens on the device meanwhile is no change of the app.
    SERVER.post("shared", {"type": "device.lock"}, {"type": "device.unlock"})
    dialog.get_by_role("button", name="Update").click()
    expect(dialog).to_be_hidden()
    app = ask("GET", f"/v1/devices/shared/apps/{NOTES}")
    assert (app["name"], app["version"]) == ("Letters", "2.0"), app
    browser.check("an app that somebody else has changed")


def any_event_can_be_sent(chromium):
    browser = device_page(chromium, "events", {"apps": [{"bundleID": NOTES}]})
    page = browser.page
    browser.has_records("events")
    # Who is faster than the description of the interface, which is large, goes to the list when it is there.
    descriptions = []
    page.route("**/openapi.json", lambda route: descriptions.append(route))
    with page.expect_request("**/openapi.json"):
        page.get_by_text("All events").click()
    page.get_by_label("Find an event").fill("rotate")
    page.get_by_label("Find an event").press("ArrowDown")
    expect(page.get_by_label("Events", exact=True).locator("option")).to_have_count(0)
    descriptions.pop().continue_()
    expect(page.get_by_role("heading", name="device.rotate")).to_be_visible()
    page.get_by_label("orientation").select_option("landscapeLeft")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_text("device.rotate was sent.")).to_be_visible()
    expect(page.get_by_role("region", name="Records", exact=True).get_by_text("device.rotate")).to_be_visible()
    page.get_by_label("Find an event").fill("battery")
    page.get_by_label("Events", exact=True).select_option("device.setBattery")
    page.get_by_label("level").fill("0.4")
    page.get_by_label("charging").select_option("true")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_text("device.setBattery was sent.")).to_be_visible()
    page.get_by_label("Find an event").fill("push deliver")
    page.get_by_label("Events", exact=True).select_option("push.deliver")
    page.get_by_label("payload").fill("not JSON")
    page.get_by_role("button", name="Send").click()
    assert page.get_by_label("payload").evaluate("field => field.validationMessage") == "This is not JSON."
    # What the server refuses is said beside the field.
    page.get_by_label("Find an event").fill("scene.activate")
    page.get_by_label("Events", exact=True).select_option("scene.activate")
    page.get_by_label("sceneID").fill("the first")
    page.get_by_role("button", name="Send").click()
    expect(page.locator(".field", has=page.get_by_label("sceneID")).locator(".problem")).to_contain_text("sceneID")
    expect(page.get_by_label("sceneID")).to_be_focused()
    # What makes no sense now is refused with what would make sense.
    page.get_by_label("Find an event").fill("device.answerCall")
    page.get_by_label("Events", exact=True).select_option("device.answerCall")
    page.get_by_role("button", name="Send").click()
    expect(page.locator(".picker > div > form > .problem")).to_contain_text("Accepted: device.home")
    sent = [record["event"] for record in ask("GET", "/v1/devices/events/timeline?after=0")["records"]
            if record["kind"] == "input" and "event" in record]
    assert sent == [{"type": "device.rotate", "orientation": "landscapeLeft"},
                    {"type": "device.setBattery", "level": 0.4, "charging": True}], sent
    browser.check("any event")


def windows_are_lanes(chromium):
    browser = device_page(chromium, "windows", {"model": "iPad", "apps": [{"bundleID": NOTES, "infoPlist": {
        "UIApplicationSceneManifest": {"UIApplicationSupportsMultipleScenes": True}}}]})
    page = browser.page
    SERVER.post("windows", {"type": "app.launch", "bundleID": NOTES}, {"type": "scene.create", "bundleID": NOTES},
                {"type": "scene.create", "bundleID": NOTES, "role": "windowExternalDisplayNonInteractive"})
    expect(page.locator(".timeline .scene-name")).to_have_text(["window 1", "window 2", "display 3"])
    expect(page.locator(".timeline .scene.active")).not_to_have_count(0)
    browser.check("windows")
    # A car needs an iPhone.
    browser = device_page(chromium, "car", {"apps": [{"bundleID": NOTES, "infoPlist": {
        "UIApplicationSceneManifest": {"UIApplicationSupportsMultipleScenes": False}}}]})
    SERVER.post("car", {"type": "app.launch", "bundleID": NOTES},
                {"type": "scene.create", "bundleID": NOTES, "role": "carTemplateApplication"})
    expect(browser.page.locator(".timeline .scene-name")).to_have_text(["window 1", "car 2"])
    browser.check("car")


def another_course_is_tried(chromium):
    browser = device_page(chromium, "forks", {"apps": [{"bundleID": NOTES}]})
    page = browser.page
    SERVER.post("forks", {"type": "app.launch", "bundleID": NOTES})
    SERVER.post("forks", {"type": "device.incomingCall"})
    SERVER.post("forks", {"type": "device.answerCall"})
    browser.has_records("forks")
    page.get_by_role("cell", name="app.launch").click()
    page.get_by_role("button", name="What if, from here?").click()
    page.get_by_label("Id of the copy").fill("launched")
    with page.expect_response("**/fork") as forked:
        page.get_by_role("button", name="Copy the device").click()
    # The launch is done at one instant, so the copy has all of it, and the page says so.
    last = forked.value.json()["sequence"]
    browser.has_said(f"launched is a copy up to record {last}.", "The input that wrote record")
    expect(page.get_by_role("heading", name="launched")).to_be_visible()
    # Another page begins at its beginning, for the keyboard, too.
    expect(page.locator("main")).to_be_focused()
    page.go_back()
    browser.is_live()
    browser.has_records("forks")
    page.get_by_role("cell", name="device.answerCall").click()
    page.get_by_role("button", name="What if not?").click()
    page.get_by_label("Id of the copy").fill("forks")
    page.get_by_role("button", name="Copy the device").click()
    expect(page.get_by_role("dialog").get_by_text("forks")).to_be_visible()
    page.get_by_label("Id of the copy").fill("declines")
    page.get_by_role("button", name="Copy the device").click()
    expect(page.get_by_role("heading", name="declines")).to_be_visible()
    page.get_by_role("button", name="Decline").click()
    expect(page.locator(".chip.active")).to_be_visible()
    browser.check("another course")


def what_an_app_leaves_is_shown(chromium):
    browser = device_page(chromium, "leaves", {"apps": [{"bundleID": NOTES}]})
    page = browser.page
    SERVER.post("leaves", {"type": "app.launch", "bundleID": NOTES})
    ask("POST", f"/v1/devices/leaves/apps/{NOTES}/actions", {"action": "edit"})
    SERVER.post("leaves", {"type": "device.home"}, {"type": "app.crash", "bundleID": NOTES, "exception": "abort"})
    browser.has_records("leaves")
    page.get_by_text("Reports", exact=True).click()
    page.get_by_role("button", name="Open the report").click()
    with page.expect_download():
        page.get_by_role("button", name="Save as a file").click()
    page.get_by_role("button", name="Close", exact=True).click()
    page.get_by_text("Energy", exact=True).click()
    expect(page.get_by_role("row", name="in all")).to_be_visible()
    # A finding leads to its evidence, and its record to both.
    page.locator(".evidence button").first.click()
    expect(page.locator(".detail dl")).to_contain_text("edit")
    page.locator(".records tr.finding").first.click()
    expect(page.locator(".detail dd").nth(1)).to_have_text("finding")
    page.locator(".detail-links").get_by_role("button", name="Evidence #").first.click()
    expect(page.locator(".detail dd").nth(1)).not_to_have_text("finding")
    browser.check("what an app leaves")


def what_the_system_keeps_is_shown(chromium):
    served = {"didReceive(_:withContentHandler:)": [{"action": "work", "cpuSeconds": 1, "takesSeconds": 20}]}
    browser = device_page(chromium, "keeps", {"apps": [{
        "bundleID": NOTES, "notificationService": {"behavior": served},
        "infoPlist": {"UIBackgroundModes": ["location"], "NSSupportsLiveActivities": True}}]})
    app = browser.page.get_by_role("region", name="App", exact=True)
    kept = app.locator(".registrations li")
    expect(app.get_by_role("heading", name="Audit")).to_be_visible()
    expect(kept).to_have_count(0)
    SERVER.post("keeps", {"type": "app.launch", "bundleID": NOTES})
    ask("POST", f"/v1/devices/keeps/apps/{NOTES}/actions", [
        {"action": "requestLiveActivity", "identifier": "ride"},
        {"action": "startLocationSession", "session": "backgroundActivity"},
        {"action": "monitorSignificantLocationChanges"}])
    expect(kept).to_contain_text([
        re.compile("Live Activity “ride” · ends at 08:00:00 · held by its process"),
        "CLBackgroundActivitySession · held by its process", "monitors significant changes of location"])
    SERVER.post("keeps", {"type": "app.forceQuit", "bundleID": NOTES})
    expect(kept.first).to_contain_text("of an earlier process")
    SERVER.post("keeps", {"type": "push.deliver", "bundleID": NOTES, "pushType": "alert", "priority": 10,
                          "payload": {"aps": {"alert": "Hello", "mutable-content": 1}}})
    extension = app.locator(".extension")
    expect(extension).to_contain_text("didReceive(_:withContentHandler:) until 00:00:30")
    browser.has_records("keeps")
    kept.first.get_by_role("button").click()
    expect(browser.page.locator(".detail")).to_contain_text("liveActivity")
    for viewport in (DESKTOP, PHONE):
        for locale, title in (("en-US", "Notification service extension"), ("zh-CN", "通知服务扩展")):
            other = Browser(chromium, SERVER, viewport=viewport, locale=locale)
            other.open("#/devices/keeps")
            expect(other.page.get_by_role("heading", name=title)).to_be_visible()
            expect(other.page.locator(".registrations li")).not_to_have_count(0)
            other.check(f"what the system keeps, {locale}, {viewport['width']} pixels wide")
    # The system ends the Live Activity by itself, and nothing but a verdict says so.
    ask("POST", "/v1/devices/keeps/clock/advance", {"seconds": 8 * 3600})
    expect(kept).not_to_contain_text(["Live Activity"])
    expect(extension).to_have_count(0)
    browser.check("what the system keeps")


def dialogs_can_be_read(chromium):
    for scheme in ("light", "dark"):
        for viewport in (DESKTOP, PHONE):
            for button in ("Change the app", "What if?"):
                browser = Browser(chromium, SERVER, viewport=viewport, color_scheme=scheme)
                browser.open("#/devices/windows")
                browser.page.get_by_role("button", name=button).click()
                dialog = browser.page.get_by_role("dialog")
                expect(dialog).to_be_visible()
                assert dialog.evaluate("dialog => dialog.scrollWidth <= dialog.clientWidth"), "it is too wide"
                browser.check(f"{button}, {scheme}, {viewport['width']} pixels wide")


def a_recording_survives_a_reload(chromium):
    browser = device_page(chromium, "records", {"apps": [{"bundleID": NOTES}]})
    page = browser.page
    SERVER.post("records", {"type": "device.lock"})
    browser.has_records("records")
    page.get_by_role("button", name="● Record", exact=True).click()
    page.reload()
    browser.is_live()
    expect(page.get_by_role("button", name="● Recording")).to_be_visible()
    SERVER.post("records", {"type": "device.unlock"})
    browser.has_records("records")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as scenario").click()
    with open(saved.value.path(), encoding="utf-8") as file:
        steps = file.read().split("\nsteps:")[1]
    # What came before the recording is done, and what came after it is checked.
    assert "{send: {type: device.lock}}" in steps and "{send: {type: device.unlock}, callbacks" in steps, steps
    browser.check("a recording")


def it_speaks_chinese(chromium):
    for scheme in ("light", "dark"):
        for viewport in (DESKTOP, PHONE):
            browser = Browser(chromium, SERVER, viewport=viewport, color_scheme=scheme, locale="zh-CN")
            browser.open("#/devices/windows")
            expect(browser.page.locator("#link")).to_have_text("实时")
            expect(browser.page.locator("html")).to_have_attribute("lang", "zh-Hans")
            expect(browser.page.get_by_role("heading", name="时间线")).to_be_visible()
            browser.page.get_by_text("全部事件").click()
            browser.page.get_by_label("查找事件").fill("旋转设备")
            browser.page.get_by_label("查找事件").press("ArrowDown")
            expect(browser.page.get_by_role("heading", name="device.rotate")).to_be_visible()
            browser.check(f"Chinese, {scheme}, {viewport['width']} pixels wide")
    browser = Browser(chromium, SERVER, viewport=PHONE, locale="zh-CN")
    browser.open()
    browser.page.get_by_role("button", name="English").click()
    browser.is_live()
    browser.page.reload()
    expect(browser.page.get_by_role("heading", name="Devices")).to_be_visible()
    browser.page.get_by_role("button", name="中文").click()
    expect(browser.page.get_by_role("heading", name="设备")).to_be_visible()
    browser.check("the switch of the language")


def what_the_server_says_is_in_chinese(chromium):
    SERVER.post("leaves", {"type": "push.deliver", "bundleID": NOTES, "pushType": "background", "priority": 5,
                           "payload": {"aps": {"content-available": 1}}})
    for viewport in (DESKTOP, PHONE):
        browser = Browser(chromium, SERVER, viewport=viewport, locale="zh-CN")
        page = browser.page
        browser.open("#/devices/leaves")
        app = page.get_by_role("region", name="应用", exact=True)
        finding = app.locator(".findings li").filter(has_text="dataLoss")
        expect(finding).to_contain_text("进程结束时还有未保存的更改，数据已丢失：进程结束时有 1 项更改未保存")
        expect(finding).to_contain_text("每次更改时就保存")
        expect(app.get_by_text("它的上一个进程已结束：异常退出（abort）", exact=True)).to_be_visible()
        expect(app.locator("[lang=en]")).to_have_count(0)
        expect(app.get_by_text("上次退出：异常退出（abort）")).to_be_visible()
        records = page.locator(".records tbody")
        expect(records.locator("tr.exit").get_by_title("Abort trap: 6")).to_have_text(re.compile("^异常退出"))
        expect(records.locator("tr.verdict")).to_contain_text(
            "推送 被丢弃：Info.plist 的 UIBackgroundModes 中没有 remote-notification")
        # The words of the system's log are in the tooltip, and are found, too.
        page.get_by_label("在记录中查找").fill("abort trap")
        expect(records.locator("tr")).to_have_count(1)
        page.get_by_role("button", name="如果……会怎样？").click()
        page.get_by_label("副本的标识").fill("leaves")
        page.get_by_role("button", name="复制设备").click()
        expect(page.get_by_role("dialog").get_by_role("alert")).to_have_text("已有设备 leaves。")
        page.keyboard.press("Escape")
        # What was refused is listed with the reason, in the same words.
        page.get_by_text("请求", exact=True).click()
        page.get_by_label("只看被拒绝的").check()
        expect(page.locator(".requests li").first).to_contain_text("已有设备 leaves。")
        browser.check(f"what the server says, {viewport['width']} pixels wide")
    browser = device_page(chromium, "advises", {"apps": [{"bundleID": NOTES}]}, locale="zh-CN", live="实时")
    SERVER.post("advises", {"type": "app.launch", "bundleID": NOTES})
    ask("POST", f"/v1/devices/advises/apps/{NOTES}/actions", {"action": "beginBackgroundTask", "name": "upload"})
    SERVER.post("advises", {"type": "device.home"})
    ask("POST", "/v1/devices/advises/clock/advance", {"seconds": 60})
    finding = browser.page.locator(".findings li").filter(has_text="backgroundTaskLeaked")
    expect(finding).to_contain_text("在工作完成时和到期处理中")
    browser.check("advice in Chinese")


def problems_can_be_read(chromium):
    for path, english, chinese in (("problems", "Problems", "错误"), ("problems/invalid-value", "invalid-value", "invalid-value")):
        for scheme in ("light", "dark"):
            for viewport in (DESKTOP, PHONE):
                for locale, title in (("en-US", english), ("zh-CN", chinese)):
                    browser = Browser(chromium, SERVER, viewport=viewport, color_scheme=scheme, locale=locale)
                    browser.open(path)
                    expect(browser.page.get_by_role("heading", name=title, exact=True, level=1)).to_be_visible()
                    # Nothing scrolls by itself. For the whole of a long page axe takes minutes: a part shows the same.
                    assert browser.page.evaluate("""() => {
                        const articles = [...document.querySelectorAll("article")];
                        const wide = articles.filter((one) => one.scrollWidth > one.clientWidth);
                        articles.forEach((one, index) => { if (index % 20) one.remove(); });
                        return wide.length;
                    }""") == 0, f"/{path}, {viewport['width']} pixels wide"
                    browser.check(f"/{path}, {locale}, {scheme}, {viewport['width']} pixels wide")


def main():
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=os.environ["CHROMIUM"], args=["--no-sandbox"])
        for part in [an_app_is_installed, an_app_is_changed, what_has_no_effect_is_said,
                     what_others_changed_is_not_overwritten,
                     any_event_can_be_sent, windows_are_lanes, another_course_is_tried,
                     what_an_app_leaves_is_shown, what_the_system_keeps_is_shown, dialogs_can_be_read,
                     a_recording_survives_a_reload, it_speaks_chinese,
                     what_the_server_says_is_in_chinese, problems_can_be_read]:
            part(chromium)
            print("ok", part.__name__.replace("_", " "), flush=True)
        chromium.close()


main()
