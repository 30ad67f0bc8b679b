import DeviceHost
import Foundation
import LifecycleKernel
import NIOHPACK
import Synchronization
import Testing

@testable import APNs
@testable import HTTPAPI

/// The order in which a request is checked, and what each mistake is called.
@Suite("The validation of a request", .timeLimit(.minutes(2)))
struct ValidationTests {
    /// A request that has a mistake.
    struct Mistake: Sendable, CustomTestStringConvertible {
        var reason: Reason
        var headers: [(String, String?)]

        init(_ reason: Reason, _ headers: (String, String?)...) {
            self.reason = reason
            self.headers = headers
        }

        var testDescription: String { "\(reason.rawValue) \(headers.map { "\($0.0): \($0.1 ?? "none")" })" }
    }

    private static let token = String(repeating: "ab", count: 32)
    private static let good: [(String, String)] = [
        (":method", "POST"), (":path", "/3/device/\(token)"), ("authorization", "bearer x"),
        ("apns-topic", "com.example.notes"),
    ]

    private static func read(_ changes: [(String, String?)]) throws(PushRefusal) -> PushHeaders {
        var headers = HPACKHeaders(good)
        for (name, value) in changes {
            // A name with a plus is there twice.
            if name.hasPrefix("+") {
                headers.add(name: String(name.dropFirst()), value: value ?? "")
            } else {
                headers.remove(name: name)
                if let value { headers.add(name: name, value: value) }
            }
        }
        return try PushHeaders(headers) { authorization throws(PushRefusal) in
            if authorization != "bearer x" { throw PushRefusal(.invalidProviderToken, "This is another token.") }
            return nil
        }
    }

    @Test(
        "Each mistake has Apple's reason, and of two the first counts",
        arguments: [
            Mistake(.methodNotAllowed, (":method", "GET"), (":path", "/")),
            Mistake(.badPath, (":path", "/")), Mistake(.badPath, (":path", "/3/devices/\(token)")),
            Mistake(.badPath, (":path", "/3/device/\(token)/x")), Mistake(.badPath, (":path", "/3/device/\(token)/")),
            Mistake(.badPath, (":path", "/4/x"), ("+apns-topic", "a")),
            Mistake(.missingDeviceToken, (":path", "/3/device/")), Mistake(.missingDeviceToken, (":path", "/3/device")),
            Mistake(.duplicateHeaders, ("+apns-topic", "com.example.notes"), ("apns-id", "x")),
            Mistake(.duplicateHeaders, ("+authorization", "bearer x")),
            Mistake(.badMessageID, ("apns-id", "x"), ("authorization", "bearer y")),
            Mistake(.badMessageID, ("apns-id", "123e4567-e89b-12d3-a456-42661417400")),
            Mistake(.invalidProviderToken, ("authorization", "bearer y"), (":path", "/3/device/abcd")),
            Mistake(.badDeviceToken, (":path", "/3/device/abcd"), ("apns-topic", nil)),
            Mistake(.badDeviceToken, (":path", "/3/device/\(token)a")),
            Mistake(.badDeviceToken, (":path", "/3/device/\(String(repeating: "g", count: 64))")),
            Mistake(.badDeviceToken, (":path", "/3/device/\(String(repeating: "a", count: 202))")),
            Mistake(.missingTopic, ("apns-topic", nil), ("apns-priority", "7")),
            Mistake(.badTopic, ("apns-topic", "not a topic")), Mistake(.badTopic, ("apns-topic", ".voip")),
            Mistake(.badCollapseID, ("apns-collapse-id", ""), ("apns-priority", "7")),
            Mistake(.badCollapseID, ("apns-collapse-id", String(repeating: "é", count: 33))),
            Mistake(.badPriority, ("apns-priority", "7"), ("apns-push-type", "email")),
            Mistake(.badPriority, ("apns-priority", "05")),
            Mistake(.invalidPushType, ("apns-push-type", "email"), ("apns-expiration", "x")),
            Mistake(.invalidPushType, ("apns-topic", "com.example.notes.voip")),
            Mistake(.invalidPushType, ("apns-push-type", "voip")), Mistake(.invalidPushType, ("apns-push-type", "mdm")),
            Mistake(
                .invalidPushType,
                ("apns-push-type", "alert"),
                ("apns-topic", "com.apple.mgmt.External.5d6b8a3e-0000-4000-8000-000000000000")
            ),
            Mistake(.invalidPushType, ("apns-push-type", "alert"), ("apns-topic", "com.example.notes.complication")),
            Mistake(.badExpirationDate, ("apns-expiration", "-1")),
            Mistake(.badExpirationDate, ("apns-expiration", "")),
            Mistake(.badExpirationDate, ("apns-expiration", "9007199254740993")),
        ]
    )
    func mistakes(mistake: Mistake) {
        let refusal = #expect(throws: PushRefusal.self) { try Self.read(mistake.headers) }
        #expect(refusal?.reason == mistake.reason)
        #expect(refusal?.detail.hasSuffix(".") == true)
    }

