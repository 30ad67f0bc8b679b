import DeviceHost
import LifecycleKernel
import Testing
import WireFormat

@testable import WebDriver

@Suite("A session as a store keeps it that servers share") struct SessionKeepingTests {
    private static func nested(_ depth: Int) -> Value { (0..<depth).reduce(.null) { value, _ in .array([value]) } }

    private static func session(_ identity: Session.DeviceIdentity) -> Session {
        var state = Session.State(
            syslogEnd: 7,
            reports: ["a", "b\u{0}"],
            lastCommand: WallInstant(nanoseconds: 1_234_567_890_123_456_789)
        )
        state.launches["com.example.notes"] = Session.Launch(
            pid: ProcessID(rawValue: 101),
            arguments: ["-x", ""],
            // As deep as the JSON of a request can be.
            environment: nested(63)
        )
        state.watched = ProcessID(rawValue: 101)
        state.settings = ["a": ["b": .null, "c": 1.5], "é": .array([])]
        state.timeouts = Session.Timeouts(implicit: 1, pageLoad: 2, script: 3)
        state.url = "notes://x"
        for number: Int64 in 0..<150 {
            state.events.add(SessionEvents.Command(name: "c", start: number, end: number + 1))
            state.events.add("v:e", at: number)
        }
        state.servers["1f"] = Session.CommandsInProgress(count: 2, until: WallInstant(nanoseconds: 5))
        return Session(
            id: "0F",
            dialect: .wda,
            device: DriverClient.phone,
            identity: identity,
            bundleID: "com.example.notes",
            capabilities: ["x": nested(60)],
            teardown: Session.Teardown(endsApp: true, deletesDevice: false),
            commandTimeout: .milliseconds(1_500),
            created: 12,
            state: state
        )
    }

    @Test("is read as it was written, with its newest events") func kept() throws {
        let session = Self.session(.number(9))
        let bytes = try #require(session.kept)
        let read = try #require(Session(kept: bytes))
        #expect(read.kept == bytes)
        guard case .number(9) = read.identity else { throw MissingValue() }
        #expect((read.id, read.dialect, read.device) == (session.id, session.dialect, session.device))
        #expect((read.bundleID, read.capabilities) == (session.bundleID, session.capabilities))
        #expect((read.teardown, read.commandTimeout) == (session.teardown, session.commandTimeout))
        #expect(read.created == session.created)
        let (before, after) = (session.withState(\.self), read.withState(\.self))
        #expect((after.launches, after.watched) == (before.launches, before.watched))
        #expect((after.settings, after.timeouts, after.url) == (before.settings, before.timeouts, before.url))
        #expect((after.syslogEnd, after.reports) == (before.syslogEnd, before.reports))
        #expect((after.servers, after.lastCommand) == (before.servers, before.lastCommand))
        #expect(Array(after.events.shared.commands) == Array(before.events.shared.commands))
        #expect(after.events.value(["v:e"])["v:e"]?.elements == (50..<150).map(Value.integer))
    }

    @Test(
        "is not read from what is none",
        arguments: ["", "{}", "[1]", "{\"id\": 1}"]
    )
    func nothing(text: String) throws {
        #expect(Session(kept: Array(text.utf8)) == nil)
    }

    @Test("Changes are kept for the store in order, once; those of a session in memory are not") func unsaved() throws {
        let session = Self.session(.number(1))
        try session.change { $0.url = "a" }
        #expect(throws: CancellationError.self) {
            try session.change { (_: inout Session.State) -> Void in throw CancellationError() }
        }
        try session.change { $0.url += "b" }
        let other = Self.session(.number(1))
        for change in session.takeUnsaved() { try other.change(change) }
        #expect(other.withState(\.url) == "ab")
        #expect(session.takeUnsaved().isEmpty)
    }
}

private struct MissingValue: Error {}
