import LifecycleKernel
import Testing
import WireFormat

/// What is written reads back as the same thing.
@Suite struct RoundTripTests {
    static let notes: BundleID = "com.example.notes"

    private static let usersEvents: [Event] =
        Overlay.all.flatMap { [.device(.present($0)), .device(.dismiss($0))] } + [
            .device(.home), .device(.openAppSwitcher), .device(.closeAppSwitcher(select: nil)),
            .device(.closeAppSwitcher(select: notes)), .device(.lock), .device(.unlock),
            .device(.dismissSystemAlert), .device(.answerCall), .device(.declineCall), .device(.endCall),
            .device(.changeLanguage("de-CH")),
            .device(.reboot), .device(.powerOff), .device(.powerOn),
            .app(notes, .launch(arguments: [])), .app(notes, .launch(arguments: ["-reset", ""])),
            .app(notes, .continueActivity(activityType: "com.example.read", webpageURL: nil)),
            .app(notes, .continueActivity(activityType: "web", webpageURL: "https://example.com/ä?b=1")),
            .app(notes, .performShortcut(shortcutType: "compose")),
            .app(notes, .tapNotification(notificationID: nil, actionIdentifier: nil)),
            .app(notes, .tapNotification(notificationID: "n-1", actionIdentifier: "reply")),
            .app(notes, .tapNotification(notificationID: nil, actionIdentifier: "open", foreground: true)),
            .app(notes, .forceQuit), .app(notes, .crash(.abort, message: nil)),
            .app(notes, .crash(.badAccess, message: "two\nlines")),
            .app(notes, .crash(.illegalInstruction, message: "x")),
            .app(notes, .suspend), .app(notes, .prewarm), .app(notes, .background),
            .app(notes, .changePermission("camera")), .app(notes, .resetPermissions),
            .app(notes, .presentAlert), .app(notes, .dismissAlert), .app(notes, .presentShareSheet),
            .app(notes, .dismissShareSheet), .app(notes, .coverView(nil)), .app(notes, .uncoverView(2)),
            .openURL("notes://open", sourceApplication: nil, bundleID: nil),
            .openURL("notes://open", sourceApplication: "com.example.mail", bundleID: notes),
            .scene(notes, .create(configuration: nil, userActivity: nil, placement: .splitView)),
            .scene(
                notes,
                .create(configuration: nil, userActivity: nil, placement: .splitView, role: .carTemplateApplication)
            ),
            .scene(notes, .create(configuration: "Default", userActivity: "edit", placement: .fullScreen)),
            .scene(notes, .activate(1, placement: .splitView)), .scene(notes, .activate(.max, placement: .fullScreen)),
            .scene(notes, .close(nil)), .scene(notes, .close(2)), .scene(notes, .disconnect(nil)),
            .scene(notes, .disconnect(3)), .scene(notes, .background(nil)), .scene(notes, .background(4)),
            .push(RemoteNotification(bundleID: notes, payload: ["aps": ["alert": "Hello"]])),
            .push(
                RemoteNotification(
                    bundleID: notes,
                    payload: ["aps": ["content-available": 1], "x": [.null, true, .number(0.5)]],
                    pushType: .background,
                    priority: 5,
                    collapseID: "mail",
                    expiresAt: .latest
                )
            ),
        ]
        + SystemAlert.allCases.map { .device(.presentSystemAlert($0)) }
        + CallStyle.allCases.map { .device(.incomingCall($0)) }
        + RuleProfile.allCases.map { .device(.upgradeOS($0)) }
        + TerminationCause.allCases.map { .app(notes, .terminate($0)) }

    private static let otherEvents: [Event] = [
        .device(.allocateSystemMemory(.gibibytes(1))), .device(.freeSystemMemory(0)), .device(.memoryWarning),
        .device(.note("the network goes down")),
        .device(.interruptAudio), .device(.resumeAudio), .device(.changeAudioRoute(.oldDeviceUnavailable)),
        .app(notes, .changeSettings([])), .app(notes, .memoryWarning), .app(notes, .takeSnapshots),
        .app(notes, .changeSettings(["theme", "sync"])), .input(notes, .touch(target: "saveButton")),
        .input(notes, .remoteControl(target: "application")),
    ]

    private static let conditionEvents: [ConditionEvent] = [
        .changeTime, .changeLocale("fr_FR"), .setBattery(level: nil, isCharging: nil),
        .setBattery(level: 125, isCharging: true), .setBattery(level: 1_000, isCharging: false),
        .setLowPowerMode(true), .setBackgroundRefresh(false, bundleID: nil),
        .setBackgroundRefresh(true, bundleID: notes), .setIdle(true), .rotate(.faceDown), .setNetwork(.cellular),
        .setThermalState(.critical), .changeAppearance,
    ]