    private static let block: [(String, String)] = [
        (":method", "POST"), (":scheme", "https"), (":path", "/x"), ("apns-topic", "a"),
    ]

    /// Header blocks, and whether they are those of a request.
    static let blocks: [(headers: [(String, String)], isRequest: Bool)] = [
        (block, true), (block + [("te", "trailers")], true), ([(":authority", "a")] + block, true),
        (block + [("apns-topic", "b")], true), (block + [("content-length", "2")], true),
        (Array(block.dropFirst()), false), (Array(block.dropLast(2)), false), ([(":scheme", "https")] + block, false),
        (block + [(":authority", "a")], false), ([(":status", "200")] + block, false), ([("a", "b")] + block, false),
        (block + [("Capital", "a")], false), (block + [("a b", "a")], false), (block + [("", "a")], false),
        ([(":", "a")] + block, false), (block + [("a\u{301}", "a")], false), (block + [("a", "b\r\nc: d")], false),
        (block + [("a", "\0")], false), ([(":authority", "a b")] + block, false), (block + [("te", "gzip")], false),
        (block + [("connection", "close")], false), (block + [("transfer-encoding", "chunked")], false),
        ([(":method", "POST"), (":scheme", "https"), (":path", "")], false), ([], false),
    ]

    @Test("A header block is that of a request, or its stream is reset", arguments: blocks.indices)
    func block(index: Int) {
        let (headers, isRequest) = Self.blocks[index]
        #expect(HPACKHeaders(headers).isRequest == isRequest, "\(headers)")
    }

    @Test("A body has the length that was announced")
    func length() {
        #expect(HPACKHeaders(Self.block).announcesBody(of: 7))
        #expect(HPACKHeaders(Self.block + [("content-length", "7")]).announcesBody(of: 7))
        for text in ["8", "07", "+7", "", "7, 7", "7\u{301}"] {
            #expect(!HPACKHeaders(Self.block + [("content-length", text)]).announcesBody(of: 7), "\(text)")
        }
        #expect(!HPACKHeaders(Self.block + [("content-length", "7"), ("content-length", "8")]).announcesBody(of: 7))
    }

