"""Uses the client for TypeScript in headless Chromium, as it is imported by a page.

    typescript_client_browser.py SERVER - CHROMIUM is the browser

The page is of the server's own origin; its files come from clients/typescript/lib.
"""

import os
import pathlib
import sys

from playwright.sync_api import Route, sync_playwright

SERVER = sys.argv[1]
LIBRARY = pathlib.Path(__file__).parent.parent / "clients/typescript/lib"

# What a page does, and what it is to come to.
SCRIPT = """
async () => {
    const {FakeAppState, Greenroom, callbackNames, findingCodes} = await import("/client/index.js");
    const greenroom = new Greenroom(location.origin);
    await greenroom.untilReady();
    const device = await greenroom.newDevice();
    const app = await device.attach("com.example.notes", {"sceneDidEnterBackground(_:)": () => [{action: "save"}]});
    const appState = new FakeAppState();
    await appState.follow(device, "com.example.notes");
    const words = [];
    appState.addEventListener("change", (state) => words.push(state));
    const stream = device.follow({kind: "process"});
    const states = [];
    const ended = new Promise((resolve, reject) => {
        stream.addEventListener("record", ({to}) => states.push(to));
        stream.addEventListener("end", ({why}) => resolve(why));
        stream.addEventListener("error", ({error}) => reject(error));
    });
    await device.send({type: "app.launch", bundleID: "com.example.notes"});
    await device.act("com.example.notes", {action: "edit"});
    const left = callbackNames(await device.send({type: "device.home"}));
    await device.advance(60);
    const died = await device.send({type: "app.terminate", bundleID: "com.example.notes", cause: "jetsam"});
    const refusal = await device.send({type: "device.shake"}).catch((error) => [error.name, error.code]);
    await device.delete();
    return {left, findings: findingCodes(died), late: app.late, refusal, words, why: await ended, states};
}
"""
EXPECTED = {
    "left": ["sceneWillResignActive(_:)", "sceneDidEnterBackground(_:)"],
    "findings": [],
    "late": [],
    "refusal": ["GreenroomError", "unknown-event"],
    "words": ["inactive", "background"],
    "why": "deviceDeleted",
    "states": ["background", "inactive", "active", "inactive", "background", "suspended", "terminated"],
}


def serve(route: Route) -> None:
    """Answers the page's requests below /client/."""
    name = route.request.url.rsplit("/", 1)[1]
    if name == "page.html":
        route.fulfill(content_type="text/html", body="<!doctype html><title>Client</title>")
    else:
        route.fulfill(content_type="text/javascript", body=(LIBRARY / name).read_text())


with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path=os.environ["CHROMIUM"], args=["--no-sandbox"])
    page = browser.new_page()
    page.route("**/client/*", serve)
    page.goto(f"{SERVER}/client/page.html")
    seen = page.evaluate(SCRIPT)
    browser.close()
if seen != EXPECTED:
    sys.exit(f"in a browser the client comes to {seen}, not to {EXPECTED}")
