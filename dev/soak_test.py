"""Keeps a server at full load and watches its memory. soak_test.py URL PID SECONDS"""

import asyncio
import random
import statistics
import sys
import time
import uuid

import httpx

URL, PID, SECONDS = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
NOTES = "com.example.notes"
CLIENTS = 32
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


async def live(client, counts, until):
    """Devices come, live a while and go."""
    while time.monotonic() < until:
        name = f"soak-{uuid.uuid4()}"
        made = await client.post("/v1/devices", json={"id": name, "clock": {"mode": "manual"}, "apps": [APP]})
        assert made.status_code == 201, made.text
        for _ in range(60):
            key = {"Idempotency-Key": str(uuid.uuid4())}
            event = random.choice(EVENTS)
            answer = await client.post(f"/v1/devices/{name}/events", json=event, headers=key)
            assert answer.status_code in (200, 409), answer.text
            advanced = await client.post(f"/v1/devices/{name}/clock/advance", json={"seconds": random.randint(1, 90)})
            assert advanced.status_code == 200, advanced.text
            counts["requests"] += 2
        await client.get(f"/v1/devices/{name}/apps/{NOTES}/audit")
        await client.delete(f"/v1/devices/{name}")
        counts["devices"] += 1


def resident():
    """The memory of the server that is in RAM, in MiB."""
    with open(f"/proc/{PID}/status") as status:
        return next(int(line.split()[1]) / 1024 for line in status if line.startswith("VmRSS"))


async def watch(sizes, until):
    while time.monotonic() < until:
        sizes.append(resident())
        await asyncio.sleep(SECONDS / 200)


async def main():
    counts, sizes = {"requests": 0, "devices": 0}, []
    until = time.monotonic() + SECONDS
    async with httpx.AsyncClient(base_url=URL, timeout=60) as client:
        await asyncio.gather(watch(sizes, until), *(live(client, counts, until) for _ in range(CLIENTS)))
        assert (await client.get("/v1/devices")).json()["devices"] == []
    # The first third fills buffers and stores that have a limit.
    third = len(sizes) // 3
    middle, last = statistics.median(sizes[third:2 * third]), statistics.median(sizes[-third:])
    print(f"{counts['requests']} requests, {counts['devices']} devices; {middle:.0f} MiB, then {last:.0f} MiB")
    assert last < middle * 1.1 + 4, "memory grows"


asyncio.run(main())
