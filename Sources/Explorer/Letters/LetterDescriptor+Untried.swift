extension LetterDescriptor {
    /// The types of events and the actions that are no letters of their own, with the reason. An exploration may add each of
    /// them as a letter.
    static let untried: [String: String] = reasons.reduce(into: [:]) { table, row in
        for type in row.types { table[type] = row.reason }
    }

    private static let reasons: [(reason: String, types: [String])] = [
        (
            "what the app's code does: it is in the handlers of its behavior",
            [
                "beginBackgroundTask", "endBackgroundTask", "work", "save", "log", "setAlarm", "allocate", "free",
                "requestSceneSession", "destroySceneSession", "startActivity", "stopActivity", "showSensitiveContent",
                "hideSensitiveContent", "requestPermission", "registerForRemoteNotifications",
                "setMinimumBackgroundFetchInterval", "completeFetch", "holdFileLock", "releaseFileLock",
                "registerTask", "submitTaskRequest", "cancelTaskRequest", "completeTask", "reportProgress",
                "startTransfer", "completeURLSessionEvents", "playAudio", "stopAudio", "startLocation", "stopLocation",
                "monitorSignificantLocationChanges", "startLocationSession", "endLocationSession",
                "startNearbyInteraction", "stopNearbyInteraction", "scanBluetooth", "advertiseBluetooth",
                "requestLiveActivity", "endLiveActivity", "observeLiveActivities", "registerWake",
                "reportIncomingCall", "crash", "hang", "exit",
            ]
        ),
        ("it ends the app as app.changePermission does", ["device.changeLanguage"]),
        ("it goes through the same states as device.reboot, and changes the rules", ["device.upgradeOS"]),
        (
            "how the device is used decides when the system runs tasks, which backgroundTask.launch does",
            ["device.setIdle"]
        ),
        (
            "what happens for want of memory is tried: app.terminate, device.memoryWarning",
            ["device.allocateSystemMemory", "device.freeSystemMemory"]
        ),
        ("it is device.memoryWarning, for one app", ["app.memoryWarning"]),
        ("it is device.home, for one app", ["app.background"]),
        ("a prewarmed process does nothing before it is launched", ["app.prewarm"]),
        ("no callback of the app's delegates comes of it", ["app.coverView", "app.uncoverView"]),
        ("it is device.home, for one window", ["scene.background"]),
        ("it is backgroundTask.expire, by the user", ["backgroundTask.cancel"]),
        (
            "which regions, Live Activities and frameworks there are is not known from the app's behavior alone",
            [
                "location.region", "system.wake", "liveActivity.pushToStart", "liveActivity.pushToEnd",
                "liveActivity.dismiss",
            ]
        ),
        ("it has no effect on the life cycle", ["input.touch", "input.remoteControl"]),
    ]
}
