"""Lives one day on many devices and prints a digest of all their timelines. day_test.py URL DEVICES"""

import asyncio
import hashlib
import random
import sys

import httpx

URL, DEVICES = sys.argv[1], int(sys.argv[2])
DAY = 24 * 3600
MAIL, MUSIC = "com.example.mail", "com.example.music"


def apps(chance):
    """Two apps whose code does something, each device's a little differently."""
    leave = [{"action": "save", "takesSeconds": chance.choice([0, 0.4, 3])}]
    if chance.random() < 0.7:
        task = {"action": "beginBackgroundTask", "name": "sync"}
        if chance.random() < 0.5:
            task["endsAfterSeconds"] = chance.randint(1, 40)
        leave.append(task)
    fetch = [{"action": "work", "cpuSeconds": chance.randint(0, 35)}, {"action": "completeFetch", "result": "newData"}]
    return [
        {
            "bundleID": MAIL,
            "infoPlist": {"UIBackgroundModes": ["remote-notification", "fetch"]},
            "behavior": {
                "sceneWillResignActive(_:)": [{"action": "edit", "count": 2}],
                "sceneDidEnterBackground(_:)": leave,
                "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)": fetch,
            },
        },
        {
            "bundleID": MUSIC,
            "lifecycle": "appDelegate",
            "infoPlist": {"UIBackgroundModes": ["audio"]},
            "behavior": {"applicationDidEnterBackground(_:)": [{"action": "allocate", "bytes": chance.randint(1, 9) << 26}]},
        },
    ]


async def live(client, number):
    """A day of one device; what is drawn depends on its number alone."""
    chance = random.Random(number)
    path = f"/v1/devices/day-{number}"

    async def post(where, body):
        answer = await client.post(where, json=body)
        assert answer.status_code < 300 or answer.status_code == 409, answer.text

    device = {"id": f"day-{number}", "seed": number, "clock": {"mode": "manual"}, "apps": apps(chance)}
    await post("/v1/devices", device)
    left = DAY
    while left > 0:
        event = chance.choice([
            {"type": "app.launch", "bundleID": MAIL}, {"type": "app.launch", "bundleID": MUSIC}, {"type": "device.home"},
            {"type": "push.deliver", "bundleID": MAIL, "payload": {"aps": {"content-available": 1}}},
            {"type": "device.lock"}, {"type": "device.unlock"}, {"type": "backgroundFetch.perform", "bundleID": MAIL},
            {"type": "device.setNetwork", "network": chance.choice(["none", "wifi"])},
        ])
        await post(f"{path}/events", event)
        step = min(left, chance.choice([1, 20, 400, 4 * 3600]))
        left -= step
        await post(f"{path}/clock/advance", {"seconds": step})
    text, after = "", 0
    while True:
        page = await client.get(f"{path}/timeline", params={"after": after, "limit": 1000})
        records = page.json()["records"]
        if not records:
            return number, hashlib.sha256(text.encode()).hexdigest()
        text += page.text
        after = records[-1]["sequence"]


async def main():
    async with httpx.AsyncClient(base_url=URL, timeout=60) as client:
        gate = asyncio.Semaphore(16)

        async def one(number):
            async with gate:
                return await live(client, number)

        for number, digest in sorted(await asyncio.gather(*(one(number) for number in range(DEVICES)))):
            print(number, digest)


asyncio.run(main())
