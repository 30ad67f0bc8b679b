"""Explorations, against a server that only says what it is told to say."""

import asyncio
import json
import re
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from greenroom_client import (
    AppCode,
    AsyncClient,
    AttachedAppError,
    Callback,
    Client,
    ExplorationFailed,
    GreenroomError,
    Refused,
    World,
    on,
)
from greenroom_client.exploring import exploration_of, request_of
from greenroom_client.remote_runs import MOST_CHARACTERS

DIARY = "com.example.diary"
LAUNCH = {"send": {"type": "app.launch", "bundleID": DIARY}}
HOME = {"send": {"type": "device.home"}}
FIVE_SECONDS = {"advance": 5}
INPUT = {"name": "leave", "send": [{"type": "device.home"}]}
FAILURE = {"signature": f"{DIARY}/dataLoss", "severity": "error", "isKnown": False}
Answer = tuple[int, Any]


class Diary(AppCode):
    """Notes what it is called for."""

    bundle_id = DIARY

    @on("sceneDidEnterBackground(_:)")
    def entered_background(self, _: Callback) -> None:
        self.disk.write("times", self.disk.read("times", 0) + 1)

    def abstract_state(self) -> Any:
        return {"dirty": False}


class FakeServer:
    """A server that hands out remote runs, and keeps what it was asked for."""

    def __init__(self, *orders: dict[str, Any], failures: list[Any] | None = None, status: str = "finished") -> None:
        self.orders = list(orders)
        self.failures = failures or []
        self.status = status
        self.asked: list[tuple[str, str, Any]] = []
        # What becomes of inputs, by their types, in place of an empty outcome; and what they call.
        self.answers: dict[str, Answer] = {}
        self.callbacks: dict[str, str] = {}
        self.pending: list[dict[str, Any]] = []
        self.on_input: Callable[[str], None] = lambda _: None

    @property
    def transport(self) -> httpx.MockTransport:
        """The way to this server."""
        return httpx.MockTransport(self.handle)

    def explore(self, app: Any, **options: Any) -> Any:
        """Explores an app with this server."""
        with Client("http://test", transport=self.transport) as client:
            return client.explore(app, **options)

    def paths(self, method: str = "POST") -> list[str]:
        """What was asked for, without what only reads."""
        return [path for asked, path, _ in self.asked if asked == method]

    @property
    def told(self) -> list[Any]:
        """The reports of remote runs."""
        return [body for _, path, body in self.asked if path.endswith("/remote-runs")]

    def handle(self, request: httpx.Request) -> httpx.Response:
        """Answers a request."""
        path = request.url.path.removeprefix("/v1/")
        body = json.loads(request.content) if request.content else None
        self.asked.append((request.method, path, body))
        if path.startswith("explorations"):
            status, answer = self.answer_exploration(path, request.headers.get("Accept", ""))
        else:
            status, answer = self.answer_device(path, body)
        if isinstance(answer, str):
            return httpx.Response(status, text=answer)
        return httpx.Response(status, json=answer)

    def answer_exploration(self, path: str, accept: str) -> Answer:
        """The search."""
        if path.endswith("/remote-runs"):
            order = self.orders.pop(0) if self.orders else ended(self.status)
            return (order["status"], order) if "code" in order else (200, order)
        if "text/plain" in accept:
            return 200, "the report\n"
        passes = [{"closed": True, "inputs": 3}]
        report = {"failures": self.failures, "passes": passes}
        return 200, {"id": "e", "status": self.status, "detail": "as said", "report": report}

    def answer_device(self, path: str, body: Any) -> Answer:
        """A device of the search."""
        if path.endswith("/callbacks"):
            return 200, {"callbacks": self.pending}
        if path.endswith("/complete"):
            self.pending = []
        name = str(body.get("type", "advance")) if isinstance(body, dict) else ""
        if path.endswith(("/events", "/advance")):
            self.on_input(name)
            if name in self.answers:
                return self.answers[name]
            if name in self.callbacks:
                self.pending = [callback(self.callbacks[name])]
        if path.endswith("/clock"):
            return 200, {"now": "2026-01-01T00:00:05.000Z"}
        if path.endswith((f"/apps/{DIARY}", "/processes/101")):
            return 200, {"pid": 101, "state": "active", "uptimeSeconds": 60}
        return 200, {
            "device": "d",
            "time": "2026-01-01T00:00:05.000Z",
            "sequence": 9,
            "records": [],
            "callbacks": self.pending,
            "apps": [],
            "passcode": False,
            "isProtectedDataAvailable": True,
            "unlockedSinceBoot": True,
            "stopped": "reached",
        }


