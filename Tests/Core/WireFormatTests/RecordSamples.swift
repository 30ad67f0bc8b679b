import WireFormat

@testable import LifecycleKernel

/// At least one record of each kind, with hard text in them.
enum RecordSamples {
    private static let notes: BundleID = "com.example.notes"

    static let records: [Record] = [
        record(1, .input(.event(.app(notes, .launch(arguments: ["\"-x\"", "\u{0}"]))))),
        record(2, .input(.install(AppManifest(bundleID: notes)))), record(3, .input(.uninstall(notes))),
        record(4, .input(.action(notes, .log(message: "grün\n")))),
        record(5, .input(.completion(notes, Completion(callback: 4, actions: [.work(cpu: 1)], returns: .null)))),
        record(6, .input(.clock(ClockChange(mode: .scaled, rate: 0.1)))),
        record(7, .input(.advance(.until(.all([.app(notes, .active), .record(["a": [:]])]), limit: 1)))),
        record(8, .returned(callback: 7, took: 1_250, result: ["a": .number(0.1)])),
        record(9, .process(ProcessChange(from: .notRunning, to: .inactive, reason: .launch, launchReason: .user)), 101),
        record(10, .scene(from: .unattached, to: .foregroundInactive), 101, 2),
        record(
            11,
            .callback(
                Callback(
                    name: .sceneWillConnect,
                    applicationState: .inactive,
                    arguments: [Value.Member("a \"b\"", "\\")],
                    limit: 20_000
                )
            ),
            101,
            1
        ),
        record(12, .notification(.didBecomeActive), 101),
        record(
            13,
            .assertion(AssertionChange(kind: .backgroundTask, change: .acquired, name: "up\tload", remaining: 29_999)),
            101
        ),
        record(14, .verdict(Verdict(subject: .push, decision: .dropped, reason: .malformed, identifier: "\u{2028}"))),
        record(
            15,
            .exit(
                ExitRecord(
                    reason: .appWatchdog,
                    namespace: "FRONTBOARD",
                    code: 0x8bad_f00d,
                    explanation: "too slow",
                    metricKit: "cumulativeAppWatchdogExitCount",
                    report: .crash,
                    state: .background,
                    unsavedChanges: 1,
                    callbackInFlight: UncompletedCallback(sequence: 9, name: "sceneDidEnterBackground(_:)")
                )
            ),
            101
        ),
        record(16, .finding(Finding(code: .dataLoss, detail: "1 unsaved change is lost", evidence: [4, .max])), 101),
        record(17, .snapshot(.light, sensitiveContent: true), 101),
        record(18, .log(message: "line one\r\nline two \u{1B}[31m"), 101),
        record(19, .memory(.warning, available: -1)),
        record(20, .dispatch(Dispatch(target: "a\"b", asked: ["a\"b", "\u{7}"], handledBy: nil)), 101),
        record(21, .activity(ActivityChange(name: "po\"ll", activity: .timer, change: .firedLate)), 101),
        Record(
            sequence: 22,
            time: .manualStart,
            cause: 1,
            bundleID: notes,
            pid: 102,
            appExtension: .notificationService,
            body: .log(message: "decrypted")
        ),
        Record(sequence: .max, time: .latest, cause: .max, body: .snapshot(.dark, sensitiveContent: false)),
        // Longer than anything that an input may give: sums of several.
        record(40, .returned(callback: 7, took: 6_311_520_004_123, result: nil)),
        record(
            41,
            .process(
                ProcessChange(
                    from: .notRunning,
                    to: .inactive,
                    reason: .launch,
                    launchReason: .user,
                    launchSteps: [TimedLaunchStep(.main, duration: 3_155_760_001_000)]
                )
            ),
            101
        ),
    ]

    private static func record(
        _ sequence: SequenceNumber,
        _ body: Record.Body,
        _ pid: ProcessID? = nil,
        _ scene: SceneID? = nil
    ) -> Record {
        Record(
            sequence: sequence,
            time: .manualStart + Milliseconds(sequence.rawValue),
            cause: SequenceNumber(rawValue: sequence.rawValue / 2 + 1),
            bundleID: notes,
            pid: pid,
            scene: scene,
            body: body
        )
    }
}
