"""Explores on the dashboard as a person would. dashboard_explorations_test.py URL [SCREENSHOTS]"""

import json
import os
import re
import sys

from playwright.sync_api import expect, sync_playwright

from dashboard_browser import NOTES, Browser, Server

SERVER = Server(sys.argv[1])
SCREENSHOTS = sys.argv[2] if len(sys.argv) > 2 else None
ask = SERVER.ask
DESKTOP, PHONE = {"width": 1440, "height": 1000}, {"width": 390, "height": 844}

DIARY = {"bundleID": "com.example.diary", "behavior": {"applicationWillTerminate(_:)": [{"action": "save"}]}}
# Its background tasks grow with every memory warning: a search goes on until it is stopped.
GALLERY = {"bundleID": "com.example.gallery", "behavior": {
    "sceneDidEnterBackground(_:)": [{"action": "beginBackgroundTask", "name": "upload"}],
    "applicationDidReceiveMemoryWarning(_:)": [{"action": "beginBackgroundTask", "name": "purge"}]}}


def exploration(name, app, interruptions=0, **fields):
    """Begins an exploration of an app."""
    file = {"explore": name, "apps": [app], "limits": {"interruptions": interruptions, "transitions": 2_000_000}}
    return ask("POST", "/v1/explorations", {"id": name, "file": file, **fields})


def explored(chromium, name, **options):
    """A browser on the page of an exploration."""
    browser = Browser(chromium, SERVER, **{"viewport": DESKTOP, **options})
    browser.open(f"#/explorations/{name}")
    return browser


def picture(browser, name):
    """Takes a screenshot, if some are wanted."""
    if SCREENSHOTS:
        browser.page.screenshot(path=f"{SCREENSHOTS}/{name}.png", full_page=True)


def what_was_found_is_shown(chromium):
    exploration("diary", DIARY, interruptions=1)
    for viewport in (DESKTOP, PHONE):
        for scheme in ("light", "dark"):
            what = f"{viewport['width']}-{scheme}"
            browser = explored(chromium, "diary", viewport=viewport, color_scheme=scheme)
            page = browser.page
            browser.is_live("has ended")
            expect(page.locator(".pass")).to_have_count(2)
            expect(page.locator(".pass.closed")).to_have_count(2)
            failure = page.locator(".failures > li").first
            expect(failure).to_contain_text("dataLoss")
            failure.locator("summary").press("Enter")
            expect(failure.locator(".inputs-of li")).to_have_count(5)
            expect(failure.locator(".inputs-of li").nth(1)).to_contain_text("edit")
            expect(page.locator(".graph .node")).not_to_have_count(0)
            # The way of the failure lies over the graph while it is open.
            expect(page.locator(".graph .way path")).not_to_have_count(0)
            assert page.locator(".graph .node").count() == len(ask("GET", "/v1/explorations/diary/graph")["nodes"])
            expect(page.locator(".matrix td.tried").first).to_be_visible()
            picture(browser, f"diary-{what}")
            browser.check(f"an exploration, {what}")


def it_works_from_the_keyboard(chromium):
    browser = explored(chromium, "diary")
    page = browser.page
    # A cell of the coverage says why it is as it is, and arrows lead from one to another.
    cell = page.locator(".matrix td[tabindex='0']")
    expect(cell).to_have_count(1)
    cell.focus()
    says = page.locator(".matrix + .hint")
    expect(says).to_contain_text(":")
    first = says.text_content()
    page.keyboard.press("ArrowRight")
    expect(says).not_to_have_text(first)
    page.keyboard.press("ArrowLeft")
    expect(says).to_have_text(first)
    # The graph is a list, too, in which nodes are picked.
    page.get_by_text("As a list").press("Enter")
    node = page.locator(".nodes button").first
    node.press("Enter")
    expect(node).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".node-about b")).to_have_text(node.text_content())
    expect(page.locator(".graph .edge.picked")).not_to_have_count(0)
    page.get_by_text("Never reached").press("Enter")
    expect(page.locator(".never li").first).to_be_visible()
    browser.check("an exploration with the keyboard")