def order(number: int | None, *steps: Any, device: str = "d1", continues: bool = False) -> dict[str, Any]:
    """A remote run that is handed out."""
    return {
        "exploration": "e",
        "status": "running",
        "run": number,
        "device": device,
        "continues": continues,
        "steps": list(steps),
    }


def ended(status: str = "finished") -> dict[str, Any]:
    """The search is over."""
    return {"exploration": "e", "status": status, "run": None, "device": None, "continues": False, "steps": []}


def callback(name: str) -> dict[str, Any]:
    """A callback in flight."""
    return {
        "name": name,
        "bundleID": DIARY,
        "sequence": 7,
        "pid": 101,
        "startedAt": "2026-01-01T00:00:00.000Z",
        "arguments": {},
    }


def problem(code: str, status: int = 409) -> Answer:
    """A refusal."""
    return status, {"code": code, "status": status, "detail": f"it is {code}"}


# Remote runs


def test_each_sequence_is_run_with_a_new_app_on_a_new_device() -> None:
    made: list[type[AppCode]] = []

    def make_app() -> type[AppCode]:
        made.append(Diary)
        return Diary

    server = FakeServer(
        order(1, LAUNCH, HOME, FIVE_SECONDS, device="d1"),
        order(None),
        order(2, LAUNCH, device="d2"),
        order(3, HOME, device="d2", continues=True),
    )
    server.callbacks = {"device.home": "sceneDidEnterBackground(_:)"}
    result = server.explore(make_app)
    assert [path for path in server.paths() if "/events" in path or "/advance" in path] == [
        "devices/d1/events",
        "devices/d1/events",
        "devices/d1/clock/advance",
        "devices/d2/events",
        "devices/d2/events",
    ]
    # One to see what it is, and one for each device.
    assert len(made) == 3
    states = [json.loads(told["abstractState"]) for told in server.told if told]
    assert [told.get("run") for told in server.told] == [None, 1, None, 2, 3]
    assert [[one["said"] for one in state["code"]] for state in states] == [[{"dirty": False}], [], [{"dirty": False}]]
    times = {"times": [1, "untilFirstUserAuthentication"]}
    assert [state["world"]["files"] for state in states] == [times, {}, times]
    assert (result.id, result.text, result.failures, result.closed) == ("e", "the report\n", [], True)


def test_the_request_says_that_the_app_is_played_and_what_it_is() -> None:
    server = FakeServer()
    server.explore(Diary, transitions=50, functions={"write": lambda code: code.act("edit")}, device={"rules": "ios18"})
    (_, path, body) = server.asked[0]
    added = {
        "name": "write",
        "act": {"action": "log", "message": "write", "bundleID": DIARY},
        "when": {"app": {"bundleID": DIARY, "state": "active"}},
    }
    app = {
        "bundleID": DIARY,
        "driver": "attached",
        "behavior": {"main": [], "sceneDidEnterBackground(_:)": []},
        "delegateImplements": ["sceneDidEnterBackground(_:)"],
    }
    assert path == "explorations"
    assert body == {
        "remote": True,
        "budgetSeconds": 300,
        "file": {
            "explore": DIARY,
            "apps": [app],
            "device": {"rules": "ios18"},
            "limits": {"transitions": 50},
            "inputs": {"add": [added], "without": ["edit"]},
        },
    }
    # The code does not notice this input; it is tried if the options ask for it.
    asked = {"with": ["edit"], "add": [INPUT]}
    server = FakeServer()
    server.explore(Diary, functions={"write": Diary.entered_background}, inputs=asked)
    assert server.asked[0][2]["file"]["inputs"] == {"with": ["edit"], "add": [INPUT, added]}


