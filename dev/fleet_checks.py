"""What must hold of a fleet's devices after faults, compared with what clients were told."""

import collections
import subprocess

from crash_test import check, tokens
from fleet_clients import DEVICES
from fleet_servers import send


def timeline(address, device):
    records, after = [], 0
    while True:
        status, page = send(address, "GET", f"/v1/devices/{device}/timeline?limit=1000&after={after}")
        check(status == 200, f"the timeline of {device} answers {status}: {page}")
        records += page["records"]
        if page.get("next") is None:
            return records
        after = page["next"]


def check_records(fleet, operations, may_be_lost=lambda operation: False):
    """Compares what every server has of a device in the end with what clients were told."""
    by_device = collections.defaultdict(list)
    for operation in operations:
        by_device[operation.device].append(operation)
    for device in DEVICES:
        # All records but those of time that goes on while the servers are asked.
        timelines = [timeline(address, device) for address in fleet.addresses()]
        shortest = min(map(len, timelines))
        check(all(one[:shortest] == timelines[0][:shortest] for one in timelines), f"{device} differs between servers")
        records = max(timelines, key=len)
        sequences = [record["sequence"] for record in records]
        check(sequences == list(range(1, len(records) + 1)), f"the timeline of {device} has gaps")
        check_inputs(device, records, by_device[device], may_be_lost)
        check_order(device, [operation for operation in by_device[device] if not may_be_lost(operation)])


def check_inputs(device, records, operations, may_be_lost):
    counts = tokens(records)
    for operation in operations:
        if operation.kind == "read":
            continue
        times = counts.pop(operation.token, 0)
        allowed = {"acknowledged": {1}, "refused": {0}, "unknown": {0, 1}}[operation.outcome]
        if may_be_lost(operation):
            allowed = allowed | {0}
        said = f"{operation} (attempts: {operation.attempts}, key: {operation.key}, refusals: {dict(operation.codes)})"
        check(times in allowed, f"{said} was {operation.outcome}, and is there {times} times")
        for record in operation.answer["records"] if operation.answer and times else []:
            there = records[record["sequence"] - 1] if record["sequence"] <= len(records) else None
            check(
                there == record or may_be_lost(operation),
                f"{operation} was answered with {record}, and there is {there}",
            )
    check(not counts, f"{device} has inputs that nobody sent: {counts}")


def check_order(device, operations):
    """An operation that began after another one had ended saw what that had done: nobody reads or writes in the past."""
    done = sorted((o for o in operations if o.outcome == "acknowledged"), key=lambda o: o.ended)
    begun = sorted((o for o in operations if o.outcome == "acknowledged"), key=lambda o: o.began)
    highest, index = 0, 0
    for operation in begun:
        while done[index].ended < operation.began:
            highest = max(highest, done[index].answer["sequence"])
            index += 1
        sequence = operation.answer["sequence"]
        # A repeated key gets the first answer, which may be older than what others did meanwhile.
        if operation.kind == "write" and operation.attempts == 1:
            check(sequence > highest, f"{operation} stands at {sequence}, and {highest} was acknowledged before it")
        if operation.kind == "read":
            check(sequence >= highest, f"a read of {device} saw {sequence}, and {highest} was acknowledged before it")


OWNERSHIP = """
SELECT count(*) FROM greenroom.step s JOIN greenroom.device d ON d.number = s.device
WHERE NOT EXISTS (
    SELECT FROM greenroom.tenure t WHERE t.partition = d.partition AND t.member = s.member
    AND s.position >= t.since AND s.position <= coalesce(t.until, s.position))
"""
CHAINS = """
SELECT count(*) FROM (
    SELECT before, lag(last) OVER (PARTITION BY device ORDER BY position) AS previous FROM greenroom.step
) AS chain WHERE previous IS NOT NULL AND before <> previous
"""
OVERLAPS = """
SELECT count(*) FROM (
    SELECT since, lag(until) OVER (PARTITION BY partition ORDER BY epoch) AS previous FROM greenroom.tenure
) AS tenures WHERE previous IS NOT NULL AND since < previous
"""


def check_database(database):
    """Looks at who wrote what: the ledger of owners against the steps."""
    for query, what in [
        (OWNERSHIP, "steps were written by a server that did not own the device"),
        (CHAINS, "steps do not follow the one before"),
        (OVERLAPS, "tenures overlap"),
    ]:
        found = int(database.ask(query))
        check(found == 0, f"{found} {what}")


def check_replay(binary, url):
    """Applies every step once more, and says what the command says."""
    done = subprocess.run([binary, "replay", url], capture_output=True, text=True, timeout=600, check=False)
    check(done.returncode == 0, f"the replay comes to something else: {done.stdout}{done.stderr}")
    return done.stdout.strip()