    private static let wakeEvents: [WakeEvent] = [
        .performFetch, .launchTask("refresh"), .expireTask("refresh"), .cancelTask("export"), .locationUpdate,
        .significantLocationChange,
        .region("home"), .region("home", .exit), .bluetooth, .voipPush(), .finishTransfer("download"),
        .systemWake(SystemWake(.healthKit)),
        .pushToStartLiveActivity("ride"), .pushToEndLiveActivity("ride"), .dismissLiveActivity("ride"),
        .systemWake(
            SystemWake(
                .systemWake,
                handler: .performIntent,
                limit: 5_000,
                launches: false,
                survivesForceQuit: true
            )
        ),
    ]

    static let events: [Event] =
        usersEvents + otherEvents + conditionEvents.map { Event.device(.condition($0)) }
        + wakeEvents.map { Event.wake(notes, $0) }

    @Test(arguments: events) func everyEventReadsBackAsItself(_ event: Event) throws {
        #expect(try Event(event.value, at: "") == event)
        #expect(event.value["type"] == .string(event.typeName))
    }

    @Test func everyTypeOfEventIsInTheTable() {
        #expect(Set(Self.events.map(\.typeName)) == Set(Event.knownTypes))
        #expect(Set(Event.knownTypes).count == Event.knownTypes.count)
    }

    private static let plainActions: [Action] =
        [
            .beginBackgroundTask(name: "upload", endsAfter: nil, hasExpirationHandler: true),
            .beginBackgroundTask(name: "", endsAfter: 12_500, hasExpirationHandler: false),
            .endBackgroundTask(name: "upload"), .endBackgroundTask(name: nil, number: 7), .setAlarm(nil),
            .setAlarm(.at(.manualStart)), .setAlarm(.after(1_500)), .work(cpu: 0), .work(cpu: 1),
            .work(cpu: FieldReader.longestTime),
            .edit(count: 1, scene: nil), .edit(count: 1_000_000_000, scene: 7), .save(count: nil), .save(count: 3),
            .log(message: "\u{0}\"\\ü\u{1F600}"), .allocate(bytes: 0), .allocate(bytes: .gibibytes(1 << 20)),
            .free(bytes: 4_096),
            .requestSceneSession(scene: nil, userActivity: nil), .requestSceneSession(scene: 2, userActivity: "edit"),
            .destroySceneSession(scene: 1), .hang, .exit,
            .crash(.abort, message: "list index out of range", signature: "IndexError pulse.py:41"),
        ] + CrashException.allCases.map { .crash($0) }

    private static let backgroundActions: [Action] = [
        .stopActivity(name: "poll"), .showSensitiveContent, .hideSensitiveContent, .requestPermission("camera"),
        .registerForRemoteNotifications,
        .setMinimumBackgroundFetchInterval(900_000), .setMinimumBackgroundFetchInterval(nil),
        .holdFileLock, .releaseFileLock, .registerTask(identifier: "refresh", hasExpirationHandler: true),
        .registerTask(identifier: "refresh", hasExpirationHandler: false),
        .registerTask(identifier: "export", kind: .continuedProcessing, hasExpirationHandler: true),
        .completeTask(identifier: "export", success: true),
        .submitTaskRequest(TaskRequest(identifier: "refresh", kind: .appRefresh)),
        .submitTaskRequest(
            TaskRequest(
                identifier: "clean",
                kind: .processing,
                earliestBeginAfter: 60_000,
                requiresNetworkConnectivity: true,
                requiresExternalPower: true
            )
        ),
        .cancelTaskRequest(identifier: "clean"), .completeTask(success: true), .completeTask(success: false),
        .startTransfer(identifier: "download", bytes: 500, lasting: 1_500),
        .reportProgress(identifier: nil, fraction: nil), .reportProgress(identifier: "export", fraction: 250),
        .submitTaskRequest(
            TaskRequest(identifier: "export", kind: .continuedProcessing, strategy: .fail, requiresGPU: true)
        ),
        .startTransfer(identifier: "x", bytes: 0, lasting: 1, kind: .upload, isDiscretionary: true),
        .startTransfer(identifier: "x", bytes: 0, lasting: 1, taskDescription: "POST /events"),
        .startRequest(identifier: "order", bytes: 0, lasting: 1_500),
        .startRequest(identifier: "photo", bytes: 500, lasting: 0, arrives: false), .cancelRequest(identifier: "order"),
        .completeURLSessionEvents(),
        .completeURLSessionEvents(identifier: "download"), .completeFetch(.noData, callback: 12), .playAudio,
        .stopAudio, .startLocation(), .stopLocation, .monitorSignificantLocationChanges, .startNearbyInteraction,
        .stopNearbyInteraction,
        .scanBluetooth(restoreIdentifier: nil), .scanBluetooth(restoreIdentifier: "central"),
        .advertiseBluetooth(restoreIdentifier: "peripheral"), .reportIncomingCall, .reportIncomingVideoCall,
        .completeFetch(.failed), .registerWake(.pushToTalk),
        .requestLiveActivity(identifier: "ride"), .endLiveActivity(identifier: "ride"), .observeLiveActivities,
        .startLocationSession(.alwaysService),
        .startLocation(LocationRequest(desiredAccuracyMeters: 3_000)),
        .startLocation(LocationRequest(distanceFilterMeters: 0, showsIndicator: true)),
        .endLocationSession(.backgroundActivity),
        .startActivity(name: "poll", .rendering),
    ]