def test_a_step_that_is_refused_ends_the_run_which_is_reported() -> None:
    server = FakeServer(order(1, LAUNCH, HOME, FIVE_SECONDS))
    server.answers = {"device.home": problem("device-locked")}
    server.explore(Diary)
    assert "devices/d1/clock/advance" not in server.paths()
    assert [told.get("run") for told in server.told] == [None, 1]


def test_a_function_that_is_an_input_is_called_with_the_code() -> None:
    act = {"act": {"action": "log", "message": "write", "bundleID": DIARY}}
    other = {"act": {"action": "log", "message": "read", "bundleID": DIARY}}
    server = FakeServer(order(1, LAUNCH, act, other))
    server.explore(Diary, functions={"write": lambda code: code.act("edit", count=2)})
    acted = [body for _, path, body in server.asked if path.endswith("/actions")]
    assert acted == [
        [{"action": "log", "message": "write"}, {"action": "edit", "count": 2}],
        {"action": "log", "message": "read"},
    ]


def test_an_input_takes_no_time() -> None:
    act = {"act": {"action": "log", "message": "write", "bundleID": DIARY}}
    server = FakeServer(order(1, act))
    with pytest.raises(AttachedAppError, match="takes time") as raised:
        server.explore(Diary, functions={"write": lambda code: code.takes(2)})
    assert raised.value.__notes__ == [f"raised while these steps were carried out: {json.dumps([act])}"]


def test_an_app_that_says_nothing_of_itself_reports_no_abstract_state() -> None:
    class Silent(AppCode):
        bundle_id = DIARY

        def prepare(self) -> None:
            self.what_is_no_json = object()

    server = FakeServer(order(1, LAUNCH))
    server.callbacks = {"app.launch": "main"}
    server.explore(Silent)
    assert server.told == [{}, {"run": 1}]


def test_an_app_without_a_method_for_it_says_its_attributes_without_what_is_left_out() -> None:
    class Counting(AppCode):
        bundle_id = DIARY

        def prepare(self) -> None:
            self.count, self._seen, self.events = 1, [2], [{"id": "a8f", "name": "tap"}]

    server = FakeServer(order(1, LAUNCH))
    server.callbacks = {"app.launch": "main"}
    server.explore(Counting, left_out=["id"])
    (one,) = json.loads(server.told[1]["abstractState"])["code"]
    assert one["said"] == {"count": 1, "_seen": [2], "events": [{"name": "tap"}]}


def test_a_long_abstract_state_is_reported_by_its_hash_and_timers_are_part_of_it() -> None:
    class Talkative(Diary):
        length = 0

        @on("sceneDidBecomeActive(_:)")
        def became_active(self, _: Callback) -> None:
            self.after(2, self.entered_background, None)

        def abstract_state(self) -> Any:
            return "x" * self.length

    class Longer(Talkative):
        length = MOST_CHARACTERS

    said = []
    for code in (Talkative, Longer):
        server = FakeServer(order(1, LAUNCH))
        server.callbacks = {"app.launch": "sceneDidBecomeActive(_:)"}
        server.explore(code)
        said.append(server.told[1]["abstractState"])
    (code,) = json.loads(said[0])["code"]
    line = Diary.entered_background.__code__.co_firstlineno
    assert code["said"] == ""
    assert code["timers"] == [[2.0, "uptime", 0, ["Diary.entered_background", line, []], [None]]]
    assert len(said[1]) == 64


# Exceptions


