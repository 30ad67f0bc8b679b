"""Server-sent events, without a connection."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from .calls import EVENT_STREAM, Call, query_of


@dataclass(frozen=True)
class StreamEvent:
    """An event of a stream. A record has the name `message`; others are `open`, `gap`, `deviceDeleted` and `end`.

    `id` is the place in the stream, from which another stream can go on.
    """

    name: str
    data: Any
    id: str | None = None


class EventDecoder:
    """Makes events of the lines of a stream."""

    def __init__(self) -> None:
        self._name = "message"
        self._data: list[str] = []
        self._id: str | None = None

    def events(self, line: str) -> Iterator[StreamEvent]:
        """The event that a line ends, if it ends one."""
        if not line:
            if self._data:
                yield StreamEvent(self._name, json.loads("\n".join(self._data)), self._id)
            self._name, self._data, self._id = "message", [], None
            return
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "data":
            self._data.append(value)
        elif name == "event":
            self._name = value
        elif name == "id":
            self._id = value


def stream_call(where: str, last_event_id: str | int | None, **query: Any) -> Call[None]:
    """The request that opens a stream."""
    headers = {"Accept": EVENT_STREAM}
    if last_event_id is not None:
        headers["Last-Event-ID"] = str(last_event_id)
    return Call("GET", where, lambda _: None, query_of(query), headers=headers)