    static let actions: [Action] = plainActions + backgroundActions

    @Test(arguments: actions) func everyActionReadsBackAsItself(_ action: Action) throws {
        #expect(try Action(action.value, at: "") == action)
        #expect(action.value["action"] == .string(action.actionName))
    }

    @Test func everyActionIsInTheTable() {
        #expect(Set(Self.actions.map(\.actionName)) == Set(Action.knownNames))
    }

    static let conditions: [Condition] =
        ProcessState.allCases.map { .app(notes, $0) } + [
            .record(["kind": "process", "to": "suspended"]), .record([:]),
            .all([.app(notes, .active), .any([.record(["kind": "exit"]), .app("b", .notRunning)])]),
            .any([.app(notes, .active)]),
        ]

    @Test(arguments: conditions) func everyConditionReadsBackAsItself(_ condition: Condition) throws {
        #expect(try Condition(condition.value, at: "") == condition)
    }

    static let advances: [Advance] =
        [
            .by(0), .by(30_001), .before(0), .before(30_001), .to(.earliest), .to(.latest), .untilIdle(limit: 5_000),
            Advance(.by(5_000), stopsAtCallbacks: true, during: [17, 23]),
        ]
        + conditions.map { .until($0, limit: Advance.defaultLimit) }

    @Test(arguments: advances) func everyAdvanceReadsBackAsItself(_ advance: Advance) throws {
        #expect(try Advance(advance.value, at: "") == advance)
    }

    static let clockChanges: [ClockChange] = [
        ClockChange(), ClockChange(mode: .manual), ClockChange(mode: .realtime, paused: false),
        ClockChange(mode: .scaled, rate: 60), ClockChange(rate: 0.25), ClockChange(paused: true),
        ClockChange(rate: 1_000_000),
    ]

    @Test(arguments: clockChanges) func everyChangeOfTheClockReadsBackAsItself(_ change: ClockChange) throws {
        #expect(try ClockChange(change.value, at: "") == change)
    }

    static let completions: [Completion] = [
        Completion(callback: 1), Completion(callback: 12, actions: actions, returns: false),
        Completion(callback: 3, returns: .null),
    ]

    @Test(arguments: completions) func everyCompletionReadsBackAsItself(_ completion: Completion) throws {
        #expect(try Completion(completion.value, at: "") == completion)
    }

    static let settings: [DeviceSettings] = [
        DeviceSettings(), DeviceSettings(model: .iPad, profile: .documents, passcode: false, seed: .max),
        DeviceSettings(
            clock: ClockSettings(mode: .scaled, rate: 60.5, paused: true),
            memoryBytes: .mebibytes(64),
            seed: 7
        ),
    ]

    @Test(arguments: settings) func theSettingsOfADeviceReadBackAsThemselves(_ settings: DeviceSettings) throws {
        #expect(try DeviceSettings(settings.value, at: "") == settings)
    }

    @Test(arguments: RuleKey.allCases) func everyRuleCanBeOverriddenWithWhatIsShown(_ key: RuleKey) throws {
        for profile in RuleProfile.allCases {
            guard let value = Rulebook.rule(key).value(in: profile) else { continue }
            let overrides: Value = .object([Value.Member(key.name, value.value)])
            let settings = try DeviceSettings(["rules": ["profile": "ios26", "overrides": overrides]], at: "")
            #expect(settings.overrides.map(\.value) == [value])
            #expect(try DeviceSettings(settings.value, at: "") == settings)
        }
    }

    static let inputs: [Input] =
        events.map { .event($0) } + actions.map { .action(notes, $0) }
        + [.action(notes, .log(message: "late"), of: .notificationService)]
        + completions.map { .completion(notes, $0) } + clockChanges.map { .clock($0) }
        + advances.map { .advance($0) } + [.uninstall(notes), .install(AppManifest(bundleID: notes))]

    @Test(arguments: inputs) func everyInputReadsBackAsItself(_ input: Input) throws {
        #expect(try Input(input.value, at: "") == input)
    }
}
