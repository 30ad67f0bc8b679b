"""Random small apps with a fault in what only the disk or the server holds: no merging of states may hide it."""

import itertools
import os
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from greenroom_client import AppCode, Callback, Client, ExplorationResult, Received, World, on

# More of them take longer: `GREENROOM_RANDOM_APPS=40`.
SEEDS = range(int(os.environ.get("GREENROOM_RANDOM_APPS", "2")))
STATES = 3
DEPTH = 5
# More than there are sequences of that length.
TRANSITIONS = 4000


@dataclass(frozen=True)
class Plan:
    """What an app does: the values that it comes to are those of tables."""

    on_disk: list[list[int]]
    in_memory: list[list[int]]
    sends: list[bool]
    at_server: list[list[int]]
    fault: tuple[str, int]

    @staticmethod
    def of(seed: int) -> "Plan":
        """A plan at random: tables by the event and the value before."""
        chance = random.Random(seed)

        def table() -> list[list[int]]:
            return [[chance.randrange(STATES) for _ in range(STATES * STATES)] for _ in EVENTS]

        sends = [chance.random() < 0.5 for _ in EVENTS]
        fault = (chance.choice(["disk", "server", "launch"]), chance.randrange(1, STATES))
        return Plan(table(), table(), sends, table(), fault)


EVENTS = ("launched", "left", "tapped")


def app_of(plan: Plan, unlike: bool) -> tuple[Callable[[], type[AppCode]], dict[str, Any]]:
    """An app by a plan, made anew for each sequence, and its invariants. `unlike`: no two of its states are equal."""
    numbers = itertools.count()

    def make() -> type[AppCode]:
        class App(AppCode):
            bundle_id = "com.example.random"

            @classmethod
            def set_up_world(cls, world: World) -> None:
                world.disk.write("value", 0)
                world.disk.write("server", 0)

                def decide(received: Received) -> Any:
                    from greenroom_client import Response

                    before = world.disk.read("server")
                    world.disk.write("server", plan.at_server[received.body[0]][before * STATES + received.body[1]])
                    world.network.received.clear()
                    return Response(200)

                world.network.answer("POST", "/", decide=decide)
                if unlike:
                    world.also["number"] = lambda: next(numbers)

            def prepare(self) -> None:
                self.value = 0

            def happens(self, event: int) -> None:
                place = self.value * STATES + self.disk.read("value")
                self.value = plan.in_memory[event][place]
                self.disk.write("value", plan.on_disk[event][place])
                if plan.sends[event]:
                    self.request("POST", "/", [event, self.value])

            @on("application(_:didFinishLaunchingWithOptions:)")
            def launched(self, _: Callback) -> None:
                assert plan.fault != ("launch", self.disk.read("value")), "what is on the disk breaks the launch"
                self.happens(0)

            @on("sceneDidEnterBackground(_:)")
            def left(self, _: Callback) -> None:
                self.happens(1)

            def tapped(self) -> None:
                self.happens(2)

        return App

    where, value = plan.fault
    invariants: dict[str, Any] = {
        "the disk is in order": lambda world: (where, value) != ("disk", world.disk.read("value", 0)),
        "the server is in order": lambda world: (where, value) != ("server", world.disk.read("server", 0)),
    }
    return make, invariants


def found(client: Client, plan: Plan, unlike: bool) -> tuple[dict[str, int], ExplorationResult]:
    """What a search finds, with the number of inputs that it takes."""
    make, invariants = app_of(plan, unlike)
    result = client.explore(
        make,
        functions={"tap": lambda code: code.tapped()},
        invariants=invariants,
        inputs={"only": ["app.launch", "device.home", "app.forceQuit"]},
        interruptions=0,
        depth=DEPTH,
        transitions=TRANSITIONS,
        fail_on=None,
    )
    return {one["signature"]: len(one["inputs"]) for one in result.failures}, result


@pytest.mark.parametrize("seed", SEEDS)
def test_what_a_search_without_merging_finds_is_found(greenroom_client: Client, seed: int) -> None:
    plan = Plan.of(seed)
    expected, whole = found(greenroom_client, plan, unlike=True)
    assert [one["inputs"] for one in whole.reports[0]["passes"]] == [DEPTH], whole.text
    seen, result = found(greenroom_client, plan, unlike=False)
    assert seen == expected, f"{result.text}\n{whole.text}"
    assert result.reports[0]["passes"][0]["transitions"] < whole.reports[0]["passes"][0]["transitions"]
