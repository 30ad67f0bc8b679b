import LifecycleKernel
import TestKit
import Testing
import WireFormat

@testable import DeviceHost
@testable import Webhooks

/// What a webhook hears, and when it stops.
@Suite("A webhook")
struct HostedWebhookTests {
    private static let phone = DeviceID("phone")!
    private static let labels = [Label(key: "run", value: "4711"), Label(key: "team", value: "a")]
    /// The records of a short life: an app is launched, left, and killed; another one is only launched.
    private static let records: [Record] = {
        var device = Device(DeviceSettings(clock: ClockSettings(mode: .manual)), at: .manualStart)
        let inputs: [Value] = [
            ["install": ["bundleID": "com.example.notes"]], ["install": ["bundleID": "com.example.mail"]],
            ["event": ["type": "app.launch", "bundleID": "com.example.notes"]],
            ["event": ["type": "app.launch", "bundleID": "com.example.mail"]],
            ["event": ["type": "app.terminate", "bundleID": "com.example.notes", "cause": "system"]],
            ["event": ["type": "app.crash", "bundleID": "com.example.mail", "exception": "abort"]],
        ]
        for text in inputs {
            guard let input = try? Input(text, at: "") else { continue }
            _ = try? device.apply(input, at: device.now, limit: 1_000)
        }
        return device.takeRecords()
    }()

    private static func streamed(_ record: Record) -> StreamedRecord {
        StreamedRecord(record, of: phone, labels: labels)
    }

    private func at(_ seconds: Int64) -> WallInstant { WallInstant(nanoseconds: seconds * 1_000_000_000) }

    /// A filter, and how many records of which kinds it wants.
    struct Case: Sendable, CustomTestStringConvertible {
        var filter: Value
        var wants: @Sendable (Record) -> Bool

        var testDescription: String { "\(filter)" }
    }

    @Test(
        "hears what its filter wants",
        arguments: [
            Case(filter: [:]) { [.exit, .finding].contains($0.kind) },
            Case(filter: ["kinds": ["exit"]]) { $0.kind == .exit },
            Case(filter: ["kinds": ["exit", "process"], "bundleID": "com.example.mail"]) {
                [.exit, .process].contains($0.kind) && $0.bundleID == "com.example.mail"
            },
            Case(filter: ["kinds": ["exit"], "device": "phone"]) { $0.kind == .exit },
            Case(filter: ["kinds": ["exit"], "device": "tablet"]) { _ in false },
            Case(filter: ["kinds": ["exit"], "labels": ["run": "4711"]]) { $0.kind == .exit },
            Case(filter: ["kinds": ["exit"], "labels": ["run": "4711", "team": "b"]]) { _ in false },
            Case(filter: ["records": [["kind": "process", "to": "notRunning"]]]) { record in
                if case .process(let change) = record.body { change.to == .notRunning } else { false }
            },
            Case(filter: ["records": [["kind": "exit"], ["kind": "finding"]], "kinds": ["exit"]]) { $0.kind == .exit },
        ]
    )
    func filters(row: Case) throws {
        let filter = try WebhookFilter(row.filter, at: "filter")
        let wanted = Self.records.filter(row.wants).map(\.sequence)
        #expect(Self.records.filter { filter.wants(Self.streamed($0)) }.map(\.sequence) == wanted)
        // It is written as it is read.
        let written = try JSONText.parse(JSONText.write(filter))
        #expect(try WebhookFilter(written, at: "filter") == filter)
    }

    @Test(
        "is refused a filter that no record can match",
        arguments: [
            ["kinds": ["exits"]], ["record": [:]], ["records": ["exit"]],
            ["records": [["kind": "exit", "reasons": "x"]]],
            ["records": [["kind": "exit", "reason": "tired"]]], ["device": "Phone"], ["labels": ["run": 1]],
            ["bundleID": ""], ["kinds": "exit"],
        ] as [Value]
    )
    func refusedFilters(filter: Value) {
        #expect(throws: Rejection.self) { try WebhookFilter(filter, at: "filter") }
    }

    @Test("is told the record as the interface writes it, with its device and labels")
    func message() throws {
        var hosted = HostedWebhook(try .test())
        let exit = try #require(Self.records.first { $0.kind == .exit })
        #expect(hosted.receive(Self.streamed(exit), at: at(0), date: .manualStart) == .queued)
        guard let (message, _) = hosted.send(at: at(0)) else {
            Issue.record("nothing is sent")
            return
        }
        #expect(message.type == "greenroom.exit")
        #expect(message.id.wholeMatch(of: /msg_[0-9a-f]{32}/) != nil)
        let expected: Value = [
            "type": "greenroom.exit", "timestamp": "2026-01-01T00:00:00.000Z",
            "data": ["device": "phone", "labels": ["run": "4711", "team": "a"], "record": exit.value],
        ]
        #expect(try JSONText.parse(message.body) == expected)
    }