def test_an_exception_of_the_code_crashes_the_app_and_is_told_with_the_failure() -> None:
    class Faulty(AppCode):
        bundle_id = DIARY

        @on("sceneDidEnterBackground(_:)")
        def entered_background(self, _: Callback) -> None:
            self.act("save")
            raise ZeroDivisionError("by zero")

    server = FakeServer(order(1, HOME), order(2, HOME), failures=[FAILURE])
    server.callbacks = {"device.home": "sceneDidEnterBackground(_:)"}
    with pytest.raises(ExplorationFailed) as failed:
        server.explore(Faulty)
    completed = [body for _, path, body in server.asked if path.endswith("/complete")]
    assert len(completed) == 2
    for body in completed:
        save, crash = body["actions"]
        assert save == {"action": "save"}
        assert (crash["action"], crash["exception"]) == ("crash", "abort")
        assert crash["message"].startswith("ZeroDivisionError: by zero\n  ")
        assert crash["message"].endswith(", in entered_background")
        assert re.fullmatch(r"ZeroDivisionError, test_exploring\.py:\d+, in entered_background", crash["signature"])
    assert str(failed.value).startswith("the report\nthe app's code raised ZeroDivisionError: by zero (")
    assert str(failed.value).endswith(", in entered_background) after device.home")
    assert len(failed.value.result.raised) == 1


def test_different_exceptions_are_told_apart_each_with_its_shortest_sequence() -> None:
    class Faulty(AppCode):
        bundle_id = DIARY

        def lose(self) -> None:
            assert self.bundle_id == "other", f"an event is lost, {object()}"

        def twice(self) -> None:
            raise ValueError("an event is sent twice")

    def act(name: str) -> dict[str, Any]:
        return {"act": {"action": "log", "message": name, "bundleID": DIARY}}

    server = FakeServer(order(1, LAUNCH, FIVE_SECONDS, act("lose")), order(2, act("lose")), order(3, act("twice")))
    result = server.explore(Faulty, functions={"lose": Faulty.lose, "twice": Faulty.twice})
    assert [(type(one.error), one.inputs) for one in result.raised] == [
        (AssertionError, ["lose"]),
        (ValueError, ["twice"]),
    ]


def test_an_invariant_is_asked_after_each_input_and_fails_the_search() -> None:
    inputs = [{"input": "device.home"}]
    failure = {**FAILURE, "signature": f"{DIARY}/invariantBroken/never left", "inputs": inputs}
    runs = [order(1, LAUNCH, HOME, HOME), order(2, HOME), order(3, HOME, continues=True)]
    server = FakeServer(*runs, failures=[failure])
    server.callbacks = {"device.home": "sceneDidEnterBackground(_:)"}

    def at_most_once(world: World) -> None:
        assert world.disk.read("times", 0) < 2

    invariants: Any = {"left once": at_most_once, "never left": lambda world: "times" not in world.disk}
    with pytest.raises(ExplorationFailed) as failed:
        server.explore(Diary, invariants=invariants)
    assert [report.get("invariants") for report in server.told] == [
        None,
        [{"name": "never left", "steps": 2}, {"name": "left once", "steps": 3}],
        [{"name": "never left", "steps": 1}],
        [{"name": "left once", "steps": 1}, {"name": "never left", "steps": 1}],
    ]
    assert failed.value.result.broken == {"never left": ["device.home"]}
    with pytest.raises(ValueError, match="add properties"):
        FakeServer().explore({"bundleID": DIARY}, invariants=invariants)


def test_an_exception_of_what_a_process_begins_with_crashes_the_app_too() -> None:
    class Faulty(AppCode):
        bundle_id = DIARY

        def prepare(self) -> None:
            raise KeyError("settings")

    server = FakeServer(order(1, LAUNCH))
    server.callbacks = {"app.launch": "main"}
    assert [str(one.error) for one in server.explore(Faulty).raised] == ["'settings'"]
    assert "explorations/e/cancel" not in server.paths()


def interrupt(_: str) -> None:
    raise KeyboardInterrupt


def test_what_is_no_exception_of_the_code_cancels_the_search() -> None:
    server = FakeServer(order(1, LAUNCH))
    server.on_input = interrupt
    with pytest.raises(KeyboardInterrupt):
        server.explore(Diary)
    assert server.paths()[-1] == "explorations/e/cancel"

    made: list[type[AppCode]] = []

    def make_once() -> type[AppCode]:
        if made:
            raise OSError("no space is left")
        made.append(Diary)
        return Diary

    server = FakeServer(order(1, LAUNCH))
    with pytest.raises(OSError, match="no space is left"):
        server.explore(make_once)
    assert server.paths()[-1] == "explorations/e/cancel"


