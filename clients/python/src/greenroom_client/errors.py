"""What can go wrong between a client and a server."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from . import models
    from .exploring import ExplorationResult


class GreenroomError(Exception):
    """What every error of this package is."""


class Unreachable(GreenroomError):
    """No answer came: nothing listens at the address, or the connection was lost."""


class ServerNotStarted(GreenroomError):
    """No server could be started on this machine."""


class AttachedAppError(GreenroomError):
    """The code of an attached app did what can only be a mistake in the test."""


class AsynchronousCode(AttachedAppError, TypeError):
    """The code of an attached app is asynchronous, and the client is not."""


class ProcessEnded(BaseException):
    """Ends the code of a process with the process. It is raised in that code, and nothing there should catch it."""


class ConditionNotMet(GreenroomError):
    """The clock was to move until a condition is met, and it never was."""


class ExplorationFailed(AssertionError):
    """An exploration has found sequences in which the app fails: the message is the report, `result` all of it."""

    def __init__(self, text: str, result: ExplorationResult) -> None:
        self.result = result
        super().__init__(text)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.result)


class SystemRefusal(GreenroomError):
    """The system refused what the code of an app asked for: `verdict` is its record, with the reason in `why`."""

    def __init__(self, verdict: models.VerdictRecord, asked: str = "") -> None:
        self.verdict = verdict
        self.asked = asked
        about = f" {verdict['identifier']}" if "identifier" in verdict else ""
        why = ": ".join(str(verdict[name]) for name in ("why", "detail") if name in verdict)
        who = f"{verdict['bundleID']}: " if "bundleID" in verdict else ""
        super().__init__(f"{who}{asked}{': ' if asked else ''}{verdict['subject']}{about} was refused ({why})")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.verdict, self.asked)


class Refused(GreenroomError):
    """The server refused a request, with a problem document (RFC 9457).

    `code` is the stable word for why, such as `process-suspended`; `detail` says it in words, and `accepted` lists what
    would have been accepted, where there is a list.
    """

    def __init__(self, problem: Mapping[str, Any], status: int | None = None) -> None:
        self.problem = dict(problem)
        self.status = int(problem.get("status") or status or 0)
        self.code = str(problem.get("code", "unknown"))
        self.title = str(problem.get("title", ""))
        self.detail = str(problem.get("detail", self.title))
        self.accepted: list[str] = list(problem.get("accepted") or [])
        self.field: str | None = problem.get("field")
        self.state: str | None = problem.get("state")
        self.index: int | None = problem.get("index")
        self.request_id: str | None = problem.get("requestID")
        super().__init__(self.description)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.problem, self.status)

    @property
    def description(self) -> str:
        """One line for people."""
        field = f" (field {self.field})" if self.field else ""
        accepted = f"; accepted: {', '.join(self.accepted)}" if self.accepted else ""
        return f"{self.status} {self.code}: {self.detail}{field}{accepted}"

    @property
    def action_index(self) -> int | None:
        """Which of several actions was refused, where it was one of them."""
        found = re.match(r"(?:actions)?\[(\d+)\]", self.field or "")
        return self.index if found is None else int(found[1])


class CodeRefused(Refused):
    """What the code of an attached app did was refused; `detail` says which function did what."""


def signature_of(error: Exception) -> str:
    """What tells an exception from others: its class and where it was raised. What it says may differ each time."""
    return ", ".join([type(error).__name__, *(place.rpartition("/")[2] for place in places_of(error)[:1])])


def stack_of(error: Exception) -> str:
    """An exception, with the places of the app's code that it went through."""
    return "\n".join([f"{type(error).__name__}: {error}", *(f"  {place}" for place in places_of(error))])


def places_of(error: Exception) -> list[str]:
    """The places of the app's code that an exception went through, that which raised it first."""
    places: list[str] = []
    trace = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        if "__tracebackhide__" not in trace.tb_frame.f_globals:
            places.insert(0, f"{code.co_filename}:{trace.tb_lineno}, in {code.co_name}")
        trace = trace.tb_next
    return places
