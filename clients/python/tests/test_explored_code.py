"""Code under test that a real server explores."""

import os
import re
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest

from greenroom_client import AppCode, Callback, Client, ExplorationFailed, LocalServer, ServerNotStarted, on

DIARY = "com.example.diary"
LAUNCH = {"send": {"type": "app.launch", "bundleID": DIARY}}
# What the faults here need; with all inputs the searches would take longer.
INPUTS = {"only": ["device.home", "app.launch", "system"]}
FEW: Any = {"start": [LAUNCH], "inputs": INPUTS, "interruptions": 0, "depth": 4, "transitions": 200}


class Diary(AppCode):
    """Has an entry that is not saved as soon as it runs."""

    bundle_id = DIARY

    def prepare(self) -> None:
        self.dirty = False

    @on("sceneDidBecomeActive(_:)")
    def became_active(self, _: Callback) -> None:
        if not self.dirty:
            self.write()

    def write(self) -> None:
        """Something is written."""
        self.dirty = True
        self.edited("entry")

    def save(self) -> None:
        """Writes the entry to a file."""
        if self.dirty:
            self.dirty = False
            self.disk.write("entry", "Dear diary")


class SavesAtTheEnd(Diary):
    """Saves only when it is terminated."""

    @on("applicationWillTerminate(_:)")
    def will_terminate(self, _: Callback) -> None:
        self.save()


class SavesInTime(Diary):
    """Saves when it leaves the screen."""

    @on("sceneDidEnterBackground(_:)")
    def entered_background(self, _: Callback) -> None:
        self.save()


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    """A client of the server of this run, or of one of this module's own; without a binary there is nothing to test."""
    if os.environ.get("GREENROOM_SERVER"):
        with Client() as client:
            yield client
        return
    try:
        server = LocalServer()
    except ServerNotStarted as error:
        pytest.skip(str(error))
    with server, Client(server.url) as client:
        yield client


def inputs(failure: Any) -> list[str]:
    """The names of the inputs of a failure."""
    return [one["input"] for one in failure["inputs"]]


def test_an_app_that_saves_only_when_it_is_terminated_is_found_with_three_inputs(client: Client) -> None:
    with pytest.raises(ExplorationFailed) as failed:
        client.explore(SavesAtTheEnd, **FEW)
    result = failed.value.result
    (failure,) = result.failures_from("error")
    assert failure["signature"] == f"{DIARY}/dataLoss"
    assert inputs(failure) == ["device.home", "5 s pass", "app.terminate"]
    assert not result.closed
    assert "3 inputs" in str(failed.value)
    # The devices of the search are gone.
    assert client.devices() == []


def test_an_app_that_saves_in_time_passes(client: Client) -> None:
    result = client.explore(SavesInTime, **FEW)
    assert result.failures_from("error") == []
    assert result.document["status"] == "finished"
    assert not result.closed


def test_abstract_states_spare_runs(client: Client) -> None:
    class Silent(SavesInTime):
        def abstract_state(self) -> Any:
            return None

    told = client.explore(SavesInTime, **FEW)
    silent = client.explore(Silent, **FEW)
    states = [one.reports[0]["passes"][0]["abstractStates"] for one in (told, silent)]
    assert states[0] < states[1]
    assert "note  abstract_state" not in told.text
    assert "abstract_state of Silent returns None: each sequence counts as a state" in silent.text


def test_the_report_says_that_the_state_of_the_code_is_unknown_and_why(client: Client) -> None:
    class Holds(SavesInTime):
        def prepare(self) -> None:
            super().prepare()
            self.sdk = object()

    holds = client.explore(Holds, **FEW)
    assert "abstract_state of Holds returns None (sdk cannot be JSON): each sequence counts as a state" in holds.text


def test_functions_are_inputs(client: Client) -> None:
    class Written(SavesAtTheEnd):
        @on("sceneDidBecomeActive(_:)")
        def became_active(self, _: Callback) -> None: ...

    with pytest.raises(ExplorationFailed) as failed:
        client.explore(Written, functions={"write": Written.write}, **FEW)
    (failure,) = failed.value.result.failures_from("error")
    assert inputs(failure) == ["write", "device.home", "5 s pass", "app.terminate"]


def test_an_exception_of_the_code_is_a_crash(client: Client) -> None:
    class Faulty(SavesInTime):
        @on("sceneWillEnterForeground(_:)")
        def will_enter_foreground(self, _: Callback) -> None:
            self.disk.write("opened", self.disk.read("opened", 0) + 1)
            if self.disk.read("opened") == 2:
                raise RuntimeError("opened twice")

    with pytest.raises(ExplorationFailed, match=r"code raised RuntimeError: opened twice \(.*, in will") as failed:
        client.explore(Faulty, **FEW)
    (failure,) = failed.value.result.failures_from("error")
    raised = r"RuntimeError, test_explored_code\.py:\d+, in will_enter_foreground"
    assert re.fullmatch(f"{DIARY}/abnormal/{raised}", failure["signature"])
    assert inputs(failure) == ["device.home", "app.launch"]


def test_an_app_that_does_not_start_anew_is_not_deterministic(client: Client) -> None:
    runs = count()

    def make_app() -> type[AppCode]:
        return SavesAtTheEnd if next(runs) % 2 else SometimesSaving

    class SometimesSaving(Diary):
        @on("applicationWillTerminate(_:)")
        def will_terminate(self, _: Callback) -> None: ...

        @on("sceneDidBecomeActive(_:)")
        def became_active(self, _: Callback) -> None: ...

    with pytest.raises(ExplorationFailed, match="notDeterministic"):
        client.explore(make_app, **FEW)


def test_an_interrupted_search_is_cancelled(client: Client) -> None:
    class Interrupted(SavesInTime):
        @on("sceneDidEnterBackground(_:)")
        def entered_background(self, _: Callback) -> None:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        client.explore(Interrupted, id="interrupted", **FEW)
    assert client.exploration("interrupted")["status"] == "cancelled"
