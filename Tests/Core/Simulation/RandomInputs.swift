import LifecycleKernel
import WireFormat

/// Random inputs: valid, invalid, and about apps that are not installed.
extension SplitMix64 {
    /// The apps of the simulation; the last is seldom installed.
    public static let bundleIDs: [BundleID] = ["app.a", "app.b", "app.c", "app.d"]

    /// A random input for a device as it is.
    public mutating func input(for device: Device) -> Input {
        let bundleID = pick(Self.bundleIDs)
        switch below(46) {
        case 0...25: return .event(event(bundleID))
        case 26...30: return .action(bundleID, oneIn(20) ? .setAlarm(.at(device.now + duration())) : action())
        case 31: return .action(bundleID, serviceAction(), of: .notificationService)
        case 32...35: return completion(device, bundleID)
        case 36: return .install(manifest(bundleID))
        case 37: return oneIn(3) ? .uninstall(bundleID) : .install(manifest(bundleID))
        case 38: return .clock(ClockChange(paused: oneIn(2)))
        default: return .advance(advance())
        }
    }

    /// An advance, sometimes a long one, so that one input causes much.
    private mutating func advance() -> Advance {
        switch below(4) {
        case 0: .untilIdle(limit: duration())
        case 1: .by(60_000 + duration())
        default: .by(duration())
        }
    }

    private mutating func completion(_ device: Device, _ bundleID: BundleID) -> Input {
        let waiting = (try? device.processesInCallback(of: bundleID)) ?? []
        if let service = waiting.first(where: { $0.appExtension != nil })?.callbackInFlight, oneIn(2) {
            return .completion(bundleID, serviceCompletion(of: service.sequence))
        }
        let pid = device.app(bundleID)?.pid
        let pending =
            pid.flatMap { device.process($0)?.callbackInFlight?.sequence } ?? SequenceNumber(rawValue: next() % 50)
        return .completion(
            bundleID,
            Completion(
                callback: pending,
                actions: oneIn(3) ? [action()] : [],
                returns: oneIn(8) ? .bool(false) : nil
            )
        )
    }

    /// What an extension does that a program outside plays; sometimes it does not call its content handler.
    private mutating func serviceCompletion(of callback: SequenceNumber) -> Completion {
        Completion(
            callback: callback,
            actions: oneIn(3) ? [serviceAction()] : [],
            returns: oneIn(3) ? nil : ["aps": ["alert": "changed"]]
        )
    }

    private mutating func event(_ bundleID: BundleID) -> Event {
        switch below(18) {
        case 12...14: .wake(bundleID, wakeEvent())
        case 15: .device(.condition(conditionEvent(bundleID)))
        case 16: push(bundleID)
        case 17: oneIn(2) ? .device(memoryEvent()) : .input(bundleID, inputEvent())
        case 0...3: .device(deviceEvent(bundleID))
        case 4...7: .app(bundleID, appEvent())
        case 8:
            .openURL(
                "s" + bundleID.rawValue.suffix(1) + "://x",
                sourceApplication: nil,
                bundleID: oneIn(2) ? bundleID : nil
            )
        case 9, 10: .scene(bundleID, sceneEvent())
        default: push(bundleID)
        }
    }

    private mutating func inputEvent() -> InputEvent {
        let target = pick(["view", "none"])
        return oneIn(2) ? .touch(target: target) : .remoteControl(target: target)
    }

    private mutating func push(_ bundleID: BundleID) -> Event {
        let payload: Value = pick([
            ["x": 1], ["aps": ["alert": "hello"]], ["aps": ["content-available": 1]],
            ["aps": ["content-available": 1]], ["aps": ["alert": "hello", "content-available": 1]],
            ["aps": ["alert": "hello", "mutable-content": 1]], ["aps": ["badge": 1, "mutable-content": 1]],
            ["aps": ["alert": "hello", "mutable-content": 1, "content-available": 1]],
        ])
        return .push(
            RemoteNotification(
                bundleID: bundleID,
                payload: payload,
                pushType: oneIn(8) ? pick(RemoteNotification.PushType.allCases) : oneIn(2) ? nil : .background,
                priority: pick([10, 5, 5, 1]),
                collapseID: oneIn(2) ? pick(["score", "news"]) : nil,
                isStorable: !oneIn(4)
            )
        )
    }

