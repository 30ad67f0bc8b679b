"""A small push back end: the device tokens of an app, and the pushes that APNs has not taken yet, are in SQLite."""

import asyncio
import json
import sqlite3
import time
import uuid
from collections.abc import Callable
from typing import Any

from aioapns import APNs, NotificationRequest, PushType
from aioapns.common import NotificationResult
from aioapns.exceptions import MaxAttemptsExceeded
from h2.exceptions import ProtocolError

TABLES = """
CREATE TABLE IF NOT EXISTS devices (token TEXT PRIMARY KEY, registered_at REAL NOT NULL);
CREATE TABLE IF NOT EXISTS pushes (
    id TEXT PRIMARY KEY, token TEXT NOT NULL, type TEXT NOT NULL, payload TEXT NOT NULL,
    due REAL NOT NULL, attempts INTEGER NOT NULL DEFAULT 0, state TEXT NOT NULL DEFAULT 'waiting'
);
"""
PRIORITIES = {PushType.ALERT: 10, PushType.BACKGROUND: 5}
# Apple, "Handling notification responses from APNs": what got a 5xx may be sent again after 15 minutes, and what got
# TooManyRequests after a delay. Other refusals are not sent again.
SECONDS_AFTER_SERVER_ERROR = 900
SECONDS_AFTER_TOO_MANY_REQUESTS = 60
SECONDS_WITHOUT_ANSWER = 60
MAX_ATTEMPTS = 7


class PushBackend:
    """Sends pushes to the devices of one app; `apns` are arguments of `aioapns.APNs`."""

    def __init__(self, database: str, now: Callable[[], float] = time.time, **apns: Any) -> None:
        self.database = sqlite3.connect(database, isolation_level=None)
        self.database.executescript(TABLES)
        self.now = now
        self.apns_arguments = apns
        self.apns: APNs | None = None

    def register(self, token: str) -> None:
        """To be called when the app hands its device token over, which it does at each launch."""
        self.database.execute("INSERT OR REPLACE INTO devices VALUES (?, ?)", (token, self.now()))

    def tokens(self) -> list[str]:
        """The device tokens to which pushes are sent."""
        return [token for (token,) in self.database.execute("SELECT token FROM devices ORDER BY token")]

    def announce(self, text: str) -> None:
        """Shows a text on each device."""
        for token in self.tokens():
            self.add(token, PushType.ALERT, {"aps": {"alert": text}})

    def request_sync(self) -> None:
        """Wakes the app on each device by a silent push."""
        for token in self.tokens():
            self.add(token, PushType.BACKGROUND, {"aps": {"content-available": 1}})

    def add(self, token: str, push_type: PushType, payload: dict[str, Any]) -> None:
        """Adds a push that the next `deliver` sends."""
        push = (str(uuid.uuid4()), token, push_type.value, json.dumps(payload), self.now())
        self.database.execute("INSERT INTO pushes (id, token, type, payload, due) VALUES (?, ?, ?, ?, ?)", push)

    def pushes(self, state: str) -> list[tuple[str, str, str, str]]:
        """The id, token, type and payload of the pushes in a state that are due. A push is `waiting`, then `accepted`
        or the reason for which APNs refused it, and after `follow_up` what became of it."""
        query = "SELECT id, token, type, payload FROM pushes WHERE state = ? AND due <= ? ORDER BY due"
        return self.database.execute(query, (state, self.now())).fetchall()

    async def deliver(self) -> None:
        """Sends what is due. To be called again and again, by one task: a second one would send the same pushes."""
        self.apns = apns = self.apns or APNs(**self.apns_arguments, max_connection_attempts=2)
        await asyncio.gather(*(self.send(apns, *push) for push in self.pushes("waiting")))

    async def send(self, apns: APNs, id: str, token: str, push_type: str, payload: str) -> None:
        """Sends a push, and writes down what APNs answers.

        If the answer is lost APNs gets the push a second time. It has a collapse id, so that the user sees it once.
        """
        kind = PushType(push_type)
        request = NotificationRequest(
            token, json.loads(payload), id, priority=PRIORITIES[kind], collapse_key=id, push_type=kind
        )
        try:
            result = await apns.send_notification(request)
        except (MaxAttemptsExceeded, ProtocolError):  # the latter on a connection that APNs has just ended
            self.send_later(id, "no answer", SECONDS_WITHOUT_ANSWER)
        else:
            self.answered(id, token, result)

    def answered(self, id: str, token: str, result: NotificationResult) -> None:
        """Does what Apple asks for."""
        reason = result.description or result.status
        if result.is_successful:
            self.set_state(id, "accepted")
        elif result.status == "429":
            self.send_later(id, reason, SECONDS_AFTER_TOO_MANY_REQUESTS)
        elif result.status.startswith("5"):
            self.send_later(id, reason, SECONDS_AFTER_SERVER_ERROR)
        else:
            self.set_state(id, reason)
        if result.status == "410" and result.timestamp:
            # The app may have been installed again, and have registered since.
            gone = (token, result.timestamp / 1000)
            self.database.execute("DELETE FROM devices WHERE token = ? AND registered_at < ?", gone)

    def send_later(self, id: str, reason: str, seconds: float) -> None:
        """Waits longer after each attempt, and gives up after the last one."""
        (attempts,) = self.database.execute("SELECT attempts FROM pushes WHERE id = ?", (id,)).fetchone()
        if attempts + 1 == MAX_ATTEMPTS:
            self.set_state(id, reason)
            return
        later = (attempts + 1, self.now() + seconds * 2**attempts, id)
        self.database.execute("UPDATE pushes SET attempts = ?, due = ? WHERE id = ?", later)

    def set_state(self, id: str, state: str) -> None:
        """Writes down what became of a push."""
        self.database.execute("UPDATE pushes SET state = ? WHERE id = ?", (state, id))

    def follow_up(self, verdict: Callable[[str], tuple[str, str | None]]) -> None:
        """Asks the user to open the app where a silent push that APNs accepted was dropped, as the user had quit it.

        `verdict` tells what became of a push, and why. APNs does not: in production, look whether the app has called
        the back end since.
        """
        for id, token, push_type, _ in self.pushes("accepted"):
            decided, why = verdict(id)
            if push_type == PushType.BACKGROUND.value and (decided, why) == ("dropped", "forceQuit"):
                self.add(token, PushType.ALERT, {"aps": {"alert": "Open Notes to see what is new"}})
            if decided not in ("held", "throttled"):
                self.set_state(id, decided)

    async def close(self) -> None:
        """Ends the connections, and closes the database."""
        if self.apns:
            self.apns.pool.close()
            while self.apns.pool.connections:
                await asyncio.sleep(0.01)
        self.database.close()
