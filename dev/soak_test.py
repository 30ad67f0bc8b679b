"""Keeps a server at full load and watches its memory. soak_test.py URL PID SECONDS"""

import concurrent.futures
import random
import statistics
import sys
import time
import uuid

from thread_client import Client

URL, PID, SECONDS = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
NOTES = "com.example.notes"
CLIENTS = 16
APP = {
    "bundleID": NOTES,
    "infoPlist": {"UIBackgroundModes": ["remote-notification"]},
    "behavior": {
        "sceneDidEnterBackground(_:)": [{"action": "save"}, {"action": "beginBackgroundTask", "name": "upload"}],
        "sceneWillResignActive(_:)": [{"action": "edit"}],
    },
}
PUSH = {"type": "push.deliver", "bundleID": NOTES, "payload": {"aps": {"content-available": 1}}}
EVENTS = [{"type": "app.launch", "bundleID": NOTES}, {"type": "device.home"}, PUSH, {"type": "device.memoryWarning"}]


CLIENT = Client(URL)


def live(until):
    """Creates devices, uses them and deletes them: how many requests that took."""
    count = 0
    while time.monotonic() < until:
        name = f"soak-{uuid.uuid4()}"
        CLIENT.text("POST", "/v1/devices", {"id": name, "clock": {"mode": "manual"}, "apps": [APP]})
        for _ in range(60):
            key = {"Idempotency-Key": str(uuid.uuid4())}
            CLIENT.text("POST", f"/v1/devices/{name}/events", random.choice(EVENTS), headers=key)
            CLIENT.text("POST", f"/v1/devices/{name}/clock/advance", {"seconds": random.randint(1, 90)})
        CLIENT.text("GET", f"/v1/devices/{name}/apps/{NOTES}/audit")
        CLIENT.text("DELETE", f"/v1/devices/{name}")
        count += 123
    return count


def resident():
    """The memory of the server that is in RAM, in MiB."""
    with open(f"/proc/{PID}/status") as status:
        return next(int(line.split()[1]) / 1024 for line in status if line.startswith("VmRSS"))


def watch(until):
    """The memory of the server, again and again."""
    sizes = []
    while time.monotonic() < until:
        sizes.append(resident())
        time.sleep(SECONDS / 200)
    return sizes


until = time.monotonic() + SECONDS
with concurrent.futures.ThreadPoolExecutor(CLIENTS + 1) as threads:
    watched = threads.submit(watch, until)
    requests = sum(one.result() for one in [threads.submit(live, until) for _ in range(CLIENTS)])
sizes = watched.result()
assert '"devices":[]' in CLIENT.text("GET", "/v1/devices")
# The first third fills buffers and stores that have a limit.
third = len(sizes) // 3
middle, last = statistics.median(sizes[third:2 * third]), statistics.median(sizes[-third:])
print(f"{requests} requests; {middle:.0f} MiB, then {last:.0f} MiB")
assert last < middle * 1.1 + 4, "memory grows"
