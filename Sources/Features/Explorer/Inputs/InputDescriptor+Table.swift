import LifecycleKernel
import WireFormat

extension InputDescriptor {
    /// Every type of event and every action that is tried, with its group, weight, guard, and what an app declares for it.
    static let table = everywhere + background + calls + wakes + payloads + windows + asked

    /// What happens to every app.
    private static let everywhere: [InputDescriptor] = [
        .app("app.launch", .user, 10),
        .action("edit", .code, 10, ["count": 1], if: .nothingToEditYet, in: \.edits),
        .device("device.home", .user, 10),
        .app("app.terminate", .system, 4, ["cause": "jetsam"], if: .targetSuspended),
        .device("device.lock", .user, 6), .device("device.unlock", .user, 6),
        .device("device.presentSystemAlert", .interrupt, 4), .device("device.dismissSystemAlert", .interrupt, 4),
        .app("app.forceQuit", .user, 4),
    ]

    private static let background: [InputDescriptor] = [
        .device("device.memoryWarning", .memory, 6, in: \.reactsToMemoryWarnings),
        .app(
            "push.deliver",
            .push,
            8,
            ["payload": ["aps": ["content-available": 1]], "pushType": "background", "priority": 5],
            in: { $0.declares("remote-notification") || $0.has(.didReceiveRemoteNotification) }
        ),
        .app("backgroundFetch.perform", .fetch, 6, in: { $0.declares("fetch") && $0.has(.performFetch) }),
        .app("backgroundTask.launch", .tasks, 6).each(\.tasks),
        .app("backgroundTask.expire", .tasks, 6).each(\.tasks),
        .device("device.setBattery", .needs, 2, ["charging": true], named: "charging", in: \.needsPower),
        .device("device.setBattery", .needs, 2, ["charging": false], named: "not charging", in: \.needsPower),
        .device("device.setNetwork", .needs, 2, ["network": "none"], named: "none", in: \.needsNetwork),
        .device("device.setNetwork", .needs, 2, ["network": "wifi"], named: "wifi", in: \.needsNetwork),
    ]

    private static let calls: [InputDescriptor] = [
        .device("device.incomingCall", .calls, 4, ["style": "fullScreen"], in: \.reactsToCalls),
        .device("device.answerCall", .calls, 4, in: \.reactsToCalls),
        .device("device.declineCall", .calls, 4, in: \.reactsToCalls),
        .device("device.endCall", .calls, 4, in: \.reactsToCalls),
        .device("audio.interrupt", .audio, 4, in: \.playsAudio),
        .device("audio.resume", .audio, 4, in: \.playsAudio),
    ]

    private static let wakes: [InputDescriptor] = [
        .app("location.update", .wakes, 6, in: { $0.takes { if case .startLocation = $0 { true } else { false } } }),
        .app(
            "location.significantChange",
            .wakes,
            6,
            in: { $0.takes { if case .monitorSignificantLocationChanges = $0 { true } else { false } } }
        ),
        .app("bluetooth.event", .wakes, 6, in: \.usesBluetooth),
        .app("voip.push", .wakes, 6, in: { $0.declares("voip") }),
        .app("urlSession.finish", .wakes, 6).each { app in
            app.transferSessions.map { Form(suffix: $0, fields: [Value.Member("identifier", .string($0))]) }
        },
    ]

    private static let payloads: [InputDescriptor] = [
        .app("app.openURL", .payloads, 6).each { app in
            app.urlSchemes.prefix(1).map { Form(fields: [Value.Member("url", .string("\($0)://explore"))]) }
        },
        .app(
            "app.continueActivity",
            .payloads,
            6,
            ["activityType": "explore"],
            in: { $0.has(.continueUserActivity) || $0.has(.sceneContinueUserActivity) }
        ),
        .app(
            "app.performShortcut",
            .payloads,
            6,
            ["shortcutType": "explore"],
            in: { $0.has(.performAction) || $0.has(.windowScenePerformAction) }
        ),
        .app("app.tapNotification", .payloads, 6, in: { $0.has(.didReceiveNotificationResponse) }),
    ]

    /// How many windows there are at most.
    private static let mostWindows = 3

    private static let windows: [InputDescriptor] =
        [
            .app(
                "scene.disconnect",
                .windows,
                4,
                in: { $0.has(.stateRestorationActivity) || $0.hasSeveralWindows }
            ),
            .app("scene.create", .windows, 4, if: .windowsBelow(mostWindows), in: \.hasSeveralWindows),
        ] + (0..<mostWindows).map { window("scene.activate", at: $0) }
        + (0..<mostWindows).map { window("scene.close", at: $0) }