    private mutating func wakeEvent() -> WakeEvent {
        switch below(14) {
        case 12, 13: pick([.pushToStartLiveActivity("l"), .pushToEndLiveActivity("l"), .dismissLiveActivity("l")])
        case 10, 11: .systemWake(SystemWake(pick(SystemWake.Reason.allCases + [.healthKit, .healthKit])))
        case 0: .performFetch
        case 1: .launchTask(pick(["t1", "t2"]))
        case 2: oneIn(2) ? .expireTask(pick(["t1", "t2"])) : .cancelTask(pick(["t1", "t2"]))
        case 3: .locationUpdate
        case 4: .significantLocationChange
        case 5: .region("home", pick(RegionCrossing.allCases))
        case 6: .bluetooth
        case 7: .voipPush(VoIPPush(payload: oneIn(2) ? [:] : nil, isStorable: oneIn(2)))
        default: .finishTransfer(pick(["x", "y"]))
        }
    }

    private mutating func conditionEvent(_ bundleID: BundleID) -> ConditionEvent {
        switch below(10) {
        case 0: .changeTime
        case 1: .changeLocale(pick(["fr_FR", "en_US"]))
        case 2: .rotate(pick(Orientation.allCases))
        case 3: .setBattery(level: oneIn(2) ? below(1_001) : nil, isCharging: oneIn(2))
        case 4: .setNetwork(pick(Network.allCases))
        case 5: .setThermalState(pick(ThermalState.allCases))
        case 6: .setLowPowerMode(oneIn(2))
        case 7: .setBackgroundRefresh(oneIn(2), bundleID: oneIn(2) ? bundleID : nil)
        case 8: .changeAppearance
        default: .setIdle(oneIn(2))
        }
    }

    private mutating func memoryEvent() -> DeviceEvent {
        switch below(6) {
        case 0, 1: .allocateSystemMemory(.gibibytes(Int64(below(3))))
        case 2, 3: .freeSystemMemory(.gibibytes(Int64(below(3))))
        case 4: .memoryWarning
        default:
            pick([
                .interruptAudio, .resumeAudio, .changeAudioRoute(pick([.oldDeviceUnavailable, .newDeviceAvailable])),
            ])
        }
    }

    private mutating func deviceEvent(_ bundleID: BundleID) -> DeviceEvent {
        switch below(30) {
        case 0...4: .home
        case 5: .openAppSwitcher
        case 6, 7: .closeAppSwitcher(select: oneIn(2) ? bundleID : nil)
        case 8, 9: .lock
        case 10...12: .unlock
        case 13...15: .present(pick(Overlay.all))
        case 16...18: .dismiss(pick(Overlay.all))
        case 19: .presentSystemAlert(pick(SystemAlert.allCases))
        case 20, 21: .dismissSystemAlert
        case 22: .incomingCall(pick(CallStyle.allCases))
        case 23: .answerCall
        case 24: .declineCall
        case 25: .endCall
        case 26: oneIn(8) ? .changeLanguage("fr") : .home
        case 27: oneIn(8) ? .reboot : .unlock
        case 28: oneIn(8) ? .powerOff : .powerOn
        default: oneIn(8) ? .upgradeOS(pick(RuleProfile.allCases)) : .powerOn
        }
    }

