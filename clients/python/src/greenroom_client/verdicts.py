"""What came of the actions of an app's code: the verdicts of the system, and its refusals."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Self, TypeVar, cast

from . import models
from .errors import AttachedAppError, SystemRefusal

# pytest shows no frames of this module.
__tracebackhide__ = True

Answered = TypeVar("Answered", bound="models.Outcome | models.AdvanceOutcome")

# What the system decides about for these actions; for others an identifier tells which action a verdict is about.
SUBJECTS: dict[str, models.VerdictSubject] = {
    "beginBackgroundTask": "backgroundTask",
    "endBackgroundTask": "backgroundTask",
    "registerTask": "taskRequest",
    "submitTaskRequest": "taskRequest",
    "cancelTaskRequest": "taskRequest",
    "completeTask": "taskRequest",
    "reportProgress": "taskRequest",
    "completeFetch": "completionHandler",
    "completeURLSessionEvents": "completionHandler",
    "setMinimumBackgroundFetchInterval": "fetch",
    "startTransfer": "transfer",
    "requestPermission": "permission",
    "requestSceneSession": "sceneSession",
    "destroySceneSession": "sceneSession",
    "startActivity": "activity",
    "stopActivity": "activity",
    "requestLiveActivity": "liveActivity",
    "endLiveActivity": "liveActivity",
    "reportIncomingCall": "voip",
}


class ActionResult:
    """What came of an action of an app's code. It is known at once; in `preMain`, once the handler has returned.

    A refusal fails a test of the pytest plugin, unless the test or the code looks at it: `refused`, `verdict`,
    `verdicts` and `raise_for_refusal` do.
    """

    def __init__(self, action: models.Action, bundle_id: str, function: str) -> None:
        self.action = action
        """The action, as it is sent."""
        self.bundle_id = bundle_id
        """The app whose code did it."""
        self.function = function
        """The function that did it, for people."""
        self.seen = False
        """Whether anybody has looked at what the system decided."""
        self.ask: Callable[[], None] | None = None
        """Sends it, if it was not sent yet."""
        self.task_number: int | None = None
        """The number of the background task that it began, once that is known."""
        self._verdicts: list[models.VerdictRecord] | None = None

    def __repr__(self) -> str:
        known = "not known yet" if self._verdicts is None else [one["verdict"] for one in self._verdicts]
        return f"<ActionResult of {described(self.action)}: {known}>"

    @property
    def known(self) -> bool:
        """Whether it is known what came of it; never, where the process ended before the function returned."""
        if self._verdicts is None and self.ask is not None:
            self.ask()
        return self._verdicts is not None

    @property
    def verdicts(self) -> list[models.VerdictRecord]:
        """What the system decided at once about what was asked; nothing where there was nothing to decide."""
        if not self.known or self._verdicts is None:
            what = described(self.action)
            raise AttachedAppError(
                f"what came of {what} is known once {self.function} has returned, in a process that lives"
            )
        self.seen = True
        return self._verdicts

    @property
    def verdict(self) -> models.VerdictRecord | None:
        """The last of the verdicts, such as `refused` with the reason in `why`; None where there was none."""
        return self.verdicts[-1] if self.verdicts else None

    @property
    def refused(self) -> bool:
        """Whether the system refused what was asked."""
        return any(one["verdict"] == "refused" for one in self.verdicts)

    def raise_for_refusal(self) -> Self:
        """Raises `SystemRefusal` if the system refused what was asked; otherwise gives this."""
        for one in self.verdicts:
            if one["verdict"] == "refused":
                raise SystemRefusal(one, f"{self.function} did {described(self.action)}")
        return self

    @property
    def unseen_refusal(self) -> str | None:
        """The refusal that nobody has looked at, in a line; None without one."""
        refused = [one for one in self._verdicts or [] if one["verdict"] == "refused"]
        if self.seen or not refused:
            return None
        return str(SystemRefusal(refused[0], f"{self.function} did {described(self.action)}"))


def described(action: models.Action) -> str:
    """An action for people, as a call."""
    (_, name), *fields = action.items()
    return f"{name}({', '.join(f'{field}={value!r}' for field, value in fields)})"


def refusals(outcome: models.Outcome | models.AdvanceOutcome) -> list[models.VerdictRecord]:
    """What the system refused, of all that an input led to."""
    return [one for one in verdicts_of(outcome["records"]) if one["verdict"] == "refused"]


def raise_for_refusal(outcome: Answered) -> Answered:
    """Raises `SystemRefusal` if the system refused anything of what an input led to; otherwise gives the outcome.

    For what a test does itself: `raise_for_refusal(app.act("submitTaskRequest", identifier=..., kind="appRefresh"))`.
    """
    for one in refusals(outcome):
        raise SystemRefusal(one)
    return outcome


def verdicts_of(records: Sequence[models.Record]) -> Iterator[models.VerdictRecord]:
    """The verdicts among records."""
    return (record for record in records if record["kind"] == "verdict")


def settle(results: Sequence[ActionResult], outcome: models.Outcome) -> None:
    """Notes what came of actions, given the outcome of the request that sent them."""
    for result in results:
        result._verdicts = []
    parts = list(inputs_of(outcome["records"]))
    if parts and "action" in parts[0][0]:
        # Each action is an input of its own.
        for result, (_, records) in zip(results, parts, strict=False):
            assign([result], records)
    elif parts:
        assign(results, parts[0][1])


def inputs_of(records: Sequence[models.Record]) -> Iterator[tuple[dict[str, Any], list[models.Record]]]:
    """The inputs among records, each with what it led to at once, before the callback that it completes returned."""
    for index, record in enumerate(records):
        if record["kind"] != "input":
            continue
        followed: list[models.Record] = []
        for later in records[index + 1 :]:
            if later["kind"] in ("input", "returned") or later["cause"] != record["sequence"]:
                break
            followed.append(later)
        yield cast(dict[str, Any], record), followed


def assign(results: Sequence[ActionResult], records: Sequence[models.Record]) -> None:
    """Gives verdicts to the actions that they are about. Both are in the order in which they happened."""
    first = 0
    for record in records:
        if record["kind"] == "assertion":
            # A background task that was begun or ended: that action needed no verdict.
            done = {"acquired": "beginBackgroundTask", "released": "endBackgroundTask"}.get(record["change"])
            rest = range(first, len(results))
            named = [
                at for at in rest if results[at].action["action"] == done and names(results[at].action, record, "name")
            ]
            if named:
                first = named[0] + 1
                if record["change"] == "acquired":
                    results[named[0]].task_number = record.get("number")
        elif record["kind"] == "verdict" and record["verdict"] != "replaced":  # that is about an earlier request
            possible = [at for at in range(first, len(results)) if is_about(results[at].action, record)]
            named = [at for at in possible if names(results[at].action, record)] or possible
            for at in [at for at in named if not results[at]._verdicts][:1] or named[:1]:
                first = at
                cast(list[models.VerdictRecord], results[at]._verdicts).append(record)


def is_about(action: models.Action, verdict: models.VerdictRecord) -> bool:
    """Whether a verdict may be about what this action asked for."""
    subject = SUBJECTS.get(str(action["action"]))
    return names(action, verdict) if subject is None else subject == verdict["subject"]


def names(action: models.Action, record: models.Record, field: str = "identifier") -> bool:
    """Whether what identifies the subject of a record is in the action."""
    return record.get(field) in [str(value) for name, value in action.items() if name != "action"]
