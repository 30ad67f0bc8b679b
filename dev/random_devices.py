"""Random devices, events and actions as a client sends them: every rule gets a value, decisions are held back, and time
runs in every way. Used by dev/crash_test.py."""

APPS = ["com.example.notes", "com.example.sync", "com.example.call"]
TASKS = ["refresh", "clean"]
SESSIONS = ["upload", "download"]
ROLES = ["carTemplateApplication", "windowExternalDisplayNonInteractive"]
WAKES = ["healthKit", "watchConnectivity", "appIntent", "pushToTalk", "homeKit", "locationMonitor"]

MODES = ["audio", "location", "voip", "fetch", "processing", "remote-notification", "bluetooth-central"]
HANDLERS = [
    "application(_:didFinishLaunchingWithOptions:)",
    "applicationDidBecomeActive(_:)",
    "applicationWillResignActive(_:)",
    "applicationDidEnterBackground(_:)",
    "applicationWillTerminate(_:)",
    "applicationDidReceiveMemoryWarning(_:)",
    "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)",
    "application(_:performFetchWithCompletionHandler:)",
    "application(_:handleEventsForBackgroundURLSession:completionHandler:)",
    "sceneDidBecomeActive(_:)",
    "sceneWillResignActive(_:)",
    "sceneDidEnterBackground(_:)",
    "urlSessionDidFinishEvents(forBackgroundURLSession:)",
    "pushRegistry(_:didReceiveIncomingPushWith:for:completion:)",
    "expirationHandler",
    "launchHandler",
    "taskExpirationHandler",
]


def rule_value(random, rule):
    """A value of the rule's unit: often one at the edge of what makes sense."""
    match rule["unit"]:
        case "seconds":
            return random.choice([0, 0.5, 1, 2.5, 5, 30, 60, 600, 7200])
        case "count":
            return random.choice([0, 1, 2, 3, 100, 4000])
        case "fraction":
            return random.choice([0, 0.05, 0.1, 0.25, 0.5, 0.9, 1])
        case "boolean":
            return random.random() < 0.5
        case "choice":
            return random.choice(rule["accepted"])
        case "code":
            return f"0x{random.randrange(1 << 32):x}"
    raise ValueError(f"{rule['key']} has a unit that nobody knows here: {rule['unit']}")


def overrides(random, rules):
    """Values for about a third of the rules, so that most combinations of two come up."""
    return {rule["key"]: rule_value(random, rule) for rule in rules if random.random() < 0.35}


def action(random):
    """Something that an app's own code does; much of it asks the system to decide something later."""
    seconds = random.choice([0, 0.5, 2, 10, 45, 900])
    return random.choice(
        [
            {"action": "beginBackgroundTask", "name": "task", "endsAfterSeconds": seconds},
            {"action": "beginBackgroundTask", "name": "forever"},
            {"action": "endBackgroundTask", "name": "task"},
            {"action": "work", "cpuSeconds": seconds},
            {"action": "edit"},
            {"action": "save"},
            {"action": "allocate", "bytes": 400_000_000},
            {"action": "free", "bytes": 400_000_000},
            submission(random),
            submission(random),
            {"action": "cancelTaskRequest", "identifier": random.choice(TASKS)},
            {"action": "completeTask", "success": random.random() < 0.5},
            {"action": "completeFetch", "result": random.choice(["newData", "noData", "failed"])},
            # An app that fetches all the time on a fast clock would fill the store with nothing else.
            {"action": "setMinimumBackgroundFetchInterval", "seconds": random.choice([900, 3600])},
            {"action": "startTransfer", "identifier": random.choice(SESSIONS), "bytes": 1000, "seconds": seconds},
            {
                "action": "startTransfer",
                "identifier": random.choice(SESSIONS),
                "seconds": seconds,
                "kind": random.choice(["download", "upload"]),
                "discretionary": random.random() < 0.5,
            },
            {"action": "reportProgress", "fraction": 0.5},
            {"action": "completeURLSessionEvents"},
            {"action": "playAudio"},
            {"action": "stopAudio"},
            {"action": "startLocation"},
            {"action": "stopLocation"},
            {"action": "startLocationSession", "session": random.choice(["backgroundActivity", "alwaysService"])},
            {"action": "endLocationSession", "session": "backgroundActivity"},
            {"action": "monitorSignificantLocationChanges"},
            {"action": "scanBluetooth", "restoreIdentifier": "radio"},
            {"action": "requestLiveActivity", "identifier": "ride"},
            {"action": "endLiveActivity", "identifier": "ride"},
            {"action": "observeLiveActivities"},
            {"action": "registerWake", "reason": random.choice(WAKES)},
            {"action": "reportIncomingCall", "hasVideo": random.random() < 0.5},
            {"action": "registerForRemoteNotifications"},
        ]
    )


def submission(random):
    """A task request, most often one whose conditions are not met yet."""
    return {
        "action": "submitTaskRequest",
        "identifier": random.choice(TASKS),
        "kind": random.choice(["appRefresh", "processing", "continuedProcessing"]),
        "earliestBeginAfterSeconds": random.choice([0, 1, 60, 4000]),
        "requiresNetworkConnectivity": random.random() < 0.5,
        "requiresExternalPower": random.random() < 0.5,
    }


