import LifecycleKernel

/// Random devices, apps and behaviours: valid, and as unusual as possible.
extension SplitMix64 {
    /// A random device.
    public mutating func deviceSettings() -> DeviceSettings {
        DeviceSettings(
            model: pick([.iPhone, .iPhone, .iPad]),
            profile: pick([.ios18, .ios18, .ios26, .documents, .ios12, .ios27, .ios27, .simulator]),
            overrides: overrides(),
            memoryBytes: .gibibytes(pick([6, 6, 6, 2, 3, 4, 8])),
            passcode: oneIn(2),
            seed: next()
        )
    }

    /// A random app.
    public mutating func manifest(_ bundleID: BundleID) -> AppManifest {
        let lifecycle = pick([AppLifecycle.appDelegate, .scenes, nil])
        // One with the life cycle of the app delegate that adopts scenes would be refused.
        let mayHaveScenes = lifecycle != .appDelegate
        return AppManifest(
            bundleID: bundleID,
            lifecycle: lifecycle,
            driver: oneIn(4) ? .attached : .simulated,
            infoPlist: InfoPlist(
                backgroundModes: oneIn(4)
                    ? []
                    : [
                        "audio", "location", "voip", "fetch", "processing", "remote-notification",
                        "bluetooth-central", "nearby-interaction", "bluetooth-peripheral", "push-to-talk",
                    ],
                permittedTaskIdentifiers: oneIn(4) ? nil : ["t1", "t2"],
                exitsOnSuspend: oneIn(8),
                sceneManifest: mayHaveScenes && oneIn(2) ? SceneManifest(supportsMultipleScenes: !oneIn(4)) : nil,
                urlSchemes: oneIn(2) ? ["s" + bundleID.rawValue.suffix(1)] : [],
                source: oneIn(3)
                    ? ["DTPlatformVersion": .string(pick(["26.4", "27.0"]))] : ["NSSupportsLiveActivities": true]
            ),
            entitlements: oneIn(3) ? Self.entitlements : nil,
            footprintBytes: oneIn(3) ? 800_000_000 : 83_886_080,
            purgeableBytes: oneIn(2) ? 1_000_000 : 0,
            behavior: oneIn(3) ? AppBehavior() : behavior(mayHaveScenes: mayHaveScenes),
            delegateImplements: oneIn(4)
                ? CallbackName.allCases.filter { name in
                    name.isMethod && oneIn(2) && (mayHaveScenes || name != .configurationForConnecting)
                } : nil,
            observes: oneIn(2) ? NotificationName.allCases : nil,
            notificationService: oneIn(3) ? nil : notificationService()
        )
    }

    /// A random notification service extension: often one that is too slow, takes too much, or ends.
    private mutating func notificationService() -> NotificationServiceExtension {
        let answer = AppBehavior.Entry.returns(pick([["aps": ["alert": "changed"]], [:]]))
        var entries: [AppBehavior.Entry] = []
        for _ in 0..<below(4) { entries.append(.act(serviceAction(), takes: oneIn(2) ? 0 : duration())) }
        if !oneIn(4) { entries.append(answer) }
        let expiration = pick([
            [], [answer], [.act(.exit, takes: 0)], [.act(.log(message: "late"), takes: 0), answer],
            [.act(.work(cpu: 1), takes: duration()), answer], [.act(.hang, takes: 0)],
        ])
        return NotificationServiceExtension(
            footprintBytes: .mebibytes(pick([1, 6, 6, 20, 30])),
            behavior: AppBehavior(handlers: [
                AppBehavior.Handler(name: .didReceiveNotificationRequest, entries: entries),
                AppBehavior.Handler(name: .serviceExtensionTimeWillExpire, entries: expiration),
            ])
        )
    }

    mutating func serviceAction() -> Action {
        switch below(9) {
        case 0...2: .allocate(bytes: .mebibytes(pick([1, 4, 20])))
        case 3: .free(bytes: .mebibytes(4))
        case 4: oneIn(2) ? .crash(pick(CrashException.allCases)) : .log(message: "nearly")
        case 5: oneIn(3) ? .hang : .log(message: "nearly")
        case 6: oneIn(3) ? .exit : .log(message: "nearly")
        default: .work(cpu: duration())
        }
    }

