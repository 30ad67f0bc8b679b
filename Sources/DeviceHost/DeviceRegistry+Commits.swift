import LifecycleKernel

extension DeviceRegistry {
    /// Gives what a change came to, once the change is durable.
    ///
    /// Waits outside of the shard, so that nobody has to enter it a second time.
    ///
    /// - Throws: `journalUnavailable` when the change was rolled back.
    func committed<Value>(_ held: Held<Value>) async throws(HostError) -> Value {
        if case .rolledBack(let error) = await held.commit?.outcome() { throw error }
        return held.value
    }

    /// Reads something, and gives it once everything that it shows is durable. What was rolled back meanwhile is read again.
    ///
    /// - Throws: What the reading throws.
    func committed<Value>(
        reading: () async throws(HostError) -> Held<Value>
    ) async throws(HostError) -> Value {
        while true {
            let held = try await reading()
            guard case .rolledBack = await held.commit?.outcome() else { return held.value }
        }
    }

    /// Reads something from a device.
    ///
    /// - Throws: `unknownDevice`.
    func read<Value: Sendable>(
        _ id: DeviceID,
        _ value: @Sendable (borrowing HostedDevice) -> Value
    ) async throws(HostError) -> Reading<Value> {
        try await committed { () async throws(HostError) in try await shard(of: id).read(id, value) }
    }
}