def handler(random, name):
    entries = []
    if name.endswith("didFinishLaunchingWithOptions:)"):
        entries += [{"action": "registerTask", "identifier": task} for task in TASKS]
    for _ in range(random.randrange(3)):
        entry = action(random)
        if random.random() < 0.4:
            entry = entry | {"takesSeconds": random.choice([0.2, 1, 4, 12])}
        entries.append(entry)
    return entries


def app(random, bundle_id):
    behavior = {name: handler(random, name) for name in HANDLERS if random.random() < 0.4}
    return {
        "bundleID": bundle_id,
        "lifecycle": random.choice(["scenes", "appDelegate"]),
        "infoPlist": {
            "UIBackgroundModes": [mode for mode in MODES if random.random() < 0.7],
            "BGTaskSchedulerPermittedIdentifiers": TASKS,
            "NSSupportsLiveActivities": True,
        },
        "footprintBytes": random.choice([80_000_000, 900_000_000]),
        "behavior": {name: entries for name, entries in behavior.items() if entries},
        "notificationService": service(random),
    }


def service(random):
    """A notification service extension: in time, too slow, or too large."""
    entries = random.choice(
        [
            [{"action": "work", "cpuSeconds": 1, "takesSeconds": random.choice([0, 2, 40])}],
            [{"action": "allocate", "bytes": random.choice([1_000_000, 15_000_000])}],
            [{"action": "crash", "exception": "abort"}],
        ]
    )
    return {"behavior": {"didReceive(_:withContentHandler:)": entries + [{"returns": {"aps": {"alert": "changed"}}}]}}


def device(random, name, clock, rules, profiles):
    """A body that creates a device."""
    return {
        "id": name,
        "model": random.choice(["iPhone", "iPhone", "iPad"]),
        "clock": clock,
        "seed": random.randrange(1 << 31),
        "passcode": random.random() < 0.5,
        "rules": {"profile": random.choice(profiles), "overrides": overrides(random, rules)},
        "apps": [app(random, bundle_id) for bundle_id in APPS],
    }


def event(random):
    """Something that happens to a device: conditions on which decisions wait, and what makes it decide."""
    bundle_id = random.choice(APPS)
    payload = random.choice(
        [
            {"aps": {"content-available": 1}},
            {"aps": {"alert": "hello", "content-available": 1}},
            {"aps": {"alert": "hello", "mutable-content": 1}},
        ]
    )
    return random.choice(
        [
            {"type": "device.home"},
            {"type": "device.lock"},
            {"type": "device.unlock"},
            {"type": "device.unlock"},
            {"type": "app.launch", "bundleID": bundle_id},
            {"type": "app.forceQuit", "bundleID": bundle_id},
            {"type": "scene.create", "bundleID": bundle_id, "role": random.choice(ROLES)},
            {"type": "app.terminate", "bundleID": bundle_id, "cause": "jetsam"},
            {"type": "push.deliver", "bundleID": bundle_id, "payload": payload, "pushType": "background", "priority": 5},
            {"type": "push.deliver", "bundleID": bundle_id, "payload": payload, "pushType": "background", "priority": 1},
            {"type": "push.deliver", "bundleID": bundle_id, "payload": payload, "pushType": "alert", "priority": 10},
            {"type": "device.setNetwork", "network": random.choice(["wifi", "cellular", "none"])},
            {"type": "device.setBattery", "level": random.random(), "charging": random.random() < 0.5},
            {"type": "device.setLowPowerMode", "enabled": random.random() < 0.5},
            {"type": "device.setBackgroundRefresh", "enabled": random.random() < 0.7},
            {"type": "device.setIdle", "idle": random.random() < 0.7},
            {"type": "device.setThermalState", "state": random.choice(["nominal", "serious", "critical"])},
            {"type": "device.allocateSystemMemory", "bytes": 2_000_000_000},
            {"type": "device.freeSystemMemory", "bytes": 2_000_000_000},
            {"type": "device.reboot"},
            {"type": "backgroundFetch.perform", "bundleID": bundle_id},
            {"type": "backgroundTask.launch", "bundleID": bundle_id, "identifier": random.choice(TASKS)},
            {"type": "urlSession.finish", "bundleID": bundle_id, "identifier": random.choice(SESSIONS)},
            {"type": "location.update", "bundleID": bundle_id},
            {"type": "voip.push", "bundleID": bundle_id},
            {"type": "liveActivity.pushToStart", "bundleID": bundle_id, "identifier": "ride"},
            {"type": "liveActivity.dismiss", "bundleID": bundle_id, "identifier": "ride"},
            {"type": "system.wake", "bundleID": bundle_id, "reason": random.choice(WAKES)},
            {"type": random.choice(["device.answerCall", "device.declineCall", "device.endCall"])},
            {"type": "device.changeTime"},
        ]
    )
