public import LifecycleKernel
import NIOHTTP1
import WireFormat

/// An exploration on a server.
public struct ServerExploration: Sendable {
    /// Its id.
    public let id: String
    let client: GreenroomClient

    /// Reads how far it has come, and in the end its report.
    ///
    /// - Throws: `Refusal` where there is no such exploration; an error of the connection.
    public func read() async throws -> Value { try await client.ask(.GET, path()) }

    /// Reads the report for people.
    ///
    /// - Parameter withCoverage: Whether it says in full what was tried and reached.
    /// - Throws: As `read()`.
    public func text(withCoverage: Bool = false) async throws -> String {
        try await text([], withCoverage ? [("coverage", "true")] : [], accepting: "text/plain")
    }

    /// Reads a failure as a scenario in YAML, which fails until the app is mended.
    ///
    /// - Parameters:
    ///   - number: Which failure, from 1.
    ///   - asItIs: Whether the scenario passes as long as the app fails.
    /// - Throws: `Refusal` where there is no such exploration or failure; an error of the connection.
    public func scenario(ofFailure number: Int, asItIs: Bool = false) async throws -> String {
        let part = ["failures", String(number), "scenario"]
        return try await text(part, asItIs ? [("asItIs", "true")] : [], accepting: "application/yaml")
    }

    /// Stops it; what it has found is kept.
    ///
    /// - Returns: What it has come to.
    /// - Throws: As `read()`.
    @discardableResult public func cancel() async throws -> Value { try await client.ask(.POST, path("cancel"), [:]) }

    /// Stops it, whatever becomes of that, even where the task has been cancelled.
    func cancelRegardless() async { await client.connection.sendRegardless(.POST, ["v1"] + path("cancel")) }

    /// Stops it, and has the server forget it.
    ///
    /// - Throws: As `read()`.
    public func delete() async throws { try await client.ask(.DELETE, path()) }

    /// Reports a remote run, and waits up to 20 seconds for the next one.
    ///
    /// - Parameters:
    ///   - number: The remote run that was carried out; nil if there is none to report.
    ///   - abstractState: What the app reports of its state, at most 4,096 characters; nil if it reports nothing.
    ///   - invariants: The invariants of the app's code that did not hold, each with after how many steps of the remote run.
    /// - Returns: The next remote run.
    /// - Throws: `Refusal`: `unknown-remote-run` for one that was not handed out last, `not-possible-now` for an exploration that is not remote.
    public func nextRun(
        after number: Int64? = nil,
        abstractState: String? = nil,
        invariants: [String: Int] = [:]
    ) async throws -> RemoteRun {
        var told: [String: Value] = [:]
        if let number { told["run"] = .integer(number) }
        if let abstractState { told["abstractState"] = .string(abstractState) }
        if !invariants.isEmpty {
            let broken = invariants.sorted { $0.key < $1.key }
                .map { name, steps -> Value in ["name": .string(name), "steps": .integer(Int64(steps))] }
            told["invariants"] = .array(broken)
        }
        return RemoteRun(document: try await client.ask(.POST, path("remote-runs"), .object(told)))
    }

    /// Waits until it has ended.
    func wait() async throws {
        while true {
            // A server that ends breaks its streams off, and another one may go on. What is wrong, the reading says.
            do {
                for try await event in client.connection.events(["v1"] + path()) where event.name == "end" { return }
            } catch {
                try Task.checkCancellation()
            }
            guard try await ["queued", "running"].contains(read()["status"]?.text) else { return }
            try await Task.sleep(for: .milliseconds(500))
        }
    }

    private func path(_ parts: String...) -> [String] { ["explorations", id] + parts }

    private func text(
        _ parts: [String],
        _ query: [(String, String)],
        accepting type: String
    ) async throws -> String {
        let request = client.connection.request(.GET, ["v1"] + path() + parts, query, accepting: type)
        return try await client.connection.text(request)
    }
}

/// A sequence that an exploration hands out, to be run with an app whose code is elsewhere.
public struct RemoteRun: Sendable {
    /// Every field that the server sent.
    public let document: Value

    /// How the exploration is: `queued`, `running`, `finished`, `cancelled` or `failed`.
    public var status: String { document["status"]?.text ?? "" }
    /// Whether the exploration waits or runs.
    public var isGoingOn: Bool { ["queued", "running"].contains(status) }
    /// Its number; nil where there is nothing to run.
    public var number: Int64? { document["run"]?.whole }
    /// The device to run on.
    public var device: String? { document["device"]?.text }
    /// Whether its steps follow on those of the remote run before, on the same device and with the same app.
    public var continues: Bool { document["continues"] == true }
    /// The steps, as scenarios have them: `send`, `act` or `advance`.
    public var steps: [Value] { document["steps"]?.elements ?? [] }
}

extension GreenroomClient {
    /// Begins an exploration.
    ///
    /// - Parameter request: What `POST /v1/explorations` takes, such as `["file": ["bundleID": "com.example.notes"]]`.
    /// - Returns: The exploration, which may still wait.
    /// - Throws: `Refusal` where the server does not accept it; an error of the connection.
    public func beginExploration(_ request: [String: Value]) async throws -> ServerExploration {
        let begun = try await ask(.POST, ["explorations"], .object(request))
        guard case .string(let id)? = begun["id"] else { throw UnexpectedAnswer(what: "an exploration without an id") }
        return exploration(id)
    }

    /// An exploration that exists already.
    public func exploration(_ id: String) -> ServerExploration { ServerExploration(id: id, client: self) }
}
