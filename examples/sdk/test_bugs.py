"""What finds each of the bugs that the SDK has a switch for, as the table in README.md says."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from shop import BUNDLE, FUNCTIONS, INVARIANTS, network_is_slow, shop_with

FOLDER = Path(__file__).parent
BUGS = json.loads((FOLDER / "bugs.json").read_text())
SILENT: Any = {"pushType": "background", "payload": {"aps": {"content-available": 1}}}
# A kill cuts a request off, which no app can prevent.
UNAVOIDABLE = f"{BUNDLE}/requestCutOff"

each_bug = pytest.mark.parametrize("bug", BUGS, ids=lambda bug: bug["name"])
pytestmark = pytest.mark.greenroom(rules="ios18")


def length_alone(bug):
    """How many inputs a search without invariants needs."""
    return bug.get("lengthAlone", bug["length"])


def test_the_tables_say_so():
    rows = [
        [
            f"`{bug['name']}`",
            f"{bug['fails']} of 12",
            ", ".join(f"`{code}`" for code in bug["findings"]) or "-",
            f"`{bug['alone']}`, {length_alone(bug)}" if bug["alone"] else "-",
            f"{bug['invariant']}, {bug['length']}" if bug["invariant"] else "-",
        ]
        for bug in BUGS
    ]
    for page in ("README.md", "README.zh-CN.md"):
        lines = re.findall(r"^\| (`.*) \|$", (FOLDER / page).read_text(encoding="utf-8"), re.M)
        cells = [[cell.strip() for cell in line.split("|")] for line in lines]
        # Without what is wrong, in words.
        assert [[one[0], *one[2:]] for one in cells if len(one) == 6] == rows


@each_bug
def test_the_suite_fails(bug, greenroom_server):
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--color=no", "--tb=no", "-rf", "test_analytics.py"],
        cwd=FOLDER,
        env=os.environ
        | {"PYTHONDONTWRITEBYTECODE": "1", "ANALYTICS_BUG": bug["name"], "GREENROOM_SERVER": greenroom_server},
        capture_output=True,
        text=True,
        check=False,
    )
    failed = re.findall(r"^FAILED test_analytics\.py::test_(\w+)", run.stdout, re.M)
    assert bug["test"].replace(" ", "_") in failed
    assert len(failed) == bug["fails"], failed


@each_bug
def test_the_audit_finds(bug, device, attached_app):
    shop = attached_app(shop_with(bug["name"]))
    assert findings_of_a_day(device, shop) == bug["findings"]


def test_the_audit_finds_nothing_in_the_sdk_without_bugs(device, attached_app):
    assert findings_of_a_day(device, attached_app(shop_with("none"))) == []


def findings_of_a_day(device, shop):
    """Lives through what happens to an app on a day, and returns what the audit has found."""

    def use(seconds):
        shop.send("app.launch")
        shop.run(shop.code.track)
        device.send("device.home")
        device.advance(seconds)

    use(60)
    # A user who comes back at once.
    use(1)
    use(60)
    # A tunnel.
    device.send("device.setNetwork", network="none")
    use(60)
    device.send("device.setNetwork", network="wifi")
    shop.send("app.terminate", cause="jetsam")
    shop.send("push.deliver", **SILENT)
    device.advance(60)
    shop.send("push.deliver", **SILENT)
    device.advance(60)
    device.advance(3600)
    network_is_slow(shop.world)
    shop.send("app.launch")
    shop.run(shop.code.track)
    shop.send("push.deliver", **SILENT)
    device.advance(50)
    device.send("device.home")
    device.advance(60)
    # A push that was completed too late is refused.
    _ = shop.refusals
    return sorted({one["code"] for one in shop.audit()})


def search(explore, bug, app, invariants=INVARIANTS):
    """Searches all sequences of as many inputs as the bug needs."""
    return explore(
        app,
        functions={name: FUNCTIONS[name] for name in bug["functions"]},
        inputs={"only": bug["inputs"], "times": bug.get("times", [])},
        invariants=invariants,
        known=[] if bug["alone"] == "requestCutOff" else [UNAVOIDABLE],
        interruptions=0,
        depth=bug["length"],
        transitions=2000,
        fail_on=None,
    )


@each_bug
def test_explore_finds_it_with_the_fewest_inputs(bug, explore):
    found = search(explore, bug, shop_with(bug["name"]), {})
    alone = {one["signature"].split("/")[1]: len(one["inputs"]) for one in found.failures}
    assert alone.get(bug["alone"]) == (length_alone(bug) if bug["alone"] else None)
    assert (bug["alone"] is None) == (not alone)
    found = search(explore, bug, shop_with(bug["name"]))
    broken = {name: len(inputs) for name, inputs in found.broken.items()}
    assert broken == ({bug["invariant"]: bug["length"]} if bug["invariant"] else {})


@each_bug
def test_explore_finds_nothing_in_the_sdk_without_bugs(bug, explore):
    found = search(explore, bug, shop_with("none"))
    assert found.failures == []
    assert found.broken == {}
    # What "none found" says: no sequence of so many inputs fails.
    assert found.reports[0]["passes"][0]["inputs"] == bug["length"]
