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
    const {AppCode, FakeAppState, Greenroom, callbackNames, findingCodes} = await import("/client/index.js");
    class Notes extends AppCode {
        static bundleID = "com.example.notes";
        static handlers = {"sceneDidEnterBackground(_:)": "left"};
        left() { this.disk.write("draft", "Dear all,"); }
        crash() { throw new Error("bug"); }
    }
    const greenroom = new Greenroom(location.origin);
    await greenroom.untilReady();
    const device = await greenroom.newDevice();
    const app = await device.attach(Notes);
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
    await app.run(() => app.code.edited("draft"));
    const left = callbackNames(await device.send({type: "device.home"}));
    await device.advance(60);
    const died = await device.send({type: "app.terminate", bundleID: "com.example.notes", cause: "jetsam"});
    const refusal = await device.send({type: "device.shake"}).catch((error) => [error.name, error.code]);
    await app.send("app.launch");
    const thrown = await app.run(app.code.crash).catch((error) => error.message);
    const exits = await device.records({kind: "exit"});
    const hasPlace = /^Error: bug\\n .*, in .*crash$/.test(exits.at(-1).explanation);
    await device.delete();
    const draft = app.world.disk.read("draft");
    return {left, findings: findingCodes(died), draft, thrown, hasPlace, refusal, words, why: await ended, states};
}
"""
EXPECTED = {
    "left": ["sceneDidEnterBackground(_:)"],
    "findings": [],
    "draft": "Dear all,",
    "thrown": "bug",
    "hasPlace": True,
    "refusal": ["GreenroomError", "unknown-event"],
    "words": ["inactive", "background"],
    "why": "deviceDeleted",
    "states": [
        *["background", "inactive", "active", "inactive", "background", "suspended", "terminated"],
        *["background", "inactive", "active", "terminated"],
    ],
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