    private static let entitlements = Entitlements(source: [
        "com.apple.developer.kernel.increased-memory-limit": true,
        "com.apple.developer.background-tasks.continued-processing.gpu": true,
    ])

    private static let preserving: [CallbackName] = [
        .shouldSaveApplicationState, .shouldRestoreApplicationState, .stateRestorationActivity,
    ]

    private mutating func behavior(mayHaveScenes: Bool) -> AppBehavior {
        var names: [CallbackName] = oneIn(2) ? Self.preserving : []
        for _ in 0...below(4) {
            let name = pick(CallbackName.allCases)
            guard mayHaveScenes || name != .configurationForConnecting else { continue }
            if !names.contains(name) { names.append(name) }
        }
        var handlers: [AppBehavior.Handler] = []
        for name in names { handlers.append(handler(name)) }
        // Tasks are launched in apps that have registered one.
        if !names.contains(.didFinishLaunching), oneIn(2) {
            let task = TaskRequest(identifier: "t1", kind: .continuedProcessing)
            let submission: [AppBehavior.Entry] = oneIn(3) ? [.act(.submitTaskRequest(task), takes: 0)] : []
            let game: [AppBehavior.Entry] = oneIn(3) ? [.act(.startActivity(name: "s", .game), takes: 0)] : []
            handlers.append(
                AppBehavior.Handler(name: .didFinishLaunching, entries: [registration()] + submission + game)
            )
        }
        // Few handlers drawn by chance end the very task that expires.
        let endings: [(CallbackName, Action)] = [
            (.expirationHandler, .endBackgroundTask(name: "a")),
            (.taskExpirationHandler, .completeTask(success: false)),
        ]
        for (name, action) in endings where !names.contains(name) && oneIn(3) {
            handlers.append(AppBehavior.Handler(name: name, entries: [.act(action, takes: 0)]))
        }
        return AppBehavior(handlers: handlers.sorted { $0.name.rawValue < $1.name.rawValue })
    }

    private mutating func registration() -> AppBehavior.Entry {
        .act(.registerTask(identifier: "t1", hasExpirationHandler: oneIn(2)), takes: 0)
    }

    private mutating func handler(_ name: CallbackName) -> AppBehavior.Handler {
        if Self.preserving.contains(name) {
            return AppBehavior.Handler(name: name, entries: oneIn(3) ? [.returns(pick([false, "edit"]))] : [])
        }
        var entries: [AppBehavior.Entry] = []
        for _ in 0...below(3) { entries.append(.act(action(), takes: oneIn(2) ? 0 : duration())) }
        if oneIn(6) { entries.append(.returns(.bool(false))) }
        if name == .didFinishLaunching { entries.insert(registration(), at: 0) }
        return AppBehavior.Handler(name: name, entries: entries)
    }

    /// A random action.
    public mutating func action() -> Action {
        if oneIn(2) { return backgroundAction() }
        let name = pick(["a", "b", "c"])
        switch below(24) {
        case 0...4:
            return .beginBackgroundTask(
                name: name,
                endsAfter: oneIn(3) ? duration() : nil,
                hasExpirationHandler: !oneIn(4)
            )
        case 5, 6: return .endBackgroundTask(name: name)
        case 7:
            return oneIn(2)
                ? .setAlarm(oneIn(4) ? nil : .after(duration()))
                : .endBackgroundTask(name: nil, number: AssertionID(rawValue: UInt32(1 + below(8))))
        case 8: return .work(cpu: duration())
        case 9, 10: return .edit(count: 1 + below(3), scene: nil)
        case 11, 12: return .save(count: oneIn(2) ? nil : 1)
        case 13: return oneIn(2) ? .showSensitiveContent : .hideSensitiveContent
        case 14: return .allocate(bytes: 1_000)
        case 15: return .free(bytes: 1_000)
        case 16...18:
            return .requestSceneSession(
                scene: oneIn(2) ? nil : SceneID(rawValue: Int32(1 + below(4))),
                userActivity: nil
            )
        case 19, 20: return .destroySceneSession(scene: SceneID(rawValue: Int32(1 + below(4))))
        case 21: return oneIn(3) ? .crash(pick(CrashException.allCases)) : .log(message: "nearly")
        case 22: return oneIn(3) ? .hang : .log(message: "nearly")
        default: return oneIn(3) ? .exit : .log(message: "nearly")
        }
    }

