"""Runs one simulated day on many devices and prints a digest of all their timelines. day_test.py URL DEVICES"""

import concurrent.futures
import hashlib
import json
import random
import sys

from thread_client import Client

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


CLIENT = Client(URL)


def live(number):
    """A digest of the day of one device; what is drawn depends on its number alone."""
    chance = random.Random(number)
    path = f"/v1/devices/day-{number}"
    device = {"id": f"day-{number}", "seed": number, "clock": {"mode": "manual"}, "apps": apps(chance)}
    CLIENT.text("POST", "/v1/devices", device)
    left = DAY
    while left > 0:
        event = chance.choice([
            {"type": "app.launch", "bundleID": MAIL}, {"type": "app.launch", "bundleID": MUSIC}, {"type": "device.home"},
            {"type": "push.deliver", "bundleID": MAIL, "payload": {"aps": {"content-available": 1}}},
            {"type": "device.lock"}, {"type": "device.unlock"}, {"type": "backgroundFetch.perform", "bundleID": MAIL},
            {"type": "device.setNetwork", "network": chance.choice(["none", "wifi"])},
        ])
        CLIENT.text("POST", f"{path}/events", event)
        step = min(left, chance.choice([1, 20, 400, 3 * 3600]))
        left -= step
        CLIENT.text("POST", f"{path}/clock/advance", {"seconds": step})
    digest, after = hashlib.sha256(), 0
    while True:
        page = CLIENT.text("GET", f"{path}/timeline?after={after}&limit=1000")
        records = json.loads(page)["records"]
        if not records:
            return digest.hexdigest()
        digest.update(page.encode())
        after = records[-1]["sequence"]


with concurrent.futures.ThreadPoolExecutor(4) as threads:
    for number, digest in enumerate(threads.map(live, range(DEVICES))):
        print(number, digest)
