public import LifecycleKernel
import WireFormat

/// An app on a simulated device.
public struct SimulatedApp: Sendable {
    /// Its identifier.
    public let bundleID: String
    /// The device that it is on.
    public let device: SimulatedDevice

    /// Reads how the app is now.
    public func read() async throws -> AppDocument { AppDocument(document: try await ask("GET", [])) }

    /// Uninstalls the app. If its code is here, it is played no more, and its disk is empty.
    public func uninstall() async throws { try await device.uninstall(bundleID) }

    /// Sends an event of this app.
    ///
    /// - Parameters:
    ///   - type: Its type, such as `app.launch`.
    ///   - fields: Its fields; `bundleID` is this app's.
    /// - Returns: What it caused, and what the code of attached apps did.
    /// - Throws: As `SimulatedDevice.send(_:_:)`.
    @discardableResult public func send(_ type: String, _ fields: [String: Value] = [:]) async throws -> Outcome {
        try await device.send(type, fields.merging(["bundleID": .string(bundleID)]) { $1 })
    }

    /// Does something that the app's own code does.
    ///
    /// - Parameters:
    ///   - action: The action, such as `edit`.
    ///   - fields: Its fields.
    /// - Returns: What it caused.
    /// - Throws: `Refusal`, such as `process-suspended` for code that cannot run.
    @discardableResult public func act(_ action: String, _ fields: [String: Value] = [:]) async throws -> Outcome {
        let action: Value = .object(fields.merging(["action": .string(action)]) { $1 })
        return try await device.input(["apps", bundleID, "actions"], action)
    }

    /// Says why the app is in its state, what holds it there, and what happens next.
    public func explain() async throws -> Value { try await ask("GET", ["explain"]) }

    /// The codes of what the app did that loses data or will.
    ///
    /// - Parameter severity: How bad a finding is at least.
    public func findings(from severity: Finding.Severity = .note) async throws -> [String] {
        let findings = try await ask("GET", ["audit"])["findings"]?.elements ?? []
        return findings.filter { $0.isBad(from: severity) }.compactMap { $0["code"]?.text }
    }

    @discardableResult private func ask(_ method: String, _ path: [String]) async throws -> Value {
        try await device.client.request(method, ["devices", device.id, "apps", bundleID] + path)
    }
}

extension Value {
    /// Whether the finding or failure that this is has a severity that is at least as bad.
    func isBad(from severity: Finding.Severity) -> Bool {
        let bad = Finding.Severity.allCases.drop { $0 != severity }.map(\.rawValue)
        return bad.contains(self["severity"]?.text ?? "")
    }
}