    @Test("is told of a gap, whatever it hears")
    func gap() throws {
        var hosted = HostedWebhook(try .test())
        #expect(hosted.receive(missed: 17, at: at(0), date: .manualStart) == .queued)
        guard let (message, _) = hosted.send(at: at(0)) else {
            Issue.record("nothing is sent")
            return
        }
        #expect(try JSONText.parse(message.body)["data"] == ["missed": 17])
        #expect(message.type == "greenroom.gap")
    }

    /// Has a message given up.
    private func giveUp(_ hosted: inout HostedWebhook, from start: Int64) -> HostedWebhook.Change? {
        _ = hosted.receive(missed: nil, at: at(start), date: .manualStart)
        var now = start
        while let (message, number) = hosted.send(at: at(now)) {
            let attempt = Attempt(message: message, number: number, start: at(now), date: .manualStart)
            let change = hosted.finish(attempt, .failed(.timeout), at: at(now), date: .manualStart)
            guard case .retry = change.verdict else { return change }
            now += 10_000
        }
        return nil
    }

    @Test("is paused by five messages in a row that are given up, keeps what comes, and begins anew when it is enabled")
    func pause() throws {
        var hosted = HostedWebhook(try .test())
        for number in 1...5 {
            let change = giveUp(&hosted, from: Int64(number) * 100_000)
            #expect(change == HostedWebhook.Change(verdict: .failed, hasStopped: number == 5))
        }
        #expect(hosted.webhook.stopped?.reason == .failures)
        #expect(hosted.webhook.hears)
        #expect(hosted.receive(missed: nil, at: at(900_000), date: .manualStart) == .queued)
        #expect(hosted.next(at: at(900_000)) == .wait(until: nil))
        var change = WebhookChange()
        change.isEnabled = true
        let new = hosted.webhook.changed(by: change, at: .manualStart)
        #expect(hosted.change(to: new, restarting: true, at: at(900_000)) == 0)
        #expect(hosted.webhook.stopped == nil)
        guard case .send(_, attempt: 1) = hosted.next(at: at(900_000)) else {
            Issue.record("nothing is sent")
            return
        }
    }

    /// Sends what is due, and ends the attempt.
    private func attempt(
        _ hosted: inout HostedWebhook,
        _ outcome: AttemptOutcome,
        at seconds: Int64
    ) -> HostedWebhook.Verdict? {
        guard let (message, number) = hosted.send(at: at(seconds)) else { return nil }
        let attempt = Attempt(message: message, number: number, start: at(seconds), date: .manualStart)
        return hosted.finish(attempt, outcome, at: at(seconds), date: .manualStart).verdict
    }

    @Test("sends a message again five times, within an hour and more, and counts it as failed then")
    func givenUp() throws {
        var hosted = HostedWebhook(try .test())
        _ = hosted.receive(missed: nil, at: at(0), date: .manualStart)
        var (now, attempts): (Int64, Int) = (0, 0)
        while let verdict = attempt(&hosted, .answered(OutgoingAnswer(status: 500)), at: now) {
            attempts += 1
            if case .retry(let delay) = verdict { now += Int64(delay / .seconds(1)) + 1 }
        }
        #expect(attempts == 6 && (3_480...5_240).contains(now))
        #expect(hosted.queue.count == 0 && hosted.counts == DeliveryCounts(failed: 1))
    }

    @Test("holds 1,000 messages and 2 MiB, and asks a receiver again after an hour at most")
    func limits() {
        let limits = WebhookLimits().queue
        #expect(limits.count == 1_000 && limits.bytes == 2 * 1_048_576 && limits.longestRequest == .seconds(3_600))
        #expect(limits.backoff == Backoff([5, 30, 120, 600, 3_600].map { .seconds($0) }) && limits.attempts == 6)
    }

    @Test(
        "takes every other answer but 2xx for a failure",
        arguments: [301, 302, 307, 400, 401, 404, 429, 500, 503, 599]
    )
    func failures(status: Int) throws {
        var hosted = HostedWebhook(try .test())
        _ = hosted.receive(missed: nil, at: at(0), date: .manualStart)
        guard case .retry? = attempt(&hosted, .answered(OutgoingAnswer(status: status)), at: 0) else {
            Issue.record("\(status) is no failure")
            return
        }
    }