    @Test(
        "A header with a long run of combining marks is as one that is not UTF-8",
        arguments: [
            (":method", Reason.methodNotAllowed), (":path", .badPath), ("apns-id", .badMessageID),
            ("authorization", .invalidProviderToken), ("apns-topic", .badTopic), ("apns-collapse-id", .badCollapseID),
            ("apns-priority", .badPriority), ("apns-push-type", .invalidPushType),
            ("apns-expiration", .badExpirationDate), ("other", nil),
        ]
    )
    func marks(name: String, reason: Reason?) {
        var headers = HPACKHeaders(Self.good)
        headers.remove(name: name)
        headers.add(name: name, value: "a" + String(repeating: "\u{301}\u{316}", count: 4_000))
        #expect(headers.readable.allSatisfy { $0.value.utf8.count < 100 })
        let result = Result { () throws(PushRefusal) in
            try PushHeaders(headers.readable) { authorization throws(PushRefusal) in
                if authorization != "bearer x" { throw PushRefusal(.invalidProviderToken, "This is another token.") }
                return nil
            }
        }
        if case .failure(let refusal) = result { #expect(refusal.reason == reason) } else { #expect(reason == nil) }
    }

    @Test(
        "An identifier is repeated as it came, but for one that an answer has no room for",
        arguments: [0, 36, 4_096, 4_097, 9_000]
    )
    func repeated(length: Int) {
        let text = String(repeating: "x", count: length)
        let request = PushRequest(headers: HPACKHeaders([("apns-id", text)]))
        #expect(request.givenID == (length <= 4_096 ? text : nil))
    }

    @Test("Every push type goes with the topic that has its suffix", arguments: PushTopic.Suffix.allCases)
    func suffixes(suffix: PushTopic.Suffix) throws {
        for type in RemoteNotification.PushType.allCases {
            let topic = "com.example.notes" + suffix.rawValue
            let headers = try? Self.read([("apns-topic", topic), ("apns-push-type", type.rawValue)])
            #expect((headers != nil) == suffix.pushTypes.contains(type), "\(type)")
            #expect(headers?.topic.text ?? topic == topic)
        }
    }

    @Test("A push without optional headers has priority 10, and is kept as long as any")
    func defaults() throws {
        let headers = try Self.read([])
        #expect(headers.pushType == nil && headers.priority == 10 && headers.collapseID == nil)
        let push = Push(headers, .object([]), "x")
        #expect(push.lifetime(from: .manualStart) == .longest)
    }

    @Test(
        "An expiration is a lifetime, which begins on the device's clock",
        arguments: [("0", nil), ("300", nil), ("1767225600", nil), ("1767225660", 60), ("9007199254740992", 2_592_000)]
            as [(String, Int64?)]
    )
    func expirations(text: String, seconds: Int64?) throws {
        let push = Push(try Self.read([("apns-expiration", text)]), .object([]), "x")
        // The wall shows what a manual clock shows at first, which is 1767225600 seconds after 1970.
        let lifetime = push.lifetime(from: .manualStart)
        #expect(lifetime == seconds.map { .seconds($0) } ?? .once)
        #expect(lifetime.isStorable == (seconds != nil))
        let start = Instant(milliseconds: 0)
        #expect(lifetime.end(from: start)?.milliseconds == seconds.map { $0 * 1_000 })
    }

    @Test("What is wrong with the token or the payload is said after the headers, and touches no device")
    func tokens() async throws {
        try await TestListener.run { listener in
            let notes = TestListener.notes.rawValue
            let before = try await listener.registry.device(TestListener.phone).sequence
            #expect(try await listener.push(to: Self.token).reason == "BadDeviceToken")
            #expect(try await listener.push(["apns-topic": "com.example.calls"]).reason == "DeviceTokenNotForTopic")
            let voip = ["apns-topic": "com.example.calls.voip", "apns-push-type": "voip"]
            #expect(try await listener.push(to: listener.voipToken(), voip, body: "[]").reason == "PayloadEmpty")
            #expect(try await listener.push(to: listener.voipToken()).reason == "DeviceTokenNotForTopic")
            #expect(
                try await listener.push(to: listener.token(TestListener.calls), voip).reason == "DeviceTokenNotForTopic"
            )
            #expect(try await listener.push(body: "").reason == "PayloadEmpty")
            #expect(try await listener.push(body: "{").reason == "PayloadEmpty")
            let long = #"{"aps":{"alert":"\#(String(repeating: "x", count: 4_077))"}}"#
            #expect(try await listener.push(body: long).status == 413)
            #expect(try await listener.registry.device(TestListener.phone).sequence == before)
            #expect(try await listener.push(body: String(long.dropLast(4)) + "\"}}").status == 200)
            #expect(try await listener.push(["apns-topic": notes]).status == 200)
        }
    }

    @Test("The apns-id comes back as it came, in refusals too, and one is made where none came")
    func identifiers() async throws {
        try await TestListener.run { listener in
            let upper = UUID().uuidString
            #expect(try await listener.push(["apns-id": upper]).apnsID == upper)
            #expect(try await listener.verdicts(upper.lowercased()) == [.shown])
            #expect(try await listener.push(["apns-id": "4711"]).apnsID == "4711")
            let made = try #require(try await listener.push().apnsID)
            #expect(UUID(uuidString: made)?.uuidString.lowercased() == made)
        }
    }

    @Test("An uninstalled app's token is Unregistered since then, and a new installation has another")
    func retired() async throws {
        try await TestListener.run { listener in
            let token = try await listener.token()
            let manifest = try await listener.registry.app(TestListener.notes, on: TestListener.phone).value.manifest
            _ = try await listener.registry.apply(.uninstall(TestListener.notes), to: TestListener.phone)
            let gone = try await listener.push(to: token)
            #expect(gone.status == 410 && gone.reason == "Unregistered")
            let timestamp = try #require(gone.timestamp)
            #expect(abs(Double(timestamp) / 1_000 - Date().timeIntervalSince1970) < 60)
            _ = try await listener.registry.install(manifest, on: TestListener.phone)
            #expect(try await listener.token() != token)
            #expect(try await listener.push().status == 200)
            #expect(try await listener.push(to: token).status == 410)
            try await listener.registry.delete(TestListener.phone)
            #expect(try await listener.push(to: token).status == 410)
        }
    }

    @Test("While devices cannot be changed, everything is ServiceUnavailable")
    func unavailable() async throws {
        let isServing = Mutex(false)
        let state: @Sendable () -> Bool = { isServing.withLock { $0 } }
        try await TestListener.run(isServing: state) { listener in
            let refused = try await listener.push(to: "abcd")
            #expect(refused.status == 503 && refused.reason == "ServiceUnavailable")
            isServing.withLock { $0 = true }
            #expect(try await listener.push().status == 200)
        }
    }
}
