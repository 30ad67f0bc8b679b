import TestKit
import Testing
import WireFormat

@testable import LifecycleKernel

/// The approximate size of a record, by which all work is limited.
@Suite struct RecordSizeTests {
    static let text = String(repeating: "x", count: 5_000)

    /// Bodies with a text of 5,000 bytes, wherever one may have any length.
    static let bodies: [Record.Body] = [
        .log(message: text),
        .returned(callback: 1, took: 0, result: .string(text)),
        .returned(callback: 1, took: 0, result: [["a": .string(text)]]),
        .callback(
            Callback(name: .openURL, applicationState: .active, arguments: [Value.Member("url", .string(text))])
        ),
        .verdict(Verdict(subject: .push, decision: .dropped, reason: .malformed, detail: Sentence(verbatim: text))),
        .verdict(Verdict(subject: .push, decision: .dropped, identifier: text)),
        .verdict(Verdict(subject: .push, decision: .dropped, apnsID: text)),
        .assertion(AssertionChange(kind: .backgroundTask, change: .acquired, name: text)),
        .activity(ActivityChange(name: text, activity: .timer, change: .started)),
        .dispatch(Dispatch(target: "view", asked: Array(repeating: "responder", count: 500))),
        .finding(Finding(code: .dataLoss, detail: Sentence(verbatim: text))),
        .exit(
            ExitRecord(reason: .normal, code: 0, explanation: text, report: .none, state: .active, unsavedChanges: 0)
        ),
        .input(.event(.openURL(text, sourceApplication: nil, bundleID: nil))),
        .input(.event(.push(RemoteNotification(bundleID: "a", payload: ["x": .string(text)])))),
        .input(.event(.wake("a", .voipPush(VoIPPush(payload: ["x": .string(text)]))))),
        .input(.event(.app("a", .launch(arguments: [text])))),
        .input(.event(.app("a", .crash(.abort, message: text)))),
        .input(.event(.device(.note(text)))),
        .input(.event(.app("a", .continueActivity(activityType: "a", webpageURL: text)))),
        .input(.event(.app("a", .changeSettings(Array(repeating: "setting", count: 600))))),
        .input(.action("a", .log(message: text))),
        .input(.action("a", .crash(.abort, message: text))),
        .input(.completion("a", Completion(callback: 1, actions: [.log(message: text)]))),
        .input(.completion("a", Completion(callback: 1, actions: Array(repeating: .save(count: nil), count: 1_000)))),
        .input(.completion("a", Completion(callback: 1, returns: .string(text)))),
        .input(.install(AppManifest(bundleID: "a", infoPlist: InfoPlist(source: ["x": .string(text)])))),
        .input(.install(AppManifest(bundleID: "a", behavior: AppBehavior([.main: [.now(.log(message: text))]])))),
        .input(.install(AppManifest(bundleID: "a", behavior: AppBehavior([.main: [.returns(.string(text))]])))),
        .input(
            .install(
                AppManifest(
                    bundleID: "a",
                    notificationService: NotificationServiceExtension(
                        behavior: AppBehavior([.didReceiveNotificationRequest: [.now(.log(message: text))]])
                    )
                )
            )
        ),
        .input(
            .install(AppManifest(bundleID: "a", responders: (0..<200).map { Responder(name: "responder \($0)") }))
        ),
        .input(
            .advance(.until(.any([.record(RecordPattern(["message": .string(text)]) { _ in false })]), limit: 1))
        ),
    ]

    @Test("It is about that of the record as JSON", arguments: bodies.indices)
    func size(index: Int) {
        let record = Record(
            sequence: 1_000_000,
            time: .manualStart,
            cause: 1_000_000,
            bundleID: "com.example.app",
            pid: 1_000,
            appExtension: nil,
            scene: nil,
            decodedBody: Self.bodies[index]
        )
        let json = record.value.compactJSONByteCount
        #expect(json > 4_500)
        #expect(record.approximateSize > json * 3 / 4)
        #expect(record.approximateSize < json * 4 + 500)
    }
}

/// The record of an input names the app that it is about.
@Suite struct InputRecordTests {
    @Test(
        "An input about an app names it, also an installation or an uninstall",
        arguments: [
            (.install(AppManifest(bundleID: "new")), "new"), (.install(AppManifest(bundleID: "a")), "a"),
            (.uninstall("a"), "a"), (.event(.app("a", .launch(arguments: []))), "a"), (.event(.device(.home)), nil),
            (.advance(.by(1)), nil),
        ] as [(Input, BundleID?)]
    )
    func inputs(input: Input, app: BundleID?) throws {
        var device = try TestDevice()
        try device.install("a")
        let record = try #require(try device.apply(input).first)
        #expect(record.kind == .input)
        #expect(record.bundleID == app)
        #expect(record.pid == nil)
    }

    @Test("An input about an app that runs names its process")
    func process() throws {
        var device = try TestDevice()
        try device.install("a")
        try device.launch()
        #expect(try device.act(.save(count: nil)).first?.pid == 101)
    }
}

@Suite("Verdicts")
struct VerdictTests {
    @Test("A verdict with a reason says in words what it means", arguments: Verdict.Reason.allCases)
    func explanation(reason: Verdict.Reason) throws {
        let verdict = Verdict(subject: .transfer, decision: .refused, reason: reason)
        let detail = try #require(verdict.detail)
        #expect(detail.description.contains(" ") && detail.description != reason.name)
        #expect(verdict == Verdict(subject: .transfer, decision: .refused, reason: reason, detail: detail))
    }

    @Test("What is special about a verdict comes before what its reason means")
    func ownDetail() {
        let verdict = Verdict(subject: .push, decision: .dropped, reason: .malformed, detail: "the priority is 10")
        #expect(verdict.detail == "the priority is 10")
    }

    @Test("A verdict without a reason needs no words")
    func withoutReason() { #expect(Verdict(subject: .push, decision: .delivered).detail == nil) }
}
