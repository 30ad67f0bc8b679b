"""Requests and flows without a connection: what is sent, and how the answer is read.

A `Call` is one request. A flow is a generator of several steps, whose answers are sent back into it; `yield from call`
in a flow gives what the answer says. The clients perform both, one by blocking and one by awaiting.
"""

import json
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Generic, Protocol, TypeAlias, TypeVar, cast
from urllib.parse import quote

from .errors import Refused

# pytest shows no frames of this module.
__tracebackhide__ = True

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

JSON = "application/json"
NDJSON = "application/x-ndjson"
YAML = "application/yaml"
EVENT_STREAM = "text/event-stream"


@dataclass(frozen=True)
class Answer:
    """What a server answered."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def text(self) -> str:
        """The body as text."""
        return self.body.decode("utf-8")

    def checked(self) -> "Answer":
        """Raises `Refused` unless the request succeeded."""
        if self.status < 400:
            return self
        try:
            problem = json.loads(self.body)
        except ValueError:
            problem = None
        if not isinstance(problem, dict):
            problem = {"code": "unknown", "detail": self.body[:500].decode("utf-8", "replace")}
        raise Refused(problem, self.status)


def read_json(answer: Answer) -> Any:
    """The body as JSON; nothing where there is none."""
    return json.loads(answer.body) if answer.body else None


def read_text(answer: Answer) -> str:
    """The body as text."""
    return answer.text


def read_lines(answer: Answer) -> Any:
    """The body as lines of JSON."""
    return [json.loads(line) for line in answer.text.splitlines() if line]


@dataclass(frozen=True)
class Call(Generic[T_co]):
    """One request, and how its answer is read."""

    method: str
    path: str
    read: Callable[[Answer], T_co] = cast(Any, read_json)  # noqa: RUF009 (a function)
    query: Mapping[str, Any] = field(default_factory=dict)
    content: bytes | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    # How many seconds the server may wait before it answers, beyond what any answer takes.
    patience: float = 0

    def __iter__(self) -> "Generator[Step, Any, T_co]":
        return cast(T_co, (yield self))


@dataclass(frozen=True)
class Run(Generic[T_co]):
    """A function of the test's own that a flow calls; an asynchronous client awaits what it gives."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...] = ()

    def __iter__(self) -> "Generator[Step, Any, T_co]":
        return cast(T_co, (yield self))


Step: TypeAlias = "Call[Any] | Run[Any]"
Flow: TypeAlias = Generator[Step, Any, T]


class Steps(Protocol[T_co]):
    """A call or a flow."""

    def __iter__(self) -> Generator[Step, Any, T_co]:
        """Its steps."""
        ...


def path(*parts: str | int) -> str:
    """The path of a resource below /v1; whatever stands in a part stays in it."""
    return "/v1/" + "/".join(quote(str(part), safe="") for part in parts)


def get(where: str, read: Callable[[Answer], Any] = read_json, **query: Any) -> Call[Any]:
    """A request that reads; parameters that are None are left out."""
    return Call("GET", where, read, query_of(query))


def send(
    method: str,
    where: str,
    body: Any = None,
    *,
    vocabulary: str | Sequence[str] | None = None,
    patience: float = 0,
    if_match: str | None = None,
    idempotency_key: str | None = None,
) -> Call[Any]:
    """A request that changes something, with a body of JSON."""
    headers = {} if body is None else {"Content-Type": JSON}
    if if_match is not None:
        headers["If-Match"] = if_match
    if idempotency_key is not None:
        headers["Idempotency-Key"] = idempotency_key
    content = None if body is None else json.dumps(body, default=encoded).encode()
    query = query_of({"vocabulary": vocabulary})
    return Call(method, where, read_json, query, content=content, headers=headers, patience=patience)


def query_of(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters that are given, as texts; several values are separated by commas."""
    return {name: text_of(value) for name, value in parameters.items() if value is not None}


def text_of(value: Any) -> Any:
    """A value of a query."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return [f"{key}:{one}" for key, one in value.items()]
    if isinstance(value, (list, tuple)):
        return ",".join(map(str, value))
    return value


def given(**fields: Any) -> dict[str, Any]:
    """The fields that are not None."""
    return {name: value for name, value in fields.items() if value is not None}


def shortened(text: str, length: int) -> str:
    """The beginning of a text, in so many bytes."""
    return text.encode()[:length].decode("utf-8", "ignore")


def name_of(function: Callable[..., Any] | None) -> str:
    """A function's name for people."""
    return str(getattr(function, "__qualname__", repr(function)))


def encoded(value: Any) -> Any:
    """What JSON has no form for: instants and lengths of time."""
    if isinstance(value, datetime):
        return instant_text(value)
    if isinstance(value, timedelta):
        return value.total_seconds()
    raise TypeError(f"{value!r} cannot be sent")


def instant(text: str) -> datetime:
    """An instant of the interface."""
    return datetime.fromisoformat(text)


def instant_text(value: datetime) -> str:
    """An instant as the interface has it; one without a zone is in UTC."""
    offset = value.utcoffset()
    utc = value.replace(tzinfo=None) - (offset or timedelta())
    return utc.isoformat(timespec="milliseconds") + "Z"
