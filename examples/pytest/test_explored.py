"""Searches for the sequences that break an app: one that is declared, and one whose code runs here."""

import pytest

from greenroom_client import AppCode, ExplorationFailed, on

NOTES = "com.example.notes"
LAUNCH = {"send": {"type": "app.launch", "bundleID": NOTES}}


def declared(handler):
    """An app that saves in one of its handlers."""
    return {"bundleID": NOTES, "behavior": {handler: [{"action": "save", "takesSeconds": 1.5}]}}


def inputs(failure):
    """The inputs of a failure."""
    return [one["input"] for one in failure["inputs"]]


def test_an_app_that_saves_in_time_never_loses_anything(explore):
    found = explore(declared("sceneDidEnterBackground(_:)"), interruptions=0)
    assert found.closed, "every sequence of any length was tried"


def test_an_app_that_saves_only_at_the_end_is_found(explore):
    with pytest.raises(ExplorationFailed) as failed:
        explore(declared("applicationWillTerminate(_:)"), interruptions=0)
    failure = failed.value.result.failures[0]
    assert failure["signature"] == "com.example.notes/dataLoss"
    assert inputs(failure) == ["app.launch", "edit", "device.home", "5 s pass", "app.terminate"]


class Notes(AppCode):
    """An app that keeps its text in a file, which it writes when it is told to."""

    bundle_id = NOTES

    def prepare(self):
        self.text = self.disk.read("text", "")

    def write(self):
        """The user writes the only line that there can be: the more states there are, the longer the search takes."""
        self.text = "a line"
        self.edited("text")

    def save(self):
        """Writes the text to the file."""
        self.disk.write("text", self.text)


class SavesAtTheEnd(Notes):
    """Saves when it is terminated."""

    @on("applicationWillTerminate(_:)")
    def will_terminate(self, _):
        self.save()


class SavesInTime(Notes):
    """Saves when it leaves the screen."""

    @on("sceneDidEnterBackground(_:)")
    def entered_background(self, _):
        self.save()


# What the fault needs: with all inputs the search would find the same, and take longer.
FEW = {
    "start": [LAUNCH],
    "functions": {"write": Notes.write},
    "inputs": {"only": ["app.launch", "device.home", "system"]},
    "interruptions": 0,
    "depth": 4,
    "transitions": 200,
}


def test_code_that_saves_only_at_the_end_is_found(explore):
    with pytest.raises(ExplorationFailed) as failed:
        explore(SavesAtTheEnd, **FEW)
    (failure,) = failed.value.result.failures_from("error")
    assert inputs(failure) == ["write", "device.home", "5 s pass", "app.terminate"]


def test_code_that_saves_in_time_loses_nothing(explore):
    assert explore(SavesInTime, **FEW).failures == []
