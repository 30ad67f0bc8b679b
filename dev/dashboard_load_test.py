"""Uses the dashboard for long, under load and with a server that stops. dashboard_load_test.py BINARY"""

import os
import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

from playwright.sync_api import expect, sync_playwright

from dashboard_browser import MUSIC, NOTES, Browser, Server, tried

BINARY = sys.argv[1]
TOKEN = "a-secret-token"
WIDE = {"viewport": {"width": 1280, "height": 900}}
# As high as a thumb, in pixels.
THUMB = 44


def free_port():
    """A port that nobody listens on."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


class OwnServer(Server):
    """A server that ends and starts again at the same place."""

    def __init__(self, *options, token=None):
        self.port = free_port()
        super().__init__(f"http://127.0.0.1:{self.port}", token)
        self.options = options + (("--token", token) if token else ())
        self.start()

    def start(self):
        """Starts it, and waits until it answers."""
        command = [BINARY, "serve", "--port", str(self.port), *self.options]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(300):
            try:
                with urllib.request.urlopen(f"{self.url}/readyz", timeout=5):
                    return
            except OSError:
                time.sleep(0.1)
        raise AssertionError("the server did not become ready")

    def stop(self):
        """Ends it."""
        self.process.terminate()
        self.process.wait(60)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.stop()


def manual(server, name, *apps, **more):
    """Makes a device with a clock that is moved by hand."""
    server.ask("POST", "/v1/devices", {"id": name, "clock": {"mode": "manual"},
                                       "apps": [{"bundleID": app} for app in apps], **more})


def launch(app):
    return {"type": "app.launch", "bundleID": app}


HOME = {"type": "device.home"}


def lane_state(page, lane=0):
    return page.locator(".timeline .lane-state").nth(lane)


# MARK: A server that stops


def a_restart_is_noticed(chromium):
    with OwnServer("--demo") as server:
        server.post("demo", HOME, launch(NOTES), HOME, launch(NOTES))
        browser = Browser(chromium, server, **WIDE)
        page = browser.page
        browser.open("#/devices/demo")
        browser.is_live()
        browser.has_records("demo")
        longer = server.ask("GET", "/v1/devices/demo")["sequence"]
        server.stop()
        expect(page.locator("#link")).to_have_text("reconnecting")
        # A command of the user meanwhile is reported as failed.
        page.get_by_role("button", name="Home").click()
        expect(page.locator(".notice")).to_have_count(1)
        expect(page.locator(".notice")).to_contain_text("cannot be reached")
        server.start()
        expect(page.locator("#link")).to_have_text("live")
        expect(page.locator(".notice")).to_have_count(0)
        # Its clock stands from here on: Notes would be suspended while the page is looked at.
        server.ask("PATCH", "/v1/devices/demo/clock", {"paused": True})
        assert server.ask("GET", "/v1/devices/demo")["sequence"] < longer, "the new timeline is not shorter"
        browser.has_records("demo")
        app = page.get_by_role("region", name="App", exact=True)
        expect(app.locator(".chip.active")).to_be_visible()
        music = {app["bundleID"]: app["state"] for app in server.ask("GET", "/v1/devices/demo")["apps"]}[MUSIC]
        expect(page.locator(".timeline .lane-state")).to_have_text(["active", music])
        server.post("demo", HOME)
        expect(app.locator(".chip.background")).to_be_visible()
        expect(page.locator(".timeline .lane-state")).to_have_text(["background", music])
        browser.check("a restart")


def a_restart_is_noticed_by_the_grid(chromium):
    with OwnServer("--demo") as server:
        manual(server, "gone-after", NOTES)
        browser = Browser(chromium, server, **WIDE)
        browser.open()
        browser.is_live()
        expect(browser.page.locator(".card")).to_have_count(2)
        server.stop()
        expect(browser.page.locator("#link")).to_have_text("reconnecting")
        server.start()
        expect(browser.page.locator("#link")).to_have_text("live")
        expect(browser.page.locator(".card")).to_have_count(1)
        expect(browser.page.locator(".notice")).to_have_count(0)
        browser.check("a restart, seen in the grid")


def a_device_made_anew_is_another_one(chromium):
    with OwnServer() as server:
        manual(server, "phone", NOTES)
        server.post("phone", launch(NOTES))
        browser = Browser(chromium, server, **WIDE)
        browser.open("#/devices/phone")
        browser.is_live()
        browser.has_records("phone")
        # What the page asks meanwhile is answered by the new device: Playwright sends it on in `expect`.
        browser.page.route("**/v1/devices/phone**", lambda route: route.continue_())
        server.ask("DELETE", "/v1/devices/phone")
        manual(server, "phone", MUSIC)
        server.post("phone", launch(MUSIC), HOME, launch(MUSIC), HOME)
        expect(browser.page.locator(".timeline .lane-name")).to_have_text(["music"])
        browser.check("a device of the same name")


# MARK: What is shown


def a_killed_app_is_not_running(chromium, server):
    manual(server, "killed", NOTES)
    server.post("killed", launch(NOTES), HOME)
    server.ask("POST", "/v1/devices/killed/clock/advance", {"seconds": 30})
    browser = Browser(chromium, server, **WIDE)
    page = browser.page
    browser.open("#/devices/killed")
    browser.is_live()
    expect(lane_state(page)).to_have_text("suspended")
    server.post("killed", {"type": "app.terminate", "bundleID": NOTES, "cause": "jetsam"})

    def is_not_running():
        expect(lane_state(page)).to_have_text("not running")
        expect(page.get_by_role("region", name="App", exact=True).locator(".chip.notRunning")).to_be_visible()

    is_not_running()
    page.reload()
    is_not_running()
    browser.check("a killed app")


def a_state_that_no_record_tells_is_shown(chromium):
    for kept in ("60", "0"):
        with OwnServer("--records-per-device", kept) as server:
            manual(server, "evicted", NOTES, MUSIC)
            server.post("evicted", launch(MUSIC), launch(NOTES))
            for _ in range(8):
                server.post("evicted", HOME, launch(NOTES))
            assert server.ask("GET", "/v1/devices/evicted")["oldest"] > 1
            browser = Browser(chromium, server, **WIDE)
            page = browser.page
            browser.open("#/devices/evicted")
            apps = server.ask("GET", "/v1/devices/evicted")["apps"]
            states = {app["bundleID"].split(".")[-1]: app["state"] for app in apps}
            expect(lane_state(page, 1)).to_be_visible()
            names = page.locator(".timeline .lane-name").all_text_contents()
            expect(page.locator(".timeline .lane-state")).to_have_text([states[name] for name in names])
            server.post("evicted", HOME)
            expect(lane_state(page, names.index("notes"))).to_have_text("background")
            browser.check(f"a state that no record tells, where {kept} are kept")


def the_clock_goes_on(chromium, server):
    server.ask("POST", "/v1/devices", {"id": "ticks", "apps": [{"bundleID": NOTES}]})
    browser = Browser(chromium, server, **WIDE)
    browser.open("#/devices/ticks")
    browser.is_live()
    shown = browser.page.locator(".clock-time")
    expect(shown).not_to_have_text("")

    def seconds(text):
        return sum(int(part) * 60 ** (2 - place) for place, part in enumerate(text.split(":")))

    def now():
        return seconds(server.ask("GET", "/v1/devices/ticks/clock")["now"][11:19])

    def is_right():
        first = shown.inner_text()
        expect(shown).not_to_have_text(first)
        before, text, after = now(), shown.inner_text(), now()
        # A second more at both ends, as the page reads the clock over the network; the day may end meanwhile.
        assert (seconds(text) - before + 2) % 86400 <= (after - before) % 86400 + 4, f"it shows {text} after {before} s"

    for _ in range(6):
        tried(10, is_right)
    browser.check("a clock that runs")


def what_was_found_wrong_can_be_looked_at_and_saved(chromium, server):
    manual(server, "wrong", NOTES)
    server.post("wrong", launch(NOTES))
    server.ask("POST", f"/v1/devices/wrong/apps/{NOTES}/actions", {"action": "edit"})
    server.post("wrong", {"type": "app.terminate", "bundleID": NOTES, "cause": "jetsam"})
    browser = Browser(chromium, server, **WIDE)
    page = browser.page
    browser.open("#/devices/wrong")
    app = page.get_by_role("region", name="App", exact=True)
    expect(app.locator(".findings")).to_contain_text("dataLoss")
    evidence = app.locator(".evidence button").first
    sequence = evidence.inner_text().removeprefix("#")
    evidence.click()
    expect(page.locator(".detail b")).to_have_text(f"#{sequence} ")
    for button, name in (("Save as scenario", "wrong.yaml"), ("As it should be", "wrong-as-it-should-be.yaml")):
        with page.expect_download() as saved:
            page.get_by_role("button", name=button).click()
        assert saved.value.suggested_filename == name
        with open(saved.value.path(), encoding="utf-8") as file:
            text = file.read()
        # The app is as it was, so it does not pass what says how it should be.
        should_be = button == "As it should be"
        assert ("never:" in text) == should_be, text
        assert server.ask("POST", "/v1/scenarios/run", text=text)["passed"] != should_be, text
        browser.has_said(f"Saved {name}", "dataLoss")
    browser.check("what was found wrong")


# MARK: Pointer and keyboard


def count_redraws(page):
    """Counts how often the timeline is drawn, from now on."""
    page.evaluate("""() => {
        window.redraws = 0;
        const now = document.querySelector("svg.timeline .now");
        new MutationObserver(() => { window.redraws += 1; }).observe(now, { attributes: true });
    }""")


def wait_for_redraws(page, count):
    """Waits until the timeline was drawn some times more."""
    page.wait_for_function("least => window.redraws >= least", arg=page.evaluate("window.redraws") + count)


def a_click_lasts_through_redraws(chromium, server):
    server.ask("POST", "/v1/devices", {"id": "moves", "apps": [{"bundleID": NOTES}, {"bundleID": MUSIC}]})
    server.post("moves", launch(MUSIC), launch(NOTES))
    browser = Browser(chromium, server, **WIDE)
    page = browser.page
    browser.open("#/devices/moves")
    browser.is_live()
    browser.has_records("moves")
    count_redraws(page)

    def press_a_callback():
        # It moves with the time, so a press can miss it.
        box = page.locator(".timeline .callbacks circle").first.bounding_box()
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.mouse.down()
        wait_for_redraws(page, 6)
        page.mouse.up()
        expect(page.locator(".detail dd").nth(1)).to_have_text("callback", timeout=5000)

    tried(8, press_a_callback)

    # The tabs and the table are redrawn as well, with each new record.
    def press_during_records(target):
        # The pointer goes to what stands still, and what stands above it can still grow after that.
        target.hover(position={"x": 20, "y": 8})
        page.mouse.down()
        for _ in range(3):
            server.ask("POST", f"/v1/devices/moves/apps/{NOTES}/actions", {"action": "edit"})
            browser.has_records("moves")
        page.mouse.up()

    def press_a_tab():
        tab = page.get_by_role("tab", name="music")
        press_during_records(tab)
        expect(tab).to_have_attribute("aria-selected", "true", timeout=5000)

    def press_a_row():
        press_during_records(page.locator(".records tbody tr.input").first)
        expect(page.locator(".detail dd").nth(1)).to_have_text("input", timeout=5000)

    tried(4, press_a_tab)
    tried(4, press_a_row)
    browser.check("a click during redraws")


def a_tooltip_stays(chromium, server):
    server.ask("POST", "/v1/devices", {"id": "hovered", "apps": [{"bundleID": NOTES}]})
    server.post("hovered", launch(NOTES))
    browser = Browser(chromium, server, **WIDE)
    page = browser.page
    browser.open("#/devices/hovered")
    browser.is_live()
    # A span as wide as it takes not to move away from the pointer. A function, as the page's policy forbids to evaluate a text
    # again and again.
    page.wait_for_function(
        "() => document.querySelector('.timeline .span.active rect')?.getBoundingClientRect().width > 300")
    box = page.locator(".timeline .span.active rect").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    tip = page.locator(".tip")
    expect(tip).to_contain_text("active")
    page.evaluate("""() => {
        window.hides = 0;
        const tip = document.querySelector(".tip");
        new MutationObserver(() => { if (tip.hidden) window.hides += 1; }).observe(tip, { attributes: true });
    }""")
    count_redraws(page)
    wait_for_redraws(page, 12)
    expect(tip).to_be_visible()
    assert page.evaluate("window.hides") == 0, "the tooltip flickers"
    page.mouse.move(5, 5)
    expect(tip).to_be_hidden()
    browser.check("a tooltip")


def tabs_obey_arrow_keys(chromium, server):
    manual(server, "tabs", "com.example.a", "com.example.b", "com.example.c")
    browser = Browser(chromium, server, **WIDE)
    page = browser.page
    browser.open("#/devices/tabs")
    page.get_by_role("tab", name="a").focus()
    for key, name in [("ArrowRight", "b"), ("ArrowRight", "c"), ("ArrowRight", "a"), ("ArrowLeft", "c"), ("Home", "a"),
                      ("End", "c")]:
        page.keyboard.press(key)
        expect(page.get_by_role("tab", name=name)).to_be_focused()
        expect(page.get_by_role("tab", name=name)).to_have_attribute("aria-selected", "true")
        expect(page.get_by_role("tabpanel", name=name)).to_be_visible()
    assert page.locator('[role=tab][tabindex="0"]').count() == 1
    browser.check("tabs")


def the_focus_stays_where_it_was(chromium, server):
    manual(server, "focus", NOTES)
    browser = Browser(chromium, server, **WIDE)
    page = browser.page
    browser.open("#/devices/focus")
    button = page.get_by_role("button", name="Launch")
    button.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("region", name="App", exact=True).locator(".chip.active")).to_be_visible()
    page.wait_for_function("() => document.activeElement.tagName === 'BUTTON'")
    # A button that goes hands the focus on to one that is there.
    page.get_by_role("button", name="Call", exact=True).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Answer")).to_be_visible()
    page.wait_for_function("() => document.activeElement.closest('.buttons') !== null")
    browser.check("the focus")


def a_narrow_window_can_be_read_and_touched(chromium, server):
    manual(server, "narrow", NOTES, MUSIC)
    server.ask("PUT", f"/v1/devices/narrow/apps/{NOTES}", {
        "behavior": {"sceneDidEnterBackground(_:)": [{"action": "beginBackgroundTask", "name": "upload"}]}})
    server.post("narrow", launch(NOTES))
    server.ask("POST", f"/v1/devices/narrow/apps/{NOTES}/actions", {"action": "edit"})
    server.post("narrow", HOME)
    server.ask("POST", "/v1/devices/narrow/clock/advance", {"seconds": 40})
    browser = Browser(chromium, server, viewport={"width": 390, "height": 844})
    page = browser.page
    browser.open("#/devices/narrow")
    browser.is_live()
    browser.has_records("narrow")
    expect(page.locator(".findings li").first).to_be_visible()
    for what in ("button:not(.plain)", "select", "input", "summary", ".records tbody tr"):
        heights = page.locator(what).evaluate_all(
            "all => all.filter(one => one.checkVisibility()).map(one => [one.offsetHeight, one.outerHTML])")
        low = [html[:100] for height, html in heights if height < THUMB]
        assert heights and not low, f"lower than a thumb: {low}"
    words = page.locator(".records tbody td:last-child").evaluate_all("all => all.map(one => one.offsetWidth)")
    assert min(words) > 300, f"what a record says is {min(words)} pixels wide"
    rows = page.locator(".records tbody tr").evaluate_all("all => all.map(one => one.offsetHeight)")
    assert max(rows) < 110, f"a record is {max(rows)} pixels high"
    beyond = page.locator(".panel").evaluate_all("all => all.map(one => one.scrollWidth - one.clientWidth)")
    assert max(beyond) <= 0, f"what stands in a panel is {max(beyond)} pixels wider than it"
    # This notice stays until the server answers again.
    page.route("**/events", lambda route: route.abort())
    page.get_by_role("button", name="Lock", exact=True).click()
    expect(page.locator(".notice")).to_be_visible()
    box = page.locator(".notice").bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 390, f"a notice is not in the window: {box}"
    browser.check("a narrow window")


# MARK: Much and long


def sizes(page, context):
    """How many records the page keeps, asked of the timeline on the page."""
    session = context.new_cdp_session(page)
    prototype = session.send("Runtime.evaluate", {
        "expression": "import('/dashboard/lanes.js').then(({ Timeline }) => Timeline.prototype)", "awaitPromise": True})
    found = session.send("Runtime.queryObjects", {"prototypeObjectId": prototype["result"]["objectId"]})
    answer = session.send("Runtime.callFunctionOn", {
        "objectId": found["objects"]["objectId"], "returnByValue": True, "functionDeclaration": """function () {
            const timeline = this[0], lanes = [...timeline.lanes.values()];
            return { timelines: this.length, last: timeline.last, records: timeline.records.length,
                things: [timeline.inputs, ...lanes.flatMap((lane) => lane.series)]
                    .reduce((sum, series) => sum + series.count, 0) };
        }"""})
    session.detach()
    return answer["result"]["value"]


def a_long_life_stays_bounded(chromium, server):
    manual(server, "long", NOTES, MUSIC)
    browser = Browser(chromium, server, **WIDE)
    page = browser.page
    browser.open("#/devices/long")
    browser.is_live()
    for _ in range(24):
        server.post("long", *[launch(NOTES), HOME, launch(MUSIC), HOME] * 25)
        server.ask("POST", "/v1/devices/long/clock/advance", {"seconds": 60})
        # The page gets the time to draw the new records.
        browser.draws(1)
    sequence = server.ask("GET", "/v1/devices/long")["sequence"]
    assert sequence > 20000, f"{sequence} records are no long timeline"
    browser.has_records("long")
    kept = sizes(page, browser.context)
    assert kept["last"] == sequence and kept["timelines"] == 1, f"{kept}, and {sequence} records"
    assert kept["records"] <= 10000, kept
    assert kept["things"] <= 10000 + 64 * 9, kept
    page.get_by_role("button", name="All", exact=True).click()
    browser.draws()
    elements = page.locator("svg.timeline *").count()
    assert elements < 8 * 1280, f"{elements} elements on the stage"
    assert page.locator(".records tbody tr").count() <= 400
    drawn = page.evaluate("""async () => {
        const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
        const zoom = document.querySelector('[aria-label="Zoom in"]');
        await frame();
        const began = performance.now();
        for (let count = 0; count < 10; count += 1) { zoom.click(); await frame(); await frame(); }
        return (performance.now() - began) / 10;
    }""")
    print(f"   {sequence} records: {kept['records']} kept, {elements} elements at most, {drawn:.0f} ms a redraw")
    browser.check("a long life")


def sessions_are_listed(chromium):
    appium, agent = free_port(), free_port()
    with OwnServer("--appium-port", str(appium), "--wda-port", str(agent)) as server:
        browser = Browser(chromium, server, viewport={"width": 390, "height": 844})
        page = browser.page
        browser.open()
        browser.is_live()
        expect(page.locator(".card")).to_have_count(1)
        expect(page.locator("details.panel", has=page.locator(".sessions"))).to_be_hidden()
        facade = Server(f"http://127.0.0.1:{appium}")
        own = facade.ask("POST", "/session", {"capabilities": {"alwaysMatch": {
            "platformName": "iOS", "appium:app": f"/builds/{NOTES}.ipa"}}})["value"]
        Server(f"http://127.0.0.1:{agent}").ask("POST", "/session", {"capabilities": {}})
        page.get_by_text("2 sessions of Appium or WebDriverAgent").click()
        rows = page.locator(".sessions li")
        expect(rows).to_have_count(2)
        expect(rows.filter(has_text="WebDriverAgent")).to_contain_text("no app under test")
        facade.ask("POST", f"/session/{own['sessionId']}/execute/sync", {"script": "mobile: lock", "args": []})
        expect(rows.filter(has_text=NOTES)).to_contain_text("mobile: lock")
        browser.requests.clear()
        page.wait_for_timeout(6000)
        reads = [path for path in browser.requests if path.startswith("/v1/webdriver")]
        assert len(reads) <= 3, reads
        rows.filter(has_text=NOTES).get_by_role("link").click()
        expect(page.get_by_role("heading", name=own["capabilities"]["appium:udid"])).to_be_visible()
        facade.ask("DELETE", f"/session/{own['sessionId']}")
        browser.open()
        expect(page.get_by_text("1 session of Appium or WebDriverAgent")).to_be_visible()
        browser.check("sessions")


def webhooks_are_listed(chromium):
    with OwnServer("--webhook-hosts", "localhost") as server:
        browser = Browser(chromium, server, viewport={"width": 390, "height": 844})
        page = browser.page
        browser.open()
        browser.is_live()
        panel = page.locator("details.panel", has=page.locator(".webhooks"))
        expect(panel).to_be_hidden()
        # Nobody listens there, so the messages wait for their next attempts.
        url = f"http://localhost:{free_port()}/hook"
        server.ask("POST", "/v1/webhooks", {
            "url": url, "filter": {"kinds": ["process"]}, "description": "the pipeline"})
        manual(server, "told", NOTES)
        server.post("told", launch(NOTES))
        page.get_by_text("1 webhook", exact=True).click()
        expect(panel).to_contain_text(url)
        expect(panel).to_contain_text("the pipeline")
        expect(panel.locator("ul ul li").first).to_contain_text("greenroom.process")
        expect(panel.locator("ul ul li").first).to_contain_text("notReachable")
        browser.check("webhooks")


def requests_are_listed(chromium, server):
    manual(server, "asked", NOTES)
    server.post("asked", launch(NOTES))
    try:
        server.post("asked", {"type": "device.shake"})
    except urllib.error.HTTPError:
        pass  # It is refused, which is what the list shows.
    browser = Browser(chromium, server, viewport={"width": 390, "height": 844})
    page = browser.page
    browser.open("#/devices/asked")
    browser.is_live()
    page.locator("summary", has_text="Requests").click()
    rows = page.locator(".requests li")
    expect(rows.first).to_contain_text("device.shake")
    expect(rows.first).to_contain_text("422")
    expect(rows.nth(1)).to_contain_text("app.launch")
    page.get_by_label("only those that were refused").check()
    expect(rows).to_have_count(1)
    browser.check("requests")


def pushes_are_listed(chromium, server):
    manual(server, "pushed", NOTES)
    server.post("pushed", launch(NOTES))
    browser = Browser(chromium, server, viewport={"width": 390, "height": 844})
    page = browser.page
    browser.open("#/devices/pushed")
    browser.is_live()
    page.locator("summary", has_text="Pushes").click()
    expect(page.get_by_text("No push with an apns-id has come lately.")).to_be_visible()
    server.post("pushed", {"type": "device.setNetwork", "network": "none"}, {
        "type": "push.deliver", "bundleID": NOTES, "pushType": "alert", "payload": {"aps": {"alert": "Hello"}},
        "apnsID": "5f0c9a51-6c1f-4f86-8f40-3f7c9f9f0a11"})
    rows = page.locator(".push")
    expect(rows).to_contain_text("held: noNetwork")
    expect(rows).to_contain_text("5f0c9a51-6c1f-4f86-8f40-3f7c9f9f0a11")
    server.post("pushed", {"type": "device.setNetwork", "network": "wifi"})
    expect(rows).to_contain_text("held: noNetwork → delivered")
    rows.get_by_role("button").click()
    expect(page.locator(".detail")).to_contain_text("type: push.deliver")
    browser.check("pushes")


def the_list_is_not_read_at_each_change(chromium, server):
    browser = Browser(chromium, server, **WIDE)
    browser.open()
    browser.is_live()
    expect(browser.page.locator(".hint")).to_contain_text("device")
    browser.requests.clear()
    began = time.monotonic()
    for number in range(60):
        manual(server, f"new-{number}", NOTES)
        server.post(f"new-{number}", launch(NOTES))
    expect(browser.page.locator('.card[href="#/devices/new-59"] .chip.active')).to_have_count(1)
    took = time.monotonic() - began
    lists = [path for path in browser.requests if path.startswith("/v1/devices")]
    assert len(lists) <= took + 4, f"{len(lists)} loads of the list in {took:.1f} s"
    browser.check("the grid under load")


def a_device_is_not_read_at_each_record(chromium, server):
    apps = [f"com.example.app-{number}" for number in range(10)]
    server.ask("POST", "/v1/devices", {"id": "busy", "apps": [{"bundleID": app} for app in apps]})
    server.post("busy", *map(launch, apps))
    browser = Browser(chromium, server, **WIDE)
    page = browser.page
    browser.open("#/devices/busy")
    browser.is_live()
    browser.has_records("busy")
    browser.requests.clear()
    began = time.monotonic()
    for number in range(200):
        server.post("busy", launch(apps[number % len(apps)]))
    browser.has_records("busy")
    took = time.monotonic() - began
    # A reading is the device, what is possible, its apps, the chosen one, its audit and its process.
    most = (took + 1) / 0.3 * (5 + len(apps)) + 3 * (5 + len(apps))
    assert len(browser.requests) <= most, f"{len(browser.requests)} requests in {took:.1f} s"

    def is_quiet():
        browser.requests.clear()
        page.wait_for_timeout(6000)
        quiet = [path for path in browser.requests if "audit" not in path]
        assert len(browser.requests) <= 10, f"{len(browser.requests)} requests while nothing happens: {quiet}"

    # The apps that were left are suspended some seconds later, and the page reads that.
    tried(6, is_quiet)
    browser.check("a device under load")


# MARK: The token


def a_token_that_nobody_gives_is_not_asked_for_again(chromium):
    with OwnServer("--demo", token=TOKEN) as server:
        browser = Browser(chromium, server, **WIDE)
        page = browser.page
        page.goto(f"{server.url}/#/devices/demo")
        dialog = page.get_by_role("dialog")
        expect(dialog).to_be_visible()
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
        expect(page.locator("#link")).to_have_text("no token")
        assert page.evaluate("sessionStorage.length") == 0
        browser.requests.clear()
        page.wait_for_timeout(6000)
        expect(dialog).to_have_count(0)
        assert len(browser.requests) <= 4, browser.requests
        # The user who tries again is asked again, and a wrong token is reported.
        page.get_by_role("button", name="Enter a token").click()
        page.get_by_label("Bearer token").fill("wrong")
        page.get_by_role("button", name="Use the token").click()
        expect(dialog.get_by_role("alert")).to_contain_text("did not accept")
        page.get_by_label("Bearer token").fill(f" {TOKEN} ")
        page.get_by_role("button", name="Use the token").click()
        browser.is_live()
        expect(page.locator(".timeline .lane-name")).to_have_count(2)
        expect(page.locator(".notice")).to_have_count(0)
        page.get_by_role("link", name="Devices").click()
        expect(page.locator(".card")).to_have_count(1)
        browser.check("the token")


def main():
    alone = [a_restart_is_noticed, a_restart_is_noticed_by_the_grid, a_device_made_anew_is_another_one,
             a_state_that_no_record_tells_is_shown, sessions_are_listed, webhooks_are_listed,
             a_token_that_nobody_gives_is_not_asked_for_again]
    together = [a_killed_app_is_not_running, the_clock_goes_on, what_was_found_wrong_can_be_looked_at_and_saved,
                a_click_lasts_through_redraws, a_tooltip_stays, tabs_obey_arrow_keys, the_focus_stays_where_it_was,
                a_narrow_window_can_be_read_and_touched, requests_are_listed, pushes_are_listed,
                a_long_life_stays_bounded,
                the_list_is_not_read_at_each_change, a_device_is_not_read_at_each_record]
    wanted = re.compile(sys.argv[2] if len(sys.argv) > 2 else "")
    with sync_playwright() as playwright, OwnServer() as server:
        chromium = playwright.chromium.launch(executable_path=os.environ["CHROMIUM"], args=["--no-sandbox"])
        for part in filter(lambda part: wanted.search(part.__name__), alone + together):
            part(chromium) if part in alone else part(chromium, server)
            print("ok", part.__name__.replace("_", " "), flush=True)
        chromium.close()


main()
