"""Asks more of a server than it lets in. overload_test.py URL LIMIT"""

import asyncio
import statistics
import sys
import time

import httpx

URL, LIMIT = sys.argv[1], int(sys.argv[2])
NOTES = "com.example.notes"
# One request with much to do: what is measured is the server, not this client.
WORK = [{"type": "app.launch", "bundleID": NOTES}, {"type": "device.home"}] * 500
SECONDS = 5


async def ask(client, number, until, seen):
    """Sends work to a device of its own until the time is over."""
    while time.monotonic() < until:
        started = time.monotonic()
        answer = await client.post(f"/v1/devices/d{number}/events", json=WORK)
        seen.setdefault(answer.status_code, []).append(time.monotonic() - started)
        if answer.status_code == 503:
            assert answer.json()["code"] == "overloaded" and answer.headers["Retry-After"] == "1"
            await asyncio.sleep(0.1)


async def probe(client, until, took):
    """Asks whether the server lives, as an orchestrator does."""
    while time.monotonic() < until:
        started = time.monotonic()
        assert (await client.get("/livez")).status_code == 200
        took.append(time.monotonic() - started)
        await asyncio.sleep(0.1)


async def load(clients):
    """What so many clients see: latencies by status, and those of the probe."""
    limits = httpx.Limits(max_connections=None)
    async with httpx.AsyncClient(base_url=URL, timeout=60, limits=limits) as client:
        seen, probed = {}, []
        until = time.monotonic() + SECONDS
        await asyncio.gather(probe(client, until, probed), *(ask(client, number, until, seen) for number in range(clients)))
    return seen, probed


def late(latencies):
    """The latency that 19 of 20 do not exceed, in milliseconds."""
    return statistics.quantiles(latencies, n=20)[-1] * 1000


async def main():
    async with httpx.AsyncClient(base_url=URL, timeout=60) as client:
        for number in range(LIMIT * 10):
            device = {"id": f"d{number}", "clock": {"mode": "manual"}, "apps": [{"bundleID": NOTES}]}
            assert (await client.post("/v1/devices", json=device)).status_code == 201
    full, _ = await load(LIMIT)
    assert full.keys() == {200}, full.keys()
    over, probed = await load(LIMIT * 10)
    assert over.keys() == {200, 503}, over.keys()
    print(
        f"{LIMIT} clients: {len(full[200])} answers, 95 % within {late(full[200]):.0f} ms; {LIMIT * 10} clients:"
        f" {len(over[200])} answers, 95 % within {late(over[200]):.0f} ms, {len(over[503])} refused,"
        f" 95 % of them within {late(over[503]):.0f} ms; the probe within {max(probed) * 1000:.0f} ms")
    # Without a bound they would take ten times as long. The client takes its part of the processor, so not just once.
    assert late(over[200]) < 4 * late(full[200]), "what is let in is not answered as quickly"
    assert len(over[200]) > len(full[200]) / 3, "too little is answered"
    async with httpx.AsyncClient(base_url=URL) as client:
        assert (await client.get("/v1/devices/d0")).status_code == 200


asyncio.run(main())
