"""Lets time pass on a device with attached apps: each callback on the way is played at its own instant."""

from __future__ import annotations

import time
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from . import models
from .calls import Flow, given, instant
from .playing import Repetitions, merged, observe, plain, play_pending, require_player

if TYPE_CHECKING:
    from .devices import DeviceSteps

# pytest shows no frames of this module.
__tracebackhide__ = True


def advance(device: DeviceSteps, goal: Mapping[str, Any]) -> Flow[models.AdvanceOutcome]:
    """Moves a clock in stretches from callback to callback, each of which is played at its own instant."""
    # Nobody else moves the clock of an exploration.
    explored = (player.now for player in device.players.values() if player.is_explored)
    now, after = next(explored, None) or instant((yield from device.clock())["now"]), None
    end = end_of(goal, now)
    repetitions = Repetitions()
    whole = yield from play_pending(device, repetitions)
    while True:
        stretch: models.AdvanceOutcome = yield from device._advance(stretch_of(goal, end, now))
        yield from observe(device, stretch)
        whole = plain(stretch) if whole is None else merged(whole, plain(stretch))
        if after is None:
            after = stretch["sequence"] - len(stretch["records"])
        later = yield from play_pending(device, repetitions)
        whole = whole if later is None else merged(whole, later)
        if stretch["stopped"] != "callback":
            return ended(stretch, whole)
        require_player(device, stretch)
        now = instant(whole["time"])
        if "until" in goal:
            met: models.WaitOutcome = yield from device._wait(goal["until"], after, 0)
            if met["met"]:
                return ended({**stretch, "stopped": "condition", "met": True}, whole)


def advance_past_callbacks(device: DeviceSteps, goal: Mapping[str, Any]) -> Flow[models.AdvanceOutcome]:
    """Moves a clock at once; callbacks that were called on the way are played after it."""
    outcome: models.AdvanceOutcome = yield from device._advance(goal)
    yield from observe(device, outcome)
    later = yield from play_pending(device)
    return outcome if later is None else ended(outcome, merged(plain(outcome), later))


def end_of(goal: Mapping[str, Any], now: datetime) -> datetime | None:
    """The instant that an advance must not pass."""
    if "to" in goal:
        return instant(goal["to"])
    seconds = goal.get("seconds", goal.get("limitSeconds"))
    return None if seconds is None else now + timedelta(seconds=seconds)


def stretch_of(goal: Mapping[str, Any], end: datetime | None, now: datetime) -> dict[str, Any]:
    """What is left of an advance, up to the next callback."""
    rest = None if end is None else max(0.0, (end - now).total_seconds())
    wanted = {name: goal[name] for name in ("until", "untilIdle", "before") if name in goal}
    length = "limitSeconds" if "until" in goal or "untilIdle" in goal else "seconds"
    return {**wanted, **given(**{length: rest}), "stopAtCallbacks": True}


def ended(last: models.AdvanceOutcome, whole: models.Outcome) -> models.AdvanceOutcome:
    """The outcome of a whole advance, which stopped as its last stretch did."""
    return {**last, **whole}


def wait(
    device: DeviceSteps, until: models.Condition, after: int | None, timeout_seconds: float
) -> Flow[models.WaitOutcome]:
    """Waits in real time for a condition, and runs the handlers of the callbacks that come meanwhile."""
    end = time.monotonic() + timeout_seconds
    calls: list[models.Condition] = [
        {"record": {"kind": "callback", "bundleID": bundle_id}} for bundle_id in device.players
    ]
    if after is None:
        after = (yield from device.read())["sequence"]
    seen = 0
    while True:
        yield from device.play()
        met: models.WaitOutcome = yield from device._wait(until, after, 0)
        rest = end - time.monotonic()
        if met["met"] or rest <= 0:
            return met
        either: models.WaitOutcome = yield from device._wait({"any": [until, *calls]}, max(after, seen), rest)
        seen = either["sequence"]