def test_a_declared_app_is_cancelled_too(monkeypatch: pytest.MonkeyPatch) -> None:
    server = FakeServer(status="running")
    monkeypatch.setattr(Client, "_pause", staticmethod(interrupt))
    with pytest.raises(KeyboardInterrupt):
        server.explore({"bundleID": DIARY})
    assert server.paths()[-1] == "explorations/e/cancel"


def test_actions_that_there_are_not_cancel_the_search() -> None:
    class Misspelt(AppCode):
        bundle_id = DIARY

        @on("sceneDidEnterBackground(_:)")
        def entered_background(self, _: Callback) -> None:
            self.act("saev")  # type: ignore[arg-type]

    server = FakeServer(order(1, HOME))
    server.callbacks = {"device.home": "sceneDidEnterBackground(_:)"}
    answer = server.answer_device

    def refusing(path: str, body: Any) -> Answer:
        return problem("unknown-action", 422) if path.endswith("/complete") else answer(path, body)

    server.answer_device = refusing  # type: ignore[method-assign]
    with pytest.raises(Refused, match="unknown-action"):
        server.explore(Misspelt)
    assert server.paths()[-1] == "explorations/e/cancel"


def test_a_run_that_the_server_does_not_know_is_an_error_while_it_searches() -> None:
    server = FakeServer(order(1, LAUNCH), problem("unknown-remote-run")[1], status="running")
    with pytest.raises(Refused) as refused:
        server.explore(Diary)
    assert refused.value.code == "unknown-remote-run"
    assert server.paths()[-1] == "explorations/e/cancel"
    # The time was over before the run was.
    server = FakeServer(order(1, LAUNCH), problem("unknown-remote-run")[1])
    server.explore(Diary)
    assert "explorations/e/cancel" not in server.paths()


@pytest.mark.parametrize("step", ["device.home", "complete"])
def test_a_device_that_is_gone_is_the_end_of_the_run(step: str) -> None:
    server = FakeServer(order(1, LAUNCH, HOME))
    server.callbacks = {"device.home": "sceneDidEnterBackground(_:)"}
    answer = server.answer_device

    def gone(path: str, body: Any) -> Answer:
        is_step = path.endswith("/complete") if step == "complete" else body == HOME["send"]
        return problem("unknown-device", 404) if is_step else answer(path, body)

    server.answer_device = gone  # type: ignore[method-assign]
    server.explore(Diary)
    assert server.told[1]["run"] == 1


def test_asynchronous_code_needs_an_asynchronous_client() -> None:
    class Awaited(AppCode):
        bundle_id = DIARY

        @on("sceneDidEnterBackground(_:)")
        async def entered_background(self, _: Callback) -> None: ...

    server = FakeServer(order(1, HOME))
    server.callbacks = {"device.home": "sceneDidEnterBackground(_:)"}
    with pytest.raises(AttachedAppError, match="AsyncClient"):
        server.explore(Awaited)


def test_the_same_app_is_made_each_time() -> None:
    class Other(AppCode):
        bundle_id = "com.example.other"

    made = iter([Diary, Other])
    with pytest.raises(AttachedAppError, match="the same app must be made each time"):
        FakeServer(order(1, LAUNCH)).explore(lambda: next(made))
    with pytest.raises(AttachedAppError, match="must give a subclass of AppCode"):
        FakeServer().explore(lambda: 1)


# The end


@pytest.mark.parametrize("status", ["cancelled", "failed"])
@pytest.mark.parametrize("app", [Diary, {"bundleID": DIARY}])
def test_a_search_that_does_not_finish_is_no_success(app: Any, status: str) -> None:
    with pytest.raises(GreenroomError, match=f"is {status}: as said"):
        FakeServer(status=status).explore(app)