    private mutating func appEvent() -> AppEvent {
        switch below(34) {
        case 26, 28: .coverView(oneIn(3) ? SceneID(rawValue: Int32(1 + below(3))) : nil)
        case 27, 29, 30: .uncoverView(oneIn(3) ? SceneID(rawValue: Int32(1 + below(3))) : nil)
        case 31: .memoryWarning
        case 32: .takeSnapshots
        case 33: .changeSettings(oneIn(2) ? ["theme"] : [])
        case 0...8: .launch(arguments: oneIn(4) ? ["-x"] : [])
        case 9: .continueActivity(activityType: "t", webpageURL: nil)
        case 10: .performShortcut(shortcutType: "s")
        case 11:
            .tapNotification(
                notificationID: nil,
                actionIdentifier: oneIn(2) ? "reply" : nil,
                foreground: oneIn(4)
            )
        case 12, 13: .forceQuit
        case 14: oneIn(2) ? .crash(pick(CrashException.allCases), message: nil) : .launch(arguments: [])
        case 15, 16: .terminate(pick(TerminationCause.allCases))
        case 17: .suspend
        case 18: .background
        case 19: oneIn(2) ? .changePermission("camera") : .resetPermissions
        case 20: .presentAlert
        case 21: .dismissAlert
        case 22: .presentShareSheet
        case 23, 24: .prewarm
        default: .dismissShareSheet
        }
    }

    private mutating func sceneEvent() -> SceneEvent {
        let number = SceneID(rawValue: Int32(1 + below(4)))
        let placement = pick(SceneEvent.Placement.allCases)
        switch below(6) {
        case 0: return .create(configuration: nil, userActivity: oneIn(2) ? "u" : nil, placement: placement)
        case 5:
            return .create(configuration: nil, userActivity: nil, placement: placement, role: pick(SceneRole.allCases))
        case 1: return .activate(number, placement: placement)
        case 2: return .close(oneIn(3) ? nil : number)
        case 3: return .disconnect(oneIn(3) ? nil : number)
        default: return .background(oneIn(3) ? nil : number)
        }
    }
}

/// Random rules: a device may differ from its profile in every rule of the rulebook.
extension SplitMix64 {
    /// The overrides of a device: each rule for some devices, and those with the most effect for many.
    mutating func overrides() -> [RuleOverride] {
        var overrides: [RuleOverride] = []
        // Some devices have no overrides, most a few, some very many.
        let odds = pick([0, 40, 40, 20, 4])
        for key in RuleKey.allCases {
            let isDrawn = odds > 0 && oneIn(Self.favourites.contains(key) ? max(odds / 8, 2) : odds)
            if isDrawn, let override = override(of: key) { overrides.append(override) }
        }
        return overrides
    }

    /// The rules with the most effect.
    private static let favourites: Set<RuleKey> = [
        .homeTransitionSeconds, .maximumBackgroundTasks, .backgroundLaunchConnectsScene, .longIdleExitSeconds,
        .suspendDelaySeconds, .backgroundTaskWarningSeconds, .continuedProcessingStallSeconds,
    ]

    /// A value that a rule accepts: at the limits of what is allowed, or near the values of the profiles.
    private mutating func override(of key: RuleKey) -> RuleOverride? {
        let value: Value =
            switch Rulebook.rule(key).unit {
            case .seconds: pick([0, .number(0.001), .number(0.6), 1, 5, 20, 60, 3_155_760_000])
            case .count: pick([0, 1, 2, 50, 600, 1_000_000])
            case .fraction: pick([0, .number(0.05), .number(0.3), .number(0.8), 1])
            case .flag: .bool(oneIn(2))
            case .code: pick(["0x8badf00d", "0x2182bad2", 0, "0xffffffff"])
            case .choice(let names): .string(pick(names))
            }
        return try? RuleOverride(name: key.name, value: value, at: "")
    }
}

// Random numbers, elements and flags.
extension SplitMix64 {
    /// A number below a bound. (The standard library's way to draw from a range may change; this one may not.)
    package mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

    /// One element.
    package mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

    /// True once in so many times.
    package mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }
}