    @Test(
        "leaves a receiver alone that is busy, for as long as it asks; others may not ask",
        arguments: [429, 503, 500]
    )
    func busy(status: Int) throws {
        var hosted = HostedWebhook(try .test())
        for _ in 0..<2 { _ = hosted.receive(missed: nil, at: at(0), date: .manualStart) }
        _ = attempt(&hosted, .answered(OutgoingAnswer(status: status, retryAfter: "60")), at: 0)
        if status == 500 {
            #expect(hosted.send(at: at(0))?.number == 1)
        } else {
            #expect(hosted.next(at: at(59)) == .wait(until: at(60)))
            #expect(hosted.send(at: at(60))?.number == 2)
        }
    }

    @Test("is not paused by messages that are given up with one between them that is delivered")
    func row() throws {
        var hosted = HostedWebhook(try .test())
        for number in 1...8 {
            let start = Int64(number) * 100_000
            if number == 5 {
                _ = hosted.receive(missed: nil, at: at(start), date: .manualStart)
                #expect(attempt(&hosted, .answered(OutgoingAnswer(status: 204)), at: start) == .delivered)
            } else {
                #expect(giveUp(&hosted, from: start) == HostedWebhook.Change(verdict: .failed))
            }
        }
        #expect(hosted.counts == DeliveryCounts(delivered: 1, failed: 7))
    }

