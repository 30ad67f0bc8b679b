"""A small SDK: a queue of uploads that goes on in the background.

What it asks of iOS it asks of an `AppCode`, which has UIKit's and BackgroundTasks' functions in Python.
"""

from collections.abc import Callable

from greenroom_client import AppCode, BackgroundTask, Callback, Timer

REFRESH = "com.example.uploads.refresh"
SECONDS_FOR_ONE = 4.0
SECONDS_BETWEEN_REFRESHES = 900.0


class UploadQueue:
    """Uploads items one after the other; items that it could not upload are still there at the next launch."""

    def __init__(self, app: AppCode) -> None:
        self.app = app
        self.waiting: list[str] = app.disk.read("waiting", [])
        self.task: BackgroundTask | None = None
        self.current: Timer | None = None
        self.finished: list[Callable[[], None]] = []

    def start(self) -> None:
        """To be called in `application(_:didFinishLaunchingWithOptions:)`."""
        self.app.register_task(REFRESH, self.refresh, self.refresh_expired)
        self.schedule_refresh()

    def schedule_refresh(self) -> None:
        """Asks iOS for a launch in the background."""
        self.app.submit_task_request(REFRESH, earliest_begin_after=SECONDS_BETWEEN_REFRESHES)

    def add(self, item: str) -> None:
        """Something new to upload."""
        self.waiting.append(item)
        self.app.edited("waiting")

    def save(self) -> None:
        """Writes the queue to a file."""
        self.app.disk.write("waiting", self.waiting)

    def entered_background(self) -> None:
        """To be called in `sceneDidEnterBackground(_:)`."""
        self.save()
        if self.waiting and self.task is None:
            self.task = self.app.begin_background_task("upload", self.out_of_time)
            self.upload(self.end_task)

    def end_task(self) -> None:
        """All is uploaded."""
        if self.task is not None:
            self.app.end_background_task(self.task)
            self.task = None

    def out_of_time(self) -> None:
        """The expiration handler of the background task."""
        self.pause()
        self.end_task()

    def refresh(self) -> None:
        """The launch handler of the refresh task."""
        self.schedule_refresh()
        self.upload(self.refreshed)

    def refreshed(self) -> None:
        """The refresh task has uploaded everything."""
        self.app.complete_task(REFRESH)

    def refresh_expired(self) -> None:
        """The expiration handler of the refresh task."""
        self.pause()
        self.app.complete_task(REFRESH, success=False)

    def push_received(self, push: Callback) -> None:
        """To be called in `application(_:didReceiveRemoteNotification:fetchCompletionHandler:)`."""
        self.upload(lambda: self.pushed(push))

    def pushed(self, push: Callback) -> None:
        """What a push asked for is uploaded."""
        self.app.complete_fetch(push)

    def upload(self, finished: Callable[[], None]) -> None:
        """Uploads one item after the other, then calls a function."""
        self.finished.append(finished)
        if self.current is None:
            self.upload_next()

    def upload_next(self) -> None:
        """Uploads the next item, if there is one."""
        if self.waiting:
            self.current = self.app.after(SECONDS_FOR_ONE, self.uploaded)
            return
        finished, self.finished = self.finished, []
        for function in finished:
            function()

    def uploaded(self) -> None:
        """One more is done."""
        self.current = None
        self.app.disk.write("uploaded", [*self.app.disk.read("uploaded", []), self.waiting.pop(0)])
        self.save()
        self.upload_next()

    def pause(self) -> None:
        """Stops until the next reason to upload."""
        if self.current is not None:
            self.current.cancel()
        self.current = None
        self.finished.clear()
