"""Explores apps: has a server search for the shortest sequences in which one fails.

The conduct of an app is declared, or its code is here. Then the server hands out one sequence after the other, and each
is run from its start, with a new app on a new device.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, TypeAlias, TypedDict, cast

from . import models
from .app_code import AppCode
from .calls import Flow, Run, given
from .errors import ExplorationFailed, GreenroomError
from .remote_runs import AppUnderTest, InputFunction, Raised, is_going_on, run_all
from .world import World

if TYPE_CHECKING:
    from .service import ServiceSteps

# pytest shows no frames of this module.
__tracebackhide__ = True

SEVERITIES: tuple[models.Severity, ...] = ("note", "warning", "error")
# The longest search of a server, in seconds: where the transitions are limited, they are the limit.
LONGEST_BUDGET = 300.0
# How long is waited between two looks at a search, in seconds: at first, and at most.
FIRST_PAUSE, LONGEST_PAUSE = 0.02, 0.5

Explored: TypeAlias = "Mapping[str, Any] | type[AppCode] | Callable[[], type[AppCode]]"


class ExplorationOptions(TypedDict, total=False):
    """What an exploration may be told, besides the app."""

    name: str
    """What it is called in the report."""
    id: str
    """Its id; made up unless given."""
    device: Mapping[str, Any]
    """Fields of the device, such as `rules` and `model`."""
    start: Sequence[Mapping[str, Any]]
    """Steps of a scenario that come first in every sequence."""
    inputs: Mapping[str, Any]
    """What may come in: `only`, `with`, `without`, `add` and so on, as in an exploration file."""
    functions: Mapping[str, Callable[[Any], Any] | InputFunction]
    """Functions that are tried as inputs, by their names: each is called with the app's code while the app is active.
    `{"call": f, "while": "background"}` is called then, and `{"change": f}` with the app's world, also while no process
    lives. Only for an app whose code is here."""
    invariants: Mapping[str, Callable[[World], Any]]
    """What must hold after each input, also while no process lives, by its name: functions that are called with the
    app's world, and return False or fail an assertion if it does not. Another exception ends the search. Only for an
    app whose code is here."""
    left_out: Collection[str]
    """The names of members of what the code and the world say of themselves, at any depth, that abstract states are
    told without: identifiers and times that differ each time and decide nothing."""
    properties: Sequence[Mapping[str, Any]]
    """Properties of your own, in addition."""
    look_for: Sequence[str]
    """The properties that are looked for; all, unless given."""
    known: Sequence[str]
    """Signatures of what is no failure, in addition."""
    variants: Sequence[Mapping[str, Any]]
    """The app with other fields, each explored as an app of its own."""
    interruptions: int
    """The most interruptions on a sequence: 2, unless given."""
    depth: int
    """The most inputs of a sequence."""
    transitions: int
    """The most inputs that are tried; of an app whose code is here, the most remote runs. However fast the machine is,
    the search ends at the same place then."""
    budget_seconds: float
    """How long the search takes at most: 10, unless this or `transitions` is given."""
    seed: int
    """The seed of the random runs."""
    stop_at: models.Severity
    """The search ends at the first failure that is so bad."""
    jobs: int
    """How many threads share the search."""
    keep_seconds: float
    """How long the server keeps it after its end."""
    labels: Mapping[str, str]
    """Its labels."""
    fail_on: models.Severity | None
    """How bad a failure must be to raise `ExplorationFailed`: `error`, unless given; None never raises it."""


@dataclass(frozen=True)
class ExplorationResult:
    """What a search has found, and within which bounds it has looked."""

    document: models.Exploration
    """The exploration as the server has it; its report is in `report`."""
    text: str
    """The report for people."""
    raised: list[Raised] = field(default_factory=list)
    """What the app's code has raised, for which it crashed: one of each kind and place, each with the inputs of the
    shortest sequence that was seen."""

    @property
    def id(self) -> str:
        """The exploration's id."""
        return self.document["id"]

    @property
    def reports(self) -> list[models.ExplorationReport]:
        """The report, and those of variants."""
        report = self.document["report"]
        return [] if report is None else [report, *cast(Any, report).get("variants", [])]

    @property
    def failures(self) -> list[models.ExplorationFailure]:
        """The failures that are not known, the worst of each report first."""
        return [failure for report in self.reports for failure in report["failures"] if not failure["isKnown"]]

    @property
    def broken(self) -> dict[str, list[str]]:
        """The invariants that were broken, each with the inputs of the shortest sequence."""
        signed = ((failure["signature"].partition("/invariantBroken/")[2], failure) for failure in self.failures)
        return {name: [one["input"] for one in failure["inputs"]] for name, failure in signed if name}

    @property
    def closed(self) -> bool:
        """Whether every sequence of any length was tried; never with an app whose code is here."""
        passes = [one for report in self.reports for one in report["passes"]]
        return bool(passes) and all(one["closed"] for one in passes)

    def failures_from(self, severity: models.Severity) -> list[models.ExplorationFailure]:
        """The failures that are as bad as this."""
        bad = SEVERITIES[SEVERITIES.index(severity) :]
        return [failure for failure in self.failures if failure["severity"] in bad]