    /// An input about the window at a place: the number of its scene is that on the device.
    private static func window(_ type: String, at place: Int) -> InputDescriptor {
        var descriptor = app(
            type,
            .windows,
            4,
            ["sceneID": "1"],
            named: "window \(place + 1)",
            if: .windowsFrom(place + 1),
            in: \.hasSeveralWindows
        )
        descriptor.window = place
        return descriptor
    }

    /// What is tried only when asked for.
    private static let asked: [InputDescriptor] =
        [
            .device("device.openAppSwitcher", .overlays, 2), .device("device.closeAppSwitcher", .overlays, 2),
        ] + DeviceEvent.overlayNames.map { .device($0, .overlays, 2) } + [
            .app("app.presentAlert", .overlays, 2), .app("app.dismissAlert", .overlays, 2),
            .app("app.presentShareSheet", .overlays, 2), .app("app.dismissShareSheet", .overlays, 2),
            .device("device.changeTime", .conditions, 1),
            .device("device.changeLocale", .conditions, 1, ["locale": "fr_FR"]),
            .device("device.setLowPowerMode", .conditions, 1, ["enabled": true], named: "on"),
            .device("device.setLowPowerMode", .conditions, 1, ["enabled": false], named: "off"),
            .device("device.setBackgroundRefresh", .conditions, 1, ["enabled": false], named: "off"),
            .device("device.setBackgroundRefresh", .conditions, 1, ["enabled": true], named: "on"),
            .device("device.setThermalState", .conditions, 1, ["state": "critical"], named: "critical"),
            .device("device.setThermalState", .conditions, 1, ["state": "nominal"], named: "nominal"),
            .device("device.changeAppearance", .conditions, 1),
            .device("device.rotate", .conditions, 1, ["orientation": "landscapeLeft"]),
            .device("audio.routeChange", .conditions, 1, ["reason": "oldDeviceUnavailable"], in: \.playsAudio),
            .app("app.changeSettings", .conditions, 1, ["keys": ["explore"]]),
            .app("app.changePermission", .conditions, 1, ["permission": "camera"], if: .targetNotInFront),
            .device("device.reboot", .power, 1), .device("device.powerOff", .power, 1),
            .device("device.powerOn", .power, 1),
            .app("app.terminate", .harsh, 1, ["cause": "jetsam"], named: "running", if: .targetInBackground),
            .app("app.terminate", .harsh, 1, ["cause": "system"], named: "system", if: .targetNotInFront),
            .app("app.suspend", .harsh, 1),
            .app("app.crash", .harsh, 1, ["exception": "abort"], if: .targetNotInFront),
        ]
}

extension AppProfile {
    /// Whether its code changes something that can be lost.
    fileprivate var edits: Bool {
        isRemote || takes { if case .edit = $0 { true } else if case .save = $0 { true } else { false } }
    }

    fileprivate var reactsToMemoryWarnings: Bool {
        has(.didReceiveMemoryWarning) || takes { if case .allocate = $0 { true } else { false } }
    }

    fileprivate var needsPower: Bool { requests.contains(where: \.requiresExternalPower) }

    fileprivate var needsNetwork: Bool {
        requests.contains(where: \.requiresNetworkConnectivity)
            || takes { action in
                switch action {
                case .startTransfer, .startRequest: true
                default: false
                }
            }
    }

    fileprivate var playsAudio: Bool { takes { if case .playAudio = $0 { true } else { false } } }

    fileprivate var reactsToCalls: Bool {
        declares("audio") || declares("voip")
            || takes { action in
                switch action {
                case .playAudio, .reportIncomingCall, .reportIncomingVideoCall: true
                default: false
                }
            }
    }

    fileprivate var usesBluetooth: Bool {
        takes { action in
            switch action {
            case .scanBluetooth, .advertiseBluetooth: true
            default: false
            }
        }
    }

    /// An input for each of the tasks that it may run.
    fileprivate var tasks: [InputDescriptor.Form] {
        taskIdentifiers.map { identifier in
            InputDescriptor.Form(
                suffix: taskIdentifiers.count > 1 ? identifier : nil,
                fields: [Value.Member("identifier", .string(identifier))]
            )
        }
    }
}
