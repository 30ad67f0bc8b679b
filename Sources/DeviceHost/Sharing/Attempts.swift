import LifecycleKernel

/// The attempts to change a device that other servers change at the same time.
struct Attempts {
    /// How many have met a change of another server.
    private(set) var conflicts = 0

    /// So many attempts take some seconds.
    private static let limit = 60
    private static let backoff = Backoff(from: .milliseconds(1), upTo: .milliseconds(50))

    /// The value of an attempt, once it is durable; nil if another server came first. Then this waits a moment, so that one of
    /// several servers comes through, and the caller tries again.
    ///
    /// - Throws: What `whenDurable` throws.
    mutating func end<Value>(_ held: Held<Value>, _ wall: any WallClock) async throws(HostError) -> Value? {
        if let value = try await held.unlessConflict() { return value }
        conflicts += 1
        guard conflicts < Self.limit else { throw .overloaded(Held<Value>.conflict) }
        // The first conflict is mostly one of a copy that had become old.
        if conflicts > 1 { try? await wall.sleep(until: wall.now + Self.backoff.pause(after: conflicts - 1)) }
        return nil
    }
}

extension DeviceRegistry {
    /// Makes a change, and waits until it is durable. If another server changes the device at the same time, it is made again.
    ///
    /// - Parameter change: Makes the change.
    /// - Throws: What the change throws; as `Held.whenDurable`.
    package func changing<Value>(
        _ change: () async throws(HostError) -> Held<Value>
    ) async throws(HostError) -> Value {
        var attempts = Attempts()
        while true {
            if let value = try await attempts.end(try await change(), wall) { return value }
        }
    }

    /// Makes a change as a request asks for it, and waits until it is durable; see `changing`.
    ///
    /// - Throws: What the change throws; as `Held.whenDurable`.
    package func answering<Value>(_ change: () async throws -> Held<Value>) async throws -> Value {
        var attempts = Attempts()
        while true {
            if let value = try await attempts.end(try await change(), wall) { return value }
        }
    }
}