def a_failure_is_a_device_and_a_scenario(chromium):
    browser = explored(chromium, "diary")
    browser.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = browser.page
    failure = page.locator(".failures > li").first
    failure.locator("summary").click()
    failure.get_by_role("button", name="Copy scenario").click()
    browser.has_said("The scenario is on the clipboard.")
    copied = page.evaluate("() => navigator.clipboard.readText()")
    assert not ask("POST", "/v1/scenarios/run", text=copied)["passed"]
    # Accepted, it is known; taken back, it is none.
    failure.get_by_role("button", name="Accept").click()
    expect(failure).to_have_class("known")
    expect(page.get_by_role("region", name="Failures")).to_contain_text("1 known")
    assert ask("GET", "/v1/explorations/diary")["known"] == ["com.example.diary/dataLoss"]
    failure.get_by_role("button", name="Take back").click()
    expect(failure).to_have_class("error")
    failure.get_by_role("button", name="Open as device after input 2").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("^device-"))
    browser.is_live()
    device = page.get_by_role("heading", level=1).text_content()
    assert ask("GET", f"/v1/devices/{device}/apps/com.example.diary")["state"] == "active"
    page.go_back()
    page.locator(".failures summary").first.click()
    page.get_by_role("button", name="Open as device", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile(f"^(?!{device})device-"))
    browser.is_live()
    expect(page.locator(".records")).to_contain_text("dataLoss")
    browser.check("a failure as a device")


def a_search_is_followed_and_stopped(chromium):
    exploration("endless", GALLERY, budgetSeconds=300)
    browser = explored(chromium, "endless")
    page = browser.page
    browser.is_live()
    expect(page.locator(".pass.running")).to_have_count(1)
    expect(page.locator(".failures > li")).not_to_have_count(0)
    expect(page.locator(".graph .node")).not_to_have_count(0)
    counts = page.locator(".counts .count b")
    expect(counts).to_have_count(4)
    # Without a connection it says so, and afterwards it shows what happened meanwhile.
    before = counts.nth(2).text_content()
    browser.context.set_offline(True)
    browser.context.set_offline(False)
    expect(counts.nth(2)).not_to_have_text(before)
    picture(browser, "endless-running")
    page.get_by_role("button", name="Stop").click()
    browser.is_live("has ended")
    expect(page.locator(".pass.cut")).to_have_count(1)
    expect(page.locator(".failures details")).not_to_have_count(0)
    expect(page.locator(".pass")).to_contain_text("every sequence to")
    assert ask("GET", "/v1/explorations/endless")["status"] == "cancelled"
    picture(browser, "endless-stopped")
    browser.check("a search that was stopped")


def what_is_missed_is_told_again(chromium):
    """The connection breaks in the middle of the stream, and the page loses nothing."""
    exploration("broken", GALLERY, budgetSeconds=300)
    browser = Browser(chromium, SERVER, viewport=DESKTOP)
    page = browser.page
    # The first stream ends after its first event; the next ones are the server's.
    streams = []

    def cut(route):
        if route.request.headers.get("accept") != "text/event-stream":
            return route.continue_()
        streams.append(route.request.headers.get("last-event-id"))
        if len(streams) > 1:
            return route.continue_()
        progress = {"interruptions": 0, "inputs": 0, "abstractStates": 1, "transitions": 0, "perSecond": 0, "share": 0}
        return route.fulfill(headers={"Content-Type": "text/event-stream"},
                             body=f"retry: 1000\n\nid: 1\nevent: progress\ndata: {json.dumps(progress)}\n\n")

    page.route("**/v1/explorations/broken", cut)
    browser.open("#/explorations/broken")
    browser.is_live()
    expect(page.locator(".failures > li")).not_to_have_count(0)
    assert streams[:2] == [None, "1"], streams
    ask("POST", "/v1/explorations/broken/cancel", {})
    browser.is_live("has ended")
    found = ask("GET", "/v1/explorations/broken")["report"]["failures"]
    expect(page.locator(".failures > li")).to_have_count(len(found))
    page.unroute("**/v1/explorations/broken")
    ask("DELETE", "/v1/explorations/broken")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("This exploration is gone")
    browser.check("an exploration whose connection broke")


