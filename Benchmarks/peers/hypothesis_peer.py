"""Hypothesis' stateful testing of one app over HTTP: how long it takes to meet a failure.

hypothesis_peer.py URL FILE INPUTS PROPERTY: INPUTS is what `greenroom explore --list-inputs --json` prints.
"""
import http.client
import itertools
import json
import re
import sys
import time
import urllib.parse

import yaml
from hypothesis import HealthCheck, Phase, seed, settings, strategies
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule, run_state_machine_as_test

# The lengths of time that somebody would try who has read what iOS allows: limits, and half a second before them.
LENGTHS = [0.5, 1, 2, 4.5, 5, 9.5, 10, 19.5, 20, 24.5, 25, 29.5, 30, 60, 3600]
EXAMPLES, STEPS = 100, 50


class Found(Exception):
    """The failure was met."""


class Client:
    """Requests over one connection."""

    def __init__(self, url):
        self.connection = http.client.HTTPConnection(urllib.parse.urlsplit(url).netloc)
        self.requests = 0

    def send(self, method, path, body=None):
        """The status, and the answer."""
        self.requests += 1
        text = None if body is None else json.dumps(body)
        self.connection.request(method, path, text, {"Content-Type": "application/json"})
        answer = self.connection.getresponse()
        content = answer.read()
        return answer.status, json.loads(content) if content else None


class Watched:
    """A device as its records tell of it: the state of its app, what is unsaved, and what was broken."""

    def __init__(self, client, number, file):
        self.client = client
        self.app = file["apps"][0]
        self.bundle = self.app["bundleID"]
        self.path = f"/v1/devices/peer-{number}"
        self.state, self.unsaved = "notRunning", 0
        self.broken, self.noted = set(), None
        # As the explorer does: the budget of silent pushes limits their sender.
        rules = {"profile": file["device"]["rules"], "overrides": {"backgroundPushesPerHour": 1_000_000}}
        self.ask("POST", "/v1/devices", {"id": f"peer-{number}", "clock": {"mode": "manual"}, "rules": rules, "apps": [self.app]})

    def ask(self, method, path, body=None):
        """Sends something and reads the records in its answer; what is refused changes nothing."""
        status, answer = self.client.send(method, path, body)
        if status >= 500 or status == 404:
            raise SystemExit(f"bench: {method} {path}: {status} {answer}")
        for record in (answer or {}).get("records", []):
            self.read(record)

    def read(self, record):
        """Takes a record into account."""
        if record.get("bundleID") != self.bundle:
            return
        kind = record["kind"]
        if kind == "process":
            self.state = record["to"]
        elif kind == "finding":
            self.broken.add(record["code"])
        elif kind == "exit":
            self.broken.add(record["reason"])
            self.state, self.noted = "notRunning", None if record["reason"] == "userForceQuit" else self.noted
        elif kind == "log" and record.get("message") == "noted":
            self.noted = self.noted or record["time"]
        elif kind == "log" and record.get("message") == "written":
            self.noted = None

    def act(self, step):
        """Carries out an input."""
        if "send" in step:
            self.ask("POST", f"{self.path}/events", step["send"])
        else:
            action = {name: value for name, value in step["act"].items() if name != "bundleID"}
            self.ask("POST", f"{self.path}/apps/{self.bundle}/actions", action)

    def wait(self, seconds):
        """Lets time pass. What was noted ten seconds ago and is not written out breaks a property of the app's author."""
        noted = self.noted
        self.ask("POST", f"{self.path}/clock/advance", {"seconds": seconds})
        if noted and self.noted == noted and seconds >= 10:
            self.broken.add("written-out-in-time")

    def may(self, name):
        """Whether an input makes sense now: what the explorer asks as well."""
        if name.startswith("app.terminate"):
            return self.state == "suspended"
        return name != "edit" or self.state == "active"


def machine(client, file, inputs, wanted, on_found):
    """A state machine whose rules are the inputs and the passing of time."""
    numbers = itertools.count()

    def __init__(self):
        RuleBasedStateMachine.__init__(self)
        self.device = Watched(client, next(numbers), file)

    def teardown(self):
        client.send("DELETE", self.device.path)

    def check(self):
        if wanted in self.device.broken:
            on_found()
            raise Found(wanted)

    def of(input_):
        def take(self):
            self.device.act(input_["step"])
            check(self)
        take.__name__ = re.sub(r"\W", "_", input_["name"])
        return precondition(lambda self: self.device.may(input_["name"]))(rule()(take))

    def wait(self, seconds):
        self.device.wait(seconds)
        check(self)

    members = {"__init__": __init__, "teardown": teardown}
    members |= {f"rule_{place}": of(input_) for place, input_ in enumerate(inputs)}
    members["rule_time"] = rule(seconds=strategies.sampled_from(LENGTHS))(wait)
    return type("App", (RuleBasedStateMachine,), members)


def main():
    url, path, inputs, wanted = sys.argv[1:]
    with open(path, encoding="utf-8") as opened:
        file = yaml.safe_load(opened)
    name = path.rpartition("/")[2].partition("-")[0]
    client = Client(url)
    start, found = time.perf_counter(), []
    app = seed(1)(machine(client, file, json.loads(inputs)["inputs"], wanted, lambda: found.append(time.perf_counter() - start)))
    how = settings(
        max_examples=EXAMPLES, stateful_step_count=STEPS, deadline=None, database=None,
        suppress_health_check=list(HealthCheck), phases=(Phase.generate, Phase.shrink), print_blob=False,
    )
    try:
        run_state_machine_as_test(app, settings=how)
    except Found:
        pass
    taken = time.perf_counter() - start
    if found:
        print(json.dumps({"name": f"hypothesis.{name}.{wanted}", "value": found[0], "unit": "s"}))
        print(json.dumps({"name": f"hypothesis.{name}.{wanted}.shrunk", "value": taken, "unit": "s"}))
    else:
        print(json.dumps({"name": f"hypothesis.{name}.notFound", "value": taken, "unit": "s"}))
    print(json.dumps({"name": f"hypothesis.{name}.requests", "value": client.requests, "unit": "1"}))


if __name__ == "__main__":
    main()
