public import LifecycleKernel
import NIOHTTP1
import WireFormat

/// An app on a simulated device whose code is here.
public struct AttachedApp<Code: AppCode>: Sendable {
    /// The app.
    public let app: SimulatedApp

    /// Sends an event of this app.
    ///
    /// - Parameters:
    ///   - type: Its type, such as `app.launch`.
    ///   - fields: Its fields; `bundleID` is this app's.
    /// - Returns: What it caused, and what the code of attached apps did.
    /// - Throws: As `SimulatedDevice.send(_:_:)`.
    @discardableResult public func send(_ type: String, _ fields: [String: Value] = [:]) async throws -> Outcome {
        try await app.send(type, fields)
    }

    /// Reads how the app is now.
    public func read() async throws -> AppDocument { try await app.read() }

    /// Calls a function with the code of the app's process, between callbacks.
    ///
    /// - Parameter body: The function; what the code asks of iOS in it takes effect when it returns.
    /// - Returns: What the function returns.
    /// - Throws: What the function throws; `AttachedAppError` where the app has no process or is suspended; `Refusal` where
    ///   what the code did makes no sense now.
    @discardableResult public func run<Result: Sendable>(
        _ body: @Sendable (Code) throws -> Result
    ) async throws -> Result {
        try await app.device.run(in: app.bundleID, body)
    }

    /// What iOS refused the app's code, in order: verdicts, with the reason in `why`.
    ///
    /// Nothing else fails for a refusal, so a test asks for this, or calls `throwIfRefused()`, at its end.
    public func refusals() async -> [TimelineRecord] { await app.device.refusals(of: app.bundleID) }

    /// Checks that iOS refused the app's code nothing.
    ///
    /// - Throws: `SystemRefusal`, the first of the refusals.
    public func throwIfRefused() async throws {
        if let verdict = await refusals().first { throw SystemRefusal(verdict: verdict) }
    }

    /// What the app keeps in its files.
    public func storage() async -> AppStorage { await app.device.storage(of: app.bundleID) }
}

extension SimulatedDevice {
    fileprivate func refusals(of bundleID: String) -> [TimelineRecord] { players[bundleID]?.refusals ?? [] }

    fileprivate func storage(of bundleID: String) -> AppStorage { players[bundleID]?.storage ?? AppStorage() }

    fileprivate func run<Code: AppCode, Result: Sendable>(
        in bundleID: String,
        _ body: @Sendable (Code) throws -> Result
    ) async throws -> Result {
        guard let player = players[bundleID] as? CodePlayer<Code> else {
            throw AttachedAppError(description: "no code of \(bundleID) is attached here")
        }
        let (pid, now) = try await runningProcess(of: bundleID)
        let (result, done) = try player.call(pid: pid, at: now, body)
        try await carryOut(done, of: bundleID)
        return result
    }

    /// Calls a function, which is an input of an exploration, with the code of an app's process; where it throws, the app
    /// crashes.
    func run<Code: AppCode>(in bundleID: String, input body: @Sendable (Code) throws -> Void) async throws {
        guard let player = players[bundleID] as? CodePlayer<Code> else { return }
        let (pid, now) = try await runningProcess(of: bundleID)
        let done = try player.attempt(pid: pid, at: now, body)
        guard done.seconds == 0 else {
            // A search takes the time that passes outside of callbacks for an input.
            throw AttachedAppError(
                description: "an input of an exploration of \(bundleID) takes time; use after(seconds:)"
            )
        }
        try await carryOut(done, of: bundleID)
    }

    /// The process of an app whose code can run, and the time.
    private func runningProcess(of bundleID: String) async throws -> (pid: Int64, now: Instant) {
        let app = try await app(bundleID).read()
        guard let pid = app.pid, app.state != "suspended" else {
            throw AttachedAppError(description: "no code of \(bundleID) can run: it is \(app.state)")
        }
        guard let now = try await ask(.GET, ["clock"])["now"]?.instant else {
            throw UnexpectedAnswer(what: "a clock without its time")
        }
        return (pid, now)
    }

    /// Lets take effect what code did between callbacks.
    private func carryOut(_ done: DoneByCode, of bundleID: String) async throws {
        _ = try await keepBusy(done)
        guard !done.actions.isEmpty else { return }
        do {
            _ = try await input(["apps", bundleID, "actions"], .array(done.actions))
        } catch var refusal as Refusal where refusal.function == nil {
            refusal.function = "code of \(bundleID)"
            throw refusal
        }
    }
}
