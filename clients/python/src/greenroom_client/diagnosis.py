"""Says what happened on a device, for the report of a failed test."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from typing import TYPE_CHECKING, Any

from . import models
from .calls import Flow, instant, name_of
from .errors import stack_of

if TYPE_CHECKING:
    from .app_code import AppCode
    from .devices import DeviceSteps

# Verdicts that tell of something that did not happen as the app meant it.
BAD_VERDICTS = {"refused", "dropped", "failed", "expired", "throttled"}
# What is left out of a record that may come.
UNINTERESTING = {"time", "kind", "bundleID", "pid", "cause", "launchSteps", "coldLaunch", "receiver"}
# Verdicts after which a task request is no longer pending.
SETTLED_VERDICTS = {"launched", "cancelled"}


def describe(device: DeviceSteps, last: int) -> Flow[str]:
    """Ends, findings, refusals and explanations of every app, and so many of the last records."""
    clock = yield from device.clock()
    lines = [f"device {device.id}, its clock shows {clock['now']}"]
    records = yield from device.timeline(kind=["exit", "verdict"])
    for app in (yield from device.apps()):
        lines += yield from describe_app(device, app, records, clock["now"])
    if last:
        lines += ["", f"the last records (at most {last}):", (yield from device.timeline_text(last=last))]
    return "\n".join(lines).rstrip()


def describe_app(device: DeviceSteps, app: models.App, records: Sequence[models.Record], now: str) -> Flow[list[str]]:
    """What a person wants to know of one app."""
    handle = device.app(app["bundleID"])
    explanation = yield from handle.explain()
    findings = yield from handle.audit()
    own = [record for record in records if record.get("bundleID") == app["bundleID"]]
    lines = ["", f"{app['bundleID']} is {app['state']}"]
    lines += [f"  because {reason}" for reason in explanation["because"]]
    lines += [f"  finding {one['code']} ({one['severity']}): {one['detail']}. {one['advice']}" for one in findings]
    lines += [line for record in own for line in describe_record(record)]
    lines += describe_requests(own)
    player = device.players.get(app["bundleID"])
    lines += describe_handlers(app, set() if player is None else player.uncalled)
    if player is not None:
        lines += [f"  its code raised {stack_of(error).splitlines()[0]}" for error in player.exceptions]
    if player is not None and player.living is not None:
        lines += describe_timers(player.living, app, now)
    return [*lines, *describe_future(explanation)]


def describe_record(record: models.Record) -> Iterator[str]:
    """An end, or a refusal."""
    if record["kind"] == "exit":
        count = record["unsavedChanges"]
        lost = f", {count} unsaved change{'' if count == 1 else 's'} lost" if count else ""
        # Of an exception of the code, the places follow.
        explanation = record["explanation"].split("\n")[0]
        yield f"  ended at {record['time']}: {record['reason']} ({record['code']}): {explanation}{lost}"
    if record["kind"] == "verdict" and record["verdict"] in BAD_VERDICTS:
        about = f" {record['identifier']}" if "identifier" in record else ""
        why = ": ".join(str(record[name]) for name in ("why", "detail") if name in record)
        yield f"  {record['subject']}{about} {record['verdict']} at {record['time']}" + (f" ({why})" if why else "")


def describe_requests(records: Sequence[models.Record]) -> list[str]:
    """The requests for BGTaskScheduler, where the app made any."""
    newest: dict[str, models.VerdictRecord] = {}
    for record in records:
        if record["kind"] == "verdict" and record["subject"] == "taskRequest" and "identifier" in record:
            newest[record["identifier"]] = record
    lines = [
        f"  {identifier} was launched at {one['time']}, and setTaskCompleted(success:) has not been called"
        for identifier, one in launched_tasks(records).items()
    ]
    if newest:
        said = ", ".join(f"{identifier} {one['verdict']} at {one['time']}" for identifier, one in newest.items())
        lines.append(f"  pending task requests: {', '.join(pending_task_requests(records)) or 'none'} (last: {said})")
    return lines


def launched_tasks(records: Sequence[models.Record]) -> dict[str, models.VerdictRecord]:
    """The tasks that run, by identifier."""
    launched: dict[str, models.VerdictRecord] = {}
    for record in records:
        if record["kind"] == "verdict" and record["subject"] == "taskRequest" and "identifier" in record:
            if record["verdict"] == "launched":
                launched[record["identifier"]] = record
            elif record["verdict"] in {"completed", "failed"}:
                launched.pop(record["identifier"], None)
    return launched


def describe_handlers(app: models.App, uncalled: Set[str]) -> list[str]:
    """The handlers that nothing called, and those that nothing can call."""
    never = app["behaviorNeverCalled"]
    lines = [f"  handlers that are never called as the app is installed: {', '.join(never)}"] if never else []
    rest = sorted(uncalled - set(never))
    return lines + ([f"  handlers that were not called: {', '.join(rest)}"] if rest else [])


def describe_timers(code: AppCode, app: models.App, now: str) -> list[str]:
    """What the code had planned, and could not do."""
    lines = []
    for timer in code.overdue(instant(now)):
        lines.append(
            f"  {name_of(timer.function)} was due at {timer.due.isoformat()} and has not run: the process is"
            f" {app['state']}, and no background task or background mode kept it running"
        )
    return lines


def describe_future(explanation: models.Explanation) -> list[str]:
    """What happens next if nothing comes in."""
    if not explanation["next"]:
        return ["  nothing will happen to it by itself"]
    return [f"  next: {foreseen(record)}" for record in explanation["next"][:5]]


def foreseen(record: models.ForeseenRecord) -> str:
    """A record that may come, in few words."""
    rest = {name: value for name, value in record.items() if name not in UNINTERESTING}
    return f"{record['time']} {record['kind']} " + ", ".join(f"{name} {short(value)}" for name, value in rest.items())


def short(value: Any) -> str:
    """A value in at most 80 characters."""
    text = str(value)
    return text if len(text) <= 80 else text[:77] + "..."


def pending_task_requests(records: Sequence[models.Record]) -> list[str]:
    """The identifiers of the requests that BGTaskScheduler has accepted and not launched yet."""
    pending: dict[str, None] = {}
    for record in records:
        if record["kind"] == "verdict" and record["subject"] == "taskRequest" and "identifier" in record:
            if record["verdict"] in {"accepted", "replaced"}:
                pending[record["identifier"]] = None
            elif record["verdict"] in SETTLED_VERDICTS:
                pending.pop(record["identifier"], None)
    return list(pending)