def explore(
    service: ServiceSteps, app: Explored, pause: Callable[[float], Any], options: ExplorationOptions
) -> Flow[ExplorationResult]:
    """Explores an app, and raises `ExplorationFailed` if it fails. Whatever is raised on the way cancels the search."""
    check_names(options)
    fail_on = options.get("fail_on", "error")
    if fail_on is not None and fail_on not in SEVERITIES:
        raise ValueError(f"fail_on is {fail_on!r}, and must be one of {', '.join(SEVERITIES)}, or None")
    made = None
    if not isinstance(app, Mapping):
        made = AppUnderTest(
            app, options.get("functions", {}), options.get("invariants", {}), options.get("left_out", ())
        )
        app = yield from made.manifest()
    elif "functions" in options:
        raise ValueError("functions call an app's code, and this app is declared: add inputs instead")
    elif "invariants" in options:
        raise ValueError("invariants look at the world of an app's code, and this app is declared: add properties")
    request = request_of(app, options)
    if made is not None:
        request["remote"] = True
        made.add_inputs(request["file"])
    begun: models.Exploration = yield from service.begin_exploration(**cast(Any, request))
    try:
        if made is None:
            yield from wait(service, begun["id"], pause)
        else:
            yield from run_all(service, begun["id"], made)
        document: models.Exploration = yield from service.exploration(begun["id"])
        text = yield from service.exploration_text(begun["id"])
        if made is not None and made.notes:
            text = "\n".join([text.rstrip(), *made.notes, ""])
    except GeneratorExit:
        raise
    except BaseException:
        with suppress(GreenroomError):
            yield from service.cancel_exploration(begun["id"])
        raise
    if made is None:
        return judged(ExplorationResult(document, text), fail_on)
    return judged(ExplorationResult(document, text, list(made.raised.values())), fail_on)


def judged(result: ExplorationResult, fail_on: models.Severity | None) -> ExplorationResult:
    """The result, unless the app has failed or the search has not come to its end."""
    if fail_on is not None and result.failures_from(fail_on):
        lines = [result.text.rstrip("\n"), *(f"the app's code raised {one}" for one in result.raised)]
        raise ExplorationFailed("\n".join(lines), result)
    if result.document["status"] != "finished":
        detail = result.document["detail"] or "the server gives no reason"
        raise GreenroomError(f"the exploration {result.id} is {result.document['status']}: {detail}\n{result.text}")
    return result


# What is asked for


def check_names(options: Mapping[str, Any]) -> None:
    """Refuses an option that does not exist, which would otherwise change nothing, and text in place of names."""
    for name in options:
        if name not in ExplorationOptions.__annotations__:
            near = get_close_matches(name, ExplorationOptions.__annotations__, n=1)
            hint = f" Did you mean {near[0]}?" if near else ""
            raise TypeError(f"explore has no option {name}.{hint}")
    for name in ("functions", "invariants"):
        if not isinstance(options.get(name, {}), Mapping):
            raise TypeError(f"{name} must be a dictionary of functions by name")
    if isinstance(options.get("left_out"), str):
        raise TypeError(f"left_out must be a list of names, and is the text {options['left_out']!r}")


def request_of(app: Mapping[str, Any], options: ExplorationOptions) -> dict[str, Any]:
    """The body of the request that begins a search."""
    transitions, seconds = options.get("transitions"), options.get("budget_seconds")
    body = given(
        id=options.get("id"),
        file=exploration_of(app, options),
        budgetSeconds=LONGEST_BUDGET if seconds is None and transitions is not None else seconds,
        jobs=options.get("jobs"),
        keepSeconds=options.get("keep_seconds"),
        labels=options.get("labels"),
    )
    # A word of the language.
    return body | {"for": list(options["look_for"])} if "look_for" in options else body


def exploration_of(app: Mapping[str, Any], options: ExplorationOptions) -> dict[str, Any]:
    """An exploration of an app, of the apps of a scenario, or of an exploration, with the options put in."""
    if "explore" in app:
        document = dict(app)
    elif "bundleID" in app:
        document = {"explore": app["bundleID"], "apps": [app]}
    else:
        document = {"explore": app.get("scenario", "exploration"), **chosen(app, "device", "apps")}
        properties = [{k: v for k, v in one.items() if k != "expect"} for one in app.get("properties", [])]
        document |= {"properties": properties} if properties else {}
    document |= given(explore=options.get("name"), variants=options.get("variants"))
    document |= chosen(options, "start")
    for name, fields in chosen(options, "device", "inputs").items():
        document[name] = {**document.get(name, {}), **fields}
    for name, entries in chosen(options, "properties", "known").items():
        document[name] = [*document.get(name, []), *entries]
    limits = given(**chosen(options, "interruptions", "depth", "transitions", "seed"), stopAt=options.get("stop_at"))
    if limits:
        document["limits"] = {**document.get("limits", {}), **limits}
    return document


def chosen(fields: Mapping[str, Any], *names: str) -> dict[str, Any]:
    """Those of the fields that are there."""
    return {name: fields[name] for name in names if name in fields}


# Declared apps


def wait(service: ServiceSteps, id: str, pause: Callable[[float], Any]) -> Flow[None]:
    """Waits until a search has ended."""
    seconds = FIRST_PAUSE
    while is_going_on((yield from service.exploration(id))):
        yield from Run(pause, (seconds,))
        seconds = min(2 * seconds, LONGEST_PAUSE)