    private mutating func backgroundAction() -> Action {
        switch below(30) {
        case 28: .requestLiveActivity(identifier: "l")
        case 29: oneIn(2) ? .endLiveActivity(identifier: "l") : .observeLiveActivities
        case 26: .submitTaskRequest(TaskRequest(identifier: "t1", kind: .continuedProcessing))
        case 27: .startTransfer(identifier: "x", bytes: 1, lasting: 0, kind: nil, isDiscretionary: false)
        case 0, 1: .completeFetch(.newData, callback: oneIn(4) ? SequenceNumber(rawValue: 1 + next() % 60) : nil)
        case 2: .completeTask(identifier: oneIn(3) ? pick(["t1", "t2", "t3"]) : nil, success: oneIn(2))
        case 3, 4:
            .submitTaskRequest(
                TaskRequest(
                    identifier: pick(["t1", "t1", "t1", "t2", "t3"]),
                    kind: pick(TaskRequest.Kind.allCases + [.continuedProcessing, .continuedProcessing]),
                    earliestBeginAfter: duration(),
                    requiresNetworkConnectivity: oneIn(3),
                    requiresExternalPower: oneIn(3),
                    strategy: pick([nil, .queue, .fail]),
                    requiresGPU: oneIn(6)
                )
            )
        case 5:
            oneIn(2)
                ? .cancelTaskRequest(identifier: pick(["t1", "t2"]))
                : .reportProgress(
                    identifier: oneIn(2) ? pick(["t1", "t2"]) : nil,
                    fraction: oneIn(3) ? nil : below(1_001)
                )
        case 6: oneIn(3) ? .registerTask(identifier: "t2", hasExpirationHandler: true) : .releaseFileLock
        case 7, 8:
            .startTransfer(
                identifier: pick(["x", "y"]),
                bytes: 1,
                lasting: duration(),
                kind: pick([nil, .download, .upload]),
                isDiscretionary: oneIn(6)
            )
        case 9: .completeURLSessionEvents(identifier: oneIn(2) ? pick(["x", "y"]) : nil)
        case 10, 11: .playAudio
        case 12: .stopAudio
        case 13, 14:
            pick([
                .startLocationSession(pick(LocationSession.allCases)), .startLocation(),
                .startLocation(LocationRequest(distanceFilterMeters: 10, showsIndicator: oneIn(4))),
            ])
        case 15:
            pick([
                .stopLocation, .endLocationSession(.backgroundActivity), .startNearbyInteraction,
                .stopNearbyInteraction,
            ])
        case 16:
            oneIn(2)
                ? .monitorSignificantLocationChanges
                : .registerWake(
                    pick([.healthKit, .locationMonitor, .liveActivityToken, .pushToTalk, .watchConnectivity])
                )
        case 17:
            oneIn(2)
                ? .scanBluetooth(restoreIdentifier: oneIn(2) ? "r" : nil)
                : .advertiseBluetooth(restoreIdentifier: oneIn(2) ? "r" : nil)
        case 18: oneIn(2) ? .reportIncomingCall : .reportIncomingVideoCall
        case 19: .holdFileLock
        case 20:
            oneIn(4)
                ? .cancelRequest(identifier: pick(["q", "r"]))
                : .startRequest(identifier: pick(["q", "r"]), bytes: 1, lasting: duration(), arrives: oneIn(2))
        case 21:
            .startActivity(
                name: "s",
                pick(Activity.allCases + Array(repeating: .game, count: 6) + [.timer, .timer, .timer])
            )
        case 22: .stopActivity(name: "s")
        case 23: oneIn(2) ? .requestPermission("camera") : .registerForRemoteNotifications
        case 24: .setMinimumBackgroundFetchInterval(duration())
        default: oneIn(2) ? .allocate(bytes: .gibibytes(1)) : .free(bytes: .gibibytes(1))
        }
    }

    /// A random length of time: often 0 or a round number, so that events coincide.
    public mutating func duration() -> Milliseconds {
        switch below(6) {
        case 0: 0
        case 1: Milliseconds(1 + below(3))
        case 2: Milliseconds(1_000 * below(12))
        case 3: 5_000
        case 4: Milliseconds(below(40_000))
        default: Milliseconds(100 * below(20))
        }
    }
}
