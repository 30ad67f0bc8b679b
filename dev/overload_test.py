"""Sends a server more requests than it admits. overload_test.py URL LIMIT"""

import concurrent.futures
import json
import statistics
import sys
import time

from thread_client import Client

URL, LIMIT = sys.argv[1], int(sys.argv[2])
NOTES = "com.example.notes"
# One request with much work and a small answer: what is measured is the server, not this client.
WORK = json.dumps({
    "scenario": "work", "device": {"rules": "ios18"}, "apps": [{"bundleID": NOTES}],
    "steps": [{"send": [{"type": "app.launch", "bundleID": NOTES}, {"type": "device.home"}] * 300}],
}).encode()
SECONDS = 5
CLIENT = Client(URL)


def work(until):
    """Sends work until the time is over: the status of each answer, and how long it took."""
    seen = []
    while time.monotonic() < until:
        started = time.monotonic()
        status, headers, text = CLIENT.ask("POST", "/v1/scenarios/run", WORK)
        seen.append((status, time.monotonic() - started))
        if status == 503:
            assert json.loads(text)["code"] == "overloaded" and headers["Retry-After"] == "1", text
            time.sleep(0.2)
    return seen


def probe(until):
    """Calls the liveness probe, as an orchestrator does."""
    took = []
    while time.monotonic() < until:
        started = time.monotonic()
        assert CLIENT.ask("GET", "/livez")[0] == 200
        took.append(time.monotonic() - started)
        time.sleep(0.1)
    return took


def load(clients):
    """What so many clients see: latencies by status, and those of the probe."""
    until = time.monotonic() + SECONDS
    with concurrent.futures.ThreadPoolExecutor(clients + 1) as threads:
        probed = threads.submit(probe, until)
        seen = [answer for one in [threads.submit(work, until) for _ in range(clients)] for answer in one.result()]
    by_status = {}
    for status, took in seen:
        by_status.setdefault(status, []).append(took)
    return by_status, probed.result()


def late(latencies):
    """The latency that 19 of 20 do not exceed, in milliseconds."""
    return statistics.quantiles(latencies, n=20)[-1] * 1000


full, _ = load(LIMIT)
assert full.keys() == {200}, full.keys()
over, probed = load(LIMIT * 10)
assert over.keys() == {200, 503}, over.keys()
print(
    f"{LIMIT} clients: {len(full[200])} answers, 95 % within {late(full[200]):.0f} ms; {LIMIT * 10} clients:"
    f" {len(over[200])} answers, 95 % within {late(over[200]):.0f} ms, {len(over[503])} refused,"
    f" 95 % of them within {late(over[503]):.0f} ms; the probe within {max(probed) * 1000:.0f} ms")
# Without a bound they would take ten times as long. The clients take their part of the processor, so not just once.
assert late(over[200]) < 5 * late(full[200]), "what is let in is not answered as quickly"
assert len(over[200]) > len(full[200]) / 3, "too little is answered"
assert CLIENT.ask("GET", "/v1/devices")[0] == 200
