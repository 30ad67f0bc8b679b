"""A small analytics SDK as its authors would write it, and nine bugs that can be switched on.

What it asks of iOS it asks of an `AppCode`, which has UIKit's and URLSession's functions in Python.
"""

from typing import Any, Literal

from greenroom_client import AppCode, BackgroundTask, Callback, Request, Response, Timer

SECONDS_OF_SESSION = 1800.0
SECONDS_UNTIL_RETRY = 60.0
# The completion handler of a push must be called within 30 seconds.
SECONDS_OF_PUSH = 20.0
LOGS = "com.example.analytics.logs"

Bug = Literal[
    "none",
    "saves at the end",
    "no background task",
    "session at launch",
    "sent before saved",
    "session timer",
    "task left open",
    "push not completed",
    "second task",
    "push waits",
]


class Analytics:
    """Keeps events on the disk and sends them in batches; counts sessions; uploads a log in the background."""

    def __init__(self, app: AppCode, bug: Bug = "none") -> None:
        self.app = app
        self.bug = bug
        # `waiting` is sent with the next batch; `outbox` is the batch that is sent until the server has it.
        self.events: dict[str, Any] = app.disk.read("events", {"count": 0, "waiting": [], "outbox": []})
        # The number of the session, and when the user left it.
        self.session: dict[str, Any] = app.disk.read("session", {"number": 0, "left": None})
        self.is_open = False
        self.task: BackgroundTask | None = None
        self.request: Request | None = None
        self.retry: Timer | None = None
        self.session_timer: Timer | None = None
        self.is_session_over = False
        self.pushes: list[int] = []
        self.push_timer: Timer | None = None
        if bug == "session at launch":
            self.opened()

    def save(self) -> None:
        """Writes the events to the disk."""
        if self.bug != "saves at the end":
            self.app.disk.write("events", self.events)

    # Events

    def track(self, name: str) -> None:
        """Something has happened in the app."""
        self.events["count"] += 1
        event = {"id": self.events["count"], "name": name, "session": self.session["number"]}
        self.events["waiting"].append(event)
        self.app.edited("events")
        self.save()

    def will_terminate(self) -> None:
        """To be called in `applicationWillTerminate(_:)`."""
        if self.bug == "saves at the end":
            self.app.disk.write("events", self.events)

    # Sessions: after half an hour in the background a new one begins

    def opened(self) -> None:
        """To be called in `sceneDidBecomeActive(_:)`."""
        if self.is_open:
            return
        self.is_open = True
        left = self.session["left"]
        is_over = left is None or self.app.now.timestamp() - left >= SECONDS_OF_SESSION
        if self.session_timer is not None:
            self.session_timer.cancel()
            self.session_timer = None
            is_over, self.is_session_over = self.is_session_over, False
        if is_over:
            self.session["number"] += 1
            self.app.disk.write("session", self.session)
        if self.events["outbox"] and self.request is None:
            self.flush()

    def left(self) -> None:
        """To be called in `sceneDidEnterBackground(_:)`."""
        self.is_open = False
        self.session["left"] = self.app.now.timestamp()
        self.app.disk.write("session", self.session)
        if self.bug == "session timer":
            self.session_timer = self.app.after(SECONDS_OF_SESSION, self.session_ended)
        self.flush()

    def session_ended(self) -> None:
        """The session timer has fired."""
        self.is_session_over = True

    # Batches

    def flush(self) -> None:
        """Sends what waits, within a background task."""
        if self.request is not None:
            if self.bug == "second task":
                self.task = self.app.begin_background_task("flush", self.out_of_time)
            return
        if self.retry is not None:
            self.retry.cancel()
            self.retry = None
        if self.events["waiting"] and not self.events["outbox"]:
            self.events["outbox"], self.events["waiting"] = self.events["waiting"], []
            # The next process must send the same batch, or the server would take its events for others.
            if self.bug != "sent before saved":
                self.save()
        if not self.events["outbox"]:
            self.finished()
            return
        if self.task is None and self.bug != "no background task":
            self.task = self.app.begin_background_task("flush", self.out_of_time)
        self.request = self.app.request("POST", "/events", self.batch(), then=self.answered)

    def batch(self) -> dict[str, Any]:
        """What is sent: the server stores a batch once, however often it comes."""
        outbox = self.events["outbox"]
        return {"batch": f"{outbox[0]['id']}-{outbox[-1]['id']}", "events": outbox}

    def answered(self, response: Response) -> None:
        """The server has answered, or the request has failed."""
        self.request = None
        if response.succeeded:
            self.events["outbox"] = []
            self.save()
            if self.events["waiting"]:
                self.flush()
                return
        else:
            # A timer stands still while the process is suspended: then the batch is sent when the app is opened.
            if self.is_open:
                self.retry = self.app.after(SECONDS_UNTIL_RETRY, self.flush)
            if self.bug == "task left open":
                return
        self.finished()

    def finished(self) -> None:
        """There is nothing more to send now."""
        self.end_task()
        self.complete_pushes()

    def end_task(self) -> None:
        """Ends the background task."""
        if self.task is not None:
            self.app.end_background_task(self.task)
            self.task = None

    def out_of_time(self) -> None:
        """The expiration handler of the background task."""
        self.end_task()
        if self.request is not None:
            self.request.cancel()

    # Pushes

    def pushed(self, push: Callback) -> None:
        """To be called in `application(_:didReceiveRemoteNotification:fetchCompletionHandler:)`."""
        if self.bug == "push not completed" and not self.events["waiting"] and not self.events["outbox"]:
            return
        self.pushes.append(push["sequence"])
        if self.bug != "push waits" and self.push_timer is None:
            self.push_timer = self.app.after(SECONDS_OF_PUSH, self.complete_pushes)
        self.flush()

    def complete_pushes(self) -> None:
        """Calls the completion handlers of pushes."""
        if self.push_timer is not None:
            self.push_timer.cancel()
            self.push_timer = None
        pushes, self.pushes = self.pushes, []
        for push in pushes:
            self.app.complete_fetch(push)

    # A log for the support, which may be large

    def send_log(self, text: str) -> None:
        """Uploads a log with a background session."""
        self.app.disk.write("log", text)
        self.upload_log()

    def upload_log(self) -> None:
        """Begins the upload; it goes on without the process."""
        self.app.transfer(LOGS, "PUT", "/logs", self.app.disk.read("log"), kind="upload")

    def log_uploaded(self, response: Response) -> None:
        """To be called in `urlSession(_:task:didCompleteWithError:)`."""
        if response.succeeded:
            self.app.disk.delete("log")
        else:
            self.upload_log()

    def events_of_session(self) -> None:
        """To be called in `application(_:handleEventsForBackgroundURLSession:completionHandler:)`."""
        self.app.after(0, self.app.act, "completeURLSessionEvents")
