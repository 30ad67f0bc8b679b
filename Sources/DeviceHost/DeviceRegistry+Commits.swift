import LifecycleKernel

extension DeviceRegistry {
    /// Reads a value and returns it once every change that it depends on is durable. Reads again if such a change was
    /// rolled back.
    ///
    /// - Throws: What the reading throws.
    func committed<Value>(
        reading: () async throws(HostError) -> Held<Value>
    ) async throws(HostError) -> Value {
        while true {
            let exclusions = journal?.queue.exclusions
            let held = try await reading()
            guard let commit = held.commit else { return held.value }
            switch await commit.outcome() {
            case .durable:
                // What was read of several devices may have what one of them has lost in an earlier commit.
                if held.device != nil || exclusions == journal?.queue.exclusions { return held.value }
            case .partlyRefused:
                if held.device != nil, commit.refusal(of: held.device) == nil { return held.value }
            case .rolledBack: continue
            }
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
