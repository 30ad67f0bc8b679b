"""A browser that looks at the dashboard, and requests that go past it."""

import json
import re
import urllib.request

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

# A machine with two cores that builds beside the browser can let it wait for many seconds.
PATIENCE = 30_000
expect.set_options(timeout=PATIENCE)

# A notice goes away after a few seconds: the texts of all are kept for `has_said`.
REMEMBER_NOTICES = """addEventListener("DOMContentLoaded", () => {
    window.noticesSaid = [];
    const remember = (changes) => changes.flatMap(({ addedNodes }) => [...addedNodes])
        .filter((node) => node.matches?.(".notice")).forEach((node) => window.noticesSaid.push(node.textContent));
    const notices = document.querySelector(".notices");
    if (notices) new MutationObserver(remember).observe(notices, { childList: true, subtree: true });
});"""

NOTES, MAPS, MUSIC = "com.example.notes", "com.example.maps", "com.example.music"


class Server:
    """Where the server is, and what it asks for."""

    def __init__(self, url, token=None):
        self.url = url
        self.token = token

    def ask(self, method, path, body=None, text=None):
        """Sends a request to the server, past the browser."""
        headers = {"Content-Type": "application/yaml" if text else "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        data = text.encode() if text else None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data=data, headers=headers, method=method)
        with urllib.request.urlopen(request, timeout=60) as answer:
            content = answer.read()
        return json.loads(content) if content else None

    def post(self, device, *events):
        """Sends events to a device."""
        return self.ask("POST", f"/v1/devices/{device}/events", list(events))


def tried(times, attempt):
    """Tries something that can miss, such as a press on what moves, a few times; the last failure is that of all."""
    for _ in range(times - 1):
        try:
            return attempt()
        except AssertionError:
            pass
    return attempt()


class Browser:
    """A page, and whatever the browser complains about."""

    def __init__(self, chromium, server, **options):
        self.server = server
        self.context = chromium.new_context(accept_downloads=True, **options)
        self.context.set_default_timeout(PATIENCE)
        self.complaints = []
        self.requests = []
        self.page = self.context.new_page()
        self.page.add_init_script(REMEMBER_NOTICES)
        self.page.on("console", lambda message: self.hear(message.type, message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("dialog", lambda dialog: dialog.accept())
        self.page.on("request", lambda request: self.requests.append(request.url.removeprefix(server.url)))

    def hear(self, kind, text):
        """Takes a line of the console."""
        # A refused request is no fault of the page, and neither is a server that is away; everything else is.
        expected = ("the server responded with a status of 4", "net::ERR_")
        if kind in ("error", "warning") and not any(part in text for part in expected):
            self.complaints.append(text)

    def open(self, path=""):
        """Goes to a page, with the token."""
        self.page.goto(f"{self.server.url}/{path}")
        if self.server.token and self.page.evaluate("!sessionStorage.getItem('greenroom-token')"):
            self.page.get_by_label("Bearer token").fill(self.server.token)
            self.page.get_by_role("button", name="Use the token").click()

    def is_live(self, word="live"):
        """Waits until the stream is there, which the page says in a word of its language."""
        expect(self.page.locator("#link")).to_have_text(word)

    def has_records(self, device):
        """Waits until the page shows the records that a device has now, of the kinds that are shown at first."""
        records = self.server.ask("GET", f"/v1/devices/{device}/timeline?last=1000")["records"]
        newest = [record for record in records if record["kind"] not in ("notification", "scene")][-1]
        number = re.compile(f"^{newest['sequence']}$")
        row = self.page.locator(".records tbody tr").filter(has=self.page.locator("button", has_text=number))
        expect(row).to_contain_text(newest["time"][11:23])

    def has_said(self, *texts):
        """Waits until there was a notice with all these texts, which may be gone again."""
        self.page.wait_for_function(
            "texts => window.noticesSaid.some((said) => texts.every((text) => said.includes(text)))", arg=list(texts))

    def draws(self, frames=2):
        """Waits until the page has drawn what was changed."""
        self.page.evaluate("""async (frames) => {
            for (; frames > 0; frames -= 1) await new Promise((resolve) => requestAnimationFrame(resolve));
        }""", frames)

    def check(self, what):
        """Checks that there was no error on the page, and closes it."""
        assert not self.complaints, f"{what}: {self.complaints}"
        found = Axe().run(self.page).response["violations"]
        serious = [(one["id"], one["nodes"][0]["html"][:160])
                   for one in found if one["impact"] in ("serious", "critical")]
        assert not serious, f"{what}: {serious}"
        wide = self.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, f"{what}: the page is {wide} pixels wider than the window"
        self.context.close()