def a_device_is_explored(chromium):
    ask("POST", "/v1/devices", {"id": "phone", "clock": {"mode": "manual"}, "apps": [DIARY, {"bundleID": NOTES}]})
    SERVER.post("phone", {"type": "app.launch", "bundleID": "com.example.diary"})
    browser = Browser(chromium, SERVER, viewport=PHONE)
    browser.open("#/devices/phone")
    browser.is_live()
    page = browser.page
    page.get_by_role("region", name="App").get_by_role("button", name="Explore").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label("App")).to_have_value("com.example.diary")
    dialog.get_by_label("Seconds").fill("400")
    dialog.get_by_label("Interruptions").select_option("0")
    # The form refuses what the server would.
    dialog.get_by_role("button", name="Explore").click()
    expect(dialog).to_be_visible()
    dialog.get_by_label("Seconds").fill("20")
    dialog.get_by_role("button", name="Explore").click()
    expect(page.get_by_text("com.example.diary · from the device phone")).to_be_visible()
    browser.is_live("has ended")
    expect(page.locator(".failures > li").first).to_contain_text("dataLoss")
    name = page.get_by_role("heading", level=1).text_content()
    # The list on the page of devices leads there.
    page.get_by_role("link", name="Devices").click()
    browser.is_live()
    page.locator("details").filter(has=page.locator(".explorations")).locator("summary").click()
    expect(page.locator(".explorations li").first).to_contain_text(name)
    page.get_by_role("link", name=name).click()
    browser.is_live("has ended")
    browser.check("a device that is explored")


def variants_have_graphs_of_their_own(chromium):
    file = {"explore": "both", "apps": [DIARY], "limits": {"interruptions": 0},
            "variants": [{"name": "mended", "behavior": {"sceneDidEnterBackground(_:)": [{"action": "save"}]}}]}
    ask("POST", "/v1/explorations", {"id": "both", "file": file})
    browser = explored(chromium, "both")
    page = browser.page
    browser.is_live("has ended")
    variants = page.get_by_role("group", name="Variants").get_by_role("button")
    expect(variants).to_have_text(["both", "both-mended"])
    graphs = ask("GET", "/v1/explorations/both/graph")
    for index, graph in enumerate([graphs, *graphs["variants"]]):
        variants.nth(index).click()
        expect(page.locator(".graph .node")).to_have_count(len(graph["nodes"]))
    browser.check("variants")


def it_speaks_chinese(chromium):
    for viewport in (DESKTOP, PHONE):
        browser = explored(chromium, "diary", viewport=viewport, locale="zh-CN")
        page = browser.page
        browser.is_live("已结束")
        failure = page.locator(".failures > li").first
        failure.locator("summary").click()
        expect(failure.get_by_role("button", name="作为设备打开", exact=True)).to_be_visible()
        expect(page.locator(".pass").first).to_contain_text("已封闭：任意长度的所有序列")
        picture(browser, f"chinese-{viewport['width']}")
        browser.check(f"an exploration in Chinese, {viewport['width']} pixels wide")


def main():
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=os.environ["CHROMIUM"], args=["--no-sandbox"])
        for part in [what_was_found_is_shown, it_works_from_the_keyboard, a_failure_is_a_device_and_a_scenario,
                     a_search_is_followed_and_stopped, what_is_missed_is_told_again, a_device_is_explored,
                     variants_have_graphs_of_their_own, it_speaks_chinese]:
            part(chromium)
            print("ok", part.__name__.replace("_", " "), flush=True)
        chromium.close()


main()
