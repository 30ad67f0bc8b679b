import LifecycleKernel
import TestKit
import Testing
import WireFormat

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
        .verdict(Verdict(subject: .push, decision: .dropped, reason: .malformed, detail: text)),
        .verdict(Verdict(subject: .push, decision: .dropped, identifier: text)),
        .verdict(Verdict(subject: .push, decision: .dropped, apnsID: text)),
        .assertion(AssertionChange(kind: .backgroundTask, change: .acquired, name: text)),
        .activity(ActivityChange(name: text, activity: .timer, change: .started)),
        .dispatch(Dispatch(target: "view", asked: Array(repeating: "responder", count: 500))),
        .finding(Finding(code: .dataLoss, detail: text)),
        .exit(
            ExitRecord(reason: .normal, code: 0, explanation: text, report: .none, state: .active, unsavedChanges: 0)
        ),
        .input(.event(.openURL(text, sourceApplication: nil, bundleID: nil))),
        .input(.event(.push(RemoteNotification(bundleID: "a", payload: ["x": .string(text)])))),
        .input(.event(.wake("a", .voipPush(VoIPPush(payload: ["x": .string(text)]))))),
        .input(.event(.app("a", .launch(arguments: [text])))),
        .input(.event(.app("a", .crash(.abort, message: text)))),
        .input(.event(.app("a", .continueActivity(activityType: "a", webpageURL: text)))),
        .input(.event(.app("a", .changeSettings(Array(repeating: "setting", count: 600))))),
        .input(.action("a", .log(message: text))),
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