    @Test("drops what does not fit, and tells with the next message how many")
    func full() throws {
        var limits = WebhookLimits().queue
        limits.count = 2
        var hosted = HostedWebhook(try .test(), limits: limits)
        let outcomes = (0..<5).map { _ in hosted.receive(missed: nil, at: at(0), date: .manualStart) }
        #expect(outcomes == [.queued, .queued, .dropped, .dropped, .dropped])
        for _ in 0..<2 { _ = attempt(&hosted, .answered(OutgoingAnswer(status: 200)), at: 0) }
        for dropped in [3, nil] as [Value?] {
            #expect(hosted.receive(missed: nil, at: at(0), date: .manualStart) == .queued)
            guard let (message, number) = hosted.send(at: at(0)) else { return #expect(Bool(false), "nothing is sent") }
            #expect(try JSONText.parse(message.body)["data"]?["dropped"] == dropped)
            let attempt = Attempt(message: message, number: number, start: at(0), date: .manualStart)
            let answer = AttemptOutcome.answered(OutgoingAnswer(status: 200))
            _ = hosted.finish(attempt, answer, at: at(0), date: .manualStart)
        }
        #expect(hosted.counts.dropped == 3)
    }

    @Test("sends a test at once while it is paused, once, and counts it nowhere")
    func testMessage() throws {
        var webhook = try Webhook.test()
        webhook.activity = .paused(since: .manualStart)
        var hosted = HostedWebhook(webhook)
        _ = hosted.receive(missed: nil, at: at(0), date: .manualStart)
        let test = hosted.test(at: at(1), date: .manualStart)
        guard let (message, number) = hosted.send(at: at(1)) else { return #expect(Bool(false), "nothing is sent") }
        #expect(message == test && number == 1)
        let attempt = Attempt(message: message, number: number, start: at(1), date: .manualStart)
        let change = hosted.finish(attempt, .failed(.timeout), at: at(1), date: .manualStart)
        #expect(change == HostedWebhook.Change(verdict: .failed) && hosted.counts == DeliveryCounts())
        #expect(hosted.next(at: at(1)) == .wait(until: nil) && hosted.queue.count == 1)
    }

    @Test("is disabled by a receiver that is gone, with what waits")
    func gone() throws {
        var hosted = HostedWebhook(try .test())
        for _ in 0..<3 { _ = hosted.receive(missed: nil, at: at(0), date: .manualStart) }
        guard let (message, number) = hosted.send(at: at(0)) else {
            Issue.record("nothing is sent")
            return
        }
        let attempt = Attempt(message: message, number: number, start: at(0), date: .manualStart)
        let answer = AttemptOutcome.answered(OutgoingAnswer(status: 410))
        let change = hosted.finish(attempt, answer, at: at(1), date: .manualStart)
        #expect(change == HostedWebhook.Change(verdict: .gone, hasStopped: true, dropped: 2))
        #expect(hosted.webhook.stopped?.reason == .gone && !hosted.webhook.hears)
        #expect(hosted.receive(missed: nil, at: at(2), date: .manualStart) == .ignored)
        let status = try JSONText.parse(JSONText.write(hosted.status()))
        #expect(status["enabled"] == false && status["why"] == "gone" && status["dropped"] == 2)
    }

    @Test("drops what waits when it is disabled, and a message that fails afterwards")
    func disabled() throws {
        var hosted = HostedWebhook(try .test())
        for _ in 0..<3 { _ = hosted.receive(missed: nil, at: at(0), date: .manualStart) }
        guard let (message, number) = hosted.send(at: at(0)) else {
            Issue.record("nothing is sent")
            return
        }
        var change = WebhookChange()
        change.isEnabled = false
        let new = hosted.webhook.changed(by: change, at: .manualStart)
        #expect(hosted.change(to: new, restarting: false, at: at(0)) == 2)
        let attempt = Attempt(message: message, number: number, start: at(0), date: .manualStart)
        #expect(hosted.finish(attempt, .failed(.timeout), at: at(1), date: .manualStart).dropped == 1)
        #expect(hosted.queue.count == 0 && hosted.counts.dropped == 3)
    }

    @Test("shows its newest hundred attempts, the newest first")
    func deliveries() throws {
        var hosted = HostedWebhook(try .test())
        for second in 0..<(Int64(DeliveryLog.limit) + 5) {
            _ = hosted.receive(missed: nil, at: at(second), date: .manualStart)
            guard let (message, number) = hosted.send(at: at(second)) else { continue }
            let attempt = Attempt(message: message, number: number, start: at(second), date: .manualStart)
            let outcome = AttemptOutcome.answered(OutgoingAnswer(status: second == 0 ? 500 : 200 + Int(second % 2)))
            _ = hosted.finish(attempt, outcome, at: at(second) + .milliseconds(250), date: .manualStart)
        }
        let all = hosted.log.newestFirst
        #expect(all.count == DeliveryLog.limit)
        let newest = try JSONText.parse(JSONText.write(all[0]))
        #expect(newest["status"] == 200 && newest["outcome"] == "delivered" && newest["tookSeconds"] == 0.25)
        #expect(newest["nextAttempt"] == .null && newest["error"] == .null)
    }

    @Test("is kept with its secrets, and read as it was")
    func kept() throws {
        var webhook = try Webhook.test(filter: try WebhookFilter(["labels": ["run": "1"]], at: ""))
        webhook.about = "of the nightly run"
        webhook.rotate(to: .random(), at: .manualStart)
        for activity in [
            Webhook.Activity.active, .disabled, .paused(since: .manualStart), .gone(since: .manualStart),
        ] {
            webhook.activity = activity
            let value = try JSONText.parse(try #require(webhook.item.value))
            #expect(try Webhook(kept: value) == webhook)
        }
    }
}

/// What is read of requests about webhooks.
@Suite("Requests about webhooks")
struct WebhookRequestTests {
    private static let secret = "whsec_" + String(repeating: "QUJD", count: 8)

    @Test("A URL is enough: exits and findings of all devices are heard")
    func least() throws {
        let new = try NewWebhook(["url": "https://hooks.example.com/x"])
        #expect(new.filter == WebhookFilter() && new.isEnabled && new.secret == nil && new.about == nil)
        #expect(new.filter.kinds == [.exit, .finding])
    }

    @Test(
        "What is wrong is refused by its field",
        arguments: [
            ([:], "url"), (["url": "ftp://a/"], "url"), (["url": 1], "url"),
            (["url": "http://a/", "filter": ["kinds": ["x"]]], "filter.kinds[0]"),
            (["url": "http://a/", "filter": ["records": [["kind": "exit", "x": 1]]]], "filter.records[0].x"),
            (["url": "http://a/", "hears": [:]], "hears"), (["url": "http://a/", "secret": "whsec_QUJD"], "secret"),
            (["url": "http://a/", "secret": 17], "secret"), (["url": "http://a/", "enabled": "yes"], "enabled"),
        ] as [(Value, String)]
    )
    func refused(body: Value, field: String) throws {
        let rejection = try #require(throws: Rejection.self) { try NewWebhook(body) }
        #expect(rejection.field == field)
    }

    @Test("A secret that is refused is not repeated")
    func secretIsNotRepeated() throws {
        for text in [Self.secret + "!", Self.secret.replacing("whsec_", with: "")] {
            let rejection = try #require(throws: Rejection.self) {
                try NewWebhook(["url": "http://a/", "secret": .string(text)])
            }
            #expect(!"\(rejection)".contains("QUJD"))
        }
    }

    @Test("of several servers knows up to where its messages need not be sent again")
    func reached() throws {
        func at(_ seconds: Int64) -> WallInstant { WallInstant(nanoseconds: seconds * 1_000_000_000) }
        func stretch(_ number: UInt64) -> StreamStretch {
            StreamStretch(after: StreamPosition(number - 1), upTo: StreamPosition(number))
        }
        func attempt(_ hosted: inout HostedWebhook, at seconds: Int64) throws -> Attempt {
            guard case .send(let messages, let number) = hosted.next(at: at(seconds)) else { throw NothingToSend() }
            return Attempt(message: messages[0], number: number, start: at(seconds), date: .manualStart)
        }
        let success = AttemptOutcome.answered(OutgoingAnswer(status: 200))
        let failure = AttemptOutcome.answered(OutgoingAnswer(status: 500))
        var hosted = HostedWebhook(try .test(), isElsewhere: true)
        #expect(hosted.reached == nil)
        hosted.begin(at: StreamPosition(10))
        #expect(hosted.reached == StreamPosition(10))
        // It has received this one.
        #expect(hosted.receive(missed: nil, in: stretch(10), at: at(0), date: .manualStart) == .ignored)
        for number in 11...13 as ClosedRange<UInt64> {
            #expect(hosted.receive(missed: nil, in: stretch(number), at: at(0), date: .manualStart) == .queued)
        }
        hosted.noteHeard(upTo: StreamPosition(20))
        #expect(hosted.reached == StreamPosition(10))
        var current = try attempt(&hosted, at: 0)
        #expect(hosted.reached == StreamPosition(10))
        _ = hosted.finish(current, failure, at: at(0), date: .manualStart)
        // The second and third are delivered, the first one is not.
        for _ in 0..<2 {
            current = try attempt(&hosted, at: 0)
            _ = hosted.finish(current, success, at: at(0), date: .manualStart)
        }
        #expect(hosted.reached == StreamPosition(10))
        current = try attempt(&hosted, at: 60)
        _ = hosted.finish(current, success, at: at(60), date: .manualStart)
        #expect(hosted.reached == StreamPosition(20))
        // Another server sends what waits, also what was being sent.
        for number in 21...22 as ClosedRange<UInt64> {
            _ = hosted.receive(missed: nil, in: stretch(number), at: at(60), date: .manualStart)
        }
        current = try attempt(&hosted, at: 60)
        hosted.end()
        #expect(hosted.reached == nil)
        let change = hosted.finish(current, failure, at: at(60), date: .manualStart)
        #expect(change.dropped == 0 && hosted.queue.count == 0 && hosted.counts.dropped == 0)
    }

    private struct NothingToSend: Error {}

    @Test("Positions are kept as text")
    func positions() throws {
        let all = WebhookPositions(
            read: StreamEventID(scope: "9f", position: StreamPosition(17)),
            webhooks: ["webhook-b": StreamPosition(17), "webhook-a": StreamPosition(12, index: 3)]
        )
        #expect(all.description == "9f-17 webhook-a=9f-12-3 webhook-b=9f-17")
        #expect(WebhookPositions(all.description) == all)
        #expect(WebhookPositions("9f-17")?.webhooks == [:])
        for text in ["", " ", "9f", "9f-17 a", "9f-17 a=", "9f-17 a=8f-1", "9f-17 a=9f-1=2", "9f-17  a=9f-1"] {
            #expect(WebhookPositions(text) == nil, "\(text)")
        }
    }

    @Test("A change leaves what is not given, and makes a new secret or takes one")
    func changes() throws {
        let webhook = try Webhook.test()
        #expect(webhook.changed(by: try WebhookChange([:]), at: .manualStart) == webhook)
        #expect(webhook.changed(by: try WebhookChange(["url": .null, "filter": .null]), at: .manualStart) == webhook)
        let given = webhook.changed(by: try WebhookChange(["secret": .string(Self.secret)]), at: .manualStart)
        #expect(given.secret.text == Self.secret && given.formerSecret?.secret == webhook.secret)
        let made = webhook.changed(by: try WebhookChange(["rotateSecret": true]), at: .manualStart)
        #expect(made.secret != webhook.secret)
        #expect(throws: Rejection.self) { try WebhookChange(["rotateSecret": true, "secret": .string(Self.secret)]) }
    }
}

extension HostedWebhook {
    /// The message that is to be sent, and the number of the attempt; nil if there is none.
    fileprivate mutating func send(at now: WallInstant) -> (message: WebhookMessage, number: Int)? {
        guard case .send(let messages, let number) = next(at: now), messages.count == 1 else { return nil }
        return (messages[0], number)
    }
}