@pytest.mark.parametrize(
    ("failure", "fail_on", "fails"),
    [
        (FAILURE, "error", True),
        (FAILURE, "note", True),
        (FAILURE, None, False),
        ({**FAILURE, "isKnown": True}, "error", False),
        ({**FAILURE, "severity": "warning"}, "error", False),
        ({**FAILURE, "severity": "warning"}, "warning", True),
    ],
)
def test_failures_that_are_bad_enough_fail_the_test(failure: Any, fail_on: Any, fails: bool) -> None:
    server = FakeServer(failures=[failure])
    if not fails:
        assert len(server.explore({"bundleID": DIARY}, fail_on=fail_on).reports) == 1
        return
    with pytest.raises(AssertionError, match=r"^the report$"):
        server.explore({"bundleID": DIARY}, fail_on=fail_on)


def test_the_asynchronous_client_runs_too() -> None:
    class Slow(Diary):
        @on("sceneDidEnterBackground(_:)")
        async def entered_background(self, _: Callback) -> None:  # type: ignore[override]
            await asyncio.sleep(0)
            self.disk.write("left", True)

    async def explore(server: FakeServer) -> Any:
        async with AsyncClient("http://test", transport=server.transport) as client:
            return await client.explore(Slow)

    server = FakeServer(order(1, HOME))
    server.callbacks = {"device.home": "sceneDidEnterBackground(_:)"}
    asyncio.run(explore(server))
    assert json.loads(server.told[1]["abstractState"])["world"]["files"]["left"][0] is True


# What is asked for


def test_apps_scenarios_and_explorations_become_explorations() -> None:
    app = {"bundleID": DIARY}
    assert exploration_of(app, {}) == {"explore": DIARY, "apps": [app]}
    scenario = {
        "scenario": "s",
        "device": {"rules": "ios18"},
        "apps": [app],
        "steps": [HOME],
        "properties": [{"name": "p", "never": {"kind": "exit"}, "expect": "broken"}],
    }
    assert exploration_of(scenario, {"name": "n", "start": [LAUNCH]}) == {
        "explore": "n",
        "device": {"rules": "ios18"},
        "apps": [app],
        "start": [LAUNCH],
        "properties": [{"name": "p", "never": {"kind": "exit"}}],
    }
    exploration = {"explore": "e", "apps": [app], "known": ["a"], "limits": {"depth": 3, "seed": 1}, "inputs": {}}
    assert exploration_of(exploration, {"known": ["b"], "seed": 2, "inputs": {"with": ["power"]}}) == {
        "explore": "e",
        "apps": [app],
        "known": ["a", "b"],
        "limits": {"depth": 3, "seed": 2},
        "inputs": {"with": ["power"]},
    }
    assert exploration["known"] == ["a"]


def test_the_transitions_are_the_limit_where_they_are_given() -> None:
    app = {"bundleID": DIARY}
    assert "budgetSeconds" not in request_of(app, {})
    assert request_of(app, {"transitions": 5})["budgetSeconds"] == 300
    body = request_of(app, {"transitions": 5, "budget_seconds": 2, "look_for": ["dataLoss"]})
    assert (body["budgetSeconds"], body["for"]) == (2, ["dataLoss"])


def test_what_makes_no_sense_is_said_before_anything_is_asked() -> None:
    server = FakeServer()
    with pytest.raises(ValueError, match="fail_on is 'bad'"):
        server.explore(Diary, fail_on="bad")
    with pytest.raises(ValueError, match="add inputs instead"):
        server.explore({"bundleID": DIARY}, functions={"write": print})
    with pytest.raises(TypeError, match=r"no option invariant\. Did you mean invariants"):
        server.explore(Diary, invariant={"saved": bool})
    with pytest.raises(TypeError, match="no option budget"):
        server.explore(Diary, budget=3)
    with pytest.raises(TypeError, match="invariants must be a dictionary"):
        server.explore(Diary, invariants=[bool])
    with pytest.raises(TypeError, match="left_out must be a list of names"):
        server.explore(Diary, left_out="id")
    assert server.asked == []
