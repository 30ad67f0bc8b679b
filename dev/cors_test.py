"""Calls a server from pages of an allowed origin and of another one. cors_test.py SERVER TOKEN ALLOWED OTHER"""

import os
import re
import sys

from playwright.sync_api import sync_playwright

SERVER, TOKEN, ALLOWED, OTHER = sys.argv[1:]

# Sends a request, and returns what a script of the page can read of the answer; null where the browser refuses it.
SEND = """async ({ url, method, headers, body }) => {
    try {
        const answer = await fetch(url, { method, headers, body: body && JSON.stringify(body) });
        const names = ["ETag", "Location", "X-Request-Id", "Idempotency-Replayed", "WWW-Authenticate"];
        const text = await answer.text();
        return { status: answer.status, json: text ? JSON.parse(text) : null,
            headers: Object.fromEntries(names.map((name) => [name, answer.headers.get(name)])) };
    } catch (error) { return null; }
}"""

# Reads a stream of records from after a sequence, until it has as many as are wanted.
FOLLOW = """async ({ url, headers, count }) => {
    const answer = await fetch(url, { headers });
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    while (text.split("\\ndata: ").length - 2 < count) text += (await reader.read()).value;
    await reader.cancel();
    return text;
}"""


class Page:
    """A page of an origin, and what it gets of the server."""

    def __init__(self, browser, origin):
        self.page = browser.new_page()
        self.page.goto(origin)

    def send(self, method, path, body=None, token=TOKEN, **headers):
        """Sends a request as a script would; None if the browser keeps the answer from it."""
        if token:
            headers["Authorization"] = f"Bearer {token}"
        if body is not None:
            headers["Content-Type"] = "application/json"
        request = {"url": SERVER + path, "method": method, "headers": headers, "body": body}
        return self.page.evaluate(SEND, request)


def an_allowed_page_does_everything(browser):
    page = Page(browser, ALLOWED)
    device = {"id": "phone", "clock": {"mode": "manual"}, "apps": [{"bundleID": "a.b"}]}
    made = page.send("POST", "/v1/devices", device, **{"Idempotency-Key": "one"})
    assert made["status"] == 201 and made["headers"]["Location"] == "/v1/devices/phone", made
    assert made["headers"]["X-Request-Id"] and made["headers"]["ETag"], made
    again = page.send("POST", "/v1/devices", device, **{"Idempotency-Key": "one"})
    assert again["headers"]["Idempotency-Replayed"] == "true", again
    tag = made["headers"]["ETag"]
    changed = page.send("PUT", "/v1/devices/phone/apps/a.b", {"version": "2.0"}, **{"If-Match": tag})
    assert changed["status"] == 200 and changed["json"]["version"] == "2.0", changed
    stale = page.send("PATCH", "/v1/devices/phone/clock", {"paused": True}, **{"If-Match": tag})
    assert stale["status"] == 412 and stale["json"]["code"] == "precondition-failed", stale
    sent = page.send("POST", "/v1/devices/phone/events", {"type": "app.launch", "bundleID": "a.b"})
    assert sent["status"] == 200, sent
    follow = {
        "url": SERVER + "/v1/devices/phone/timeline", "count": 3,
        "headers": {"Authorization": f"Bearer {TOKEN}", "Accept": "text/event-stream"}}
    number = re.search(r"\nid: (\w+)-1\n", page.page.evaluate(FOLLOW, follow))[1]
    follow["headers"]["Last-Event-ID"] = f"{number}-2"
    text = page.page.evaluate(FOLLOW, follow)
    assert f"\nid: {number}-3\n" in text, text
    assert f"\nid: {number}-2\n" not in text.split("event: open")[1].split("\n\n", 1)[1], text
    assert page.send("DELETE", "/v1/devices/phone")["status"] == 204


def it_reads_why_it_is_refused(browser):
    page = Page(browser, ALLOWED)
    refused = page.send("GET", "/v1/devices", token=None)
    assert refused["status"] == 401 and refused["headers"]["WWW-Authenticate"], refused
    wrong = page.send("POST", "/v1/devices", {"nothing": 1})
    assert wrong["status"] == 422 and wrong["json"]["accepted"], wrong
    assert page.send("PUT", "/nothing", {})["json"]["code"] == "unknown-path"


def another_page_gets_nothing(browser):
    page = Page(browser, OTHER)
    for method, path, body in [("GET", "/v1/devices", None), ("POST", "/v1/devices", {}), ("GET", "/livez", None),
                               ("DELETE", "/v1/devices/phone", None), ("GET", "/v1/devices/none", None)]:
        assert page.send(method, path, body) is None, (method, path)
    assert Page(browser, ALLOWED).send("GET", "/v1/devices")["json"]["devices"] == []


def main():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ["CHROMIUM"], args=["--no-sandbox"])
        for part in [an_allowed_page_does_everything, it_reads_why_it_is_refused, another_page_gets_nothing]:
            part(browser)
            print("ok", part.__name__.replace("_", " "), flush=True)
        browser.close()


main()
