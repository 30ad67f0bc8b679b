import LifecycleKernel

extension DeviceRegistry {
    /// Waits until a condition is met: by the device as it is, or by a record after a sequence.
    ///
    /// The wait ends by itself, ticker or not; without one, only inputs and questions move a device on.
    ///
    /// - Parameters:
    ///   - id: The device.
    ///   - condition: What is waited for.
    ///   - after: Records after this sequence count, those written already as well; nil is the last one, so that only
    ///     what is still to come counts.
    ///   - timeout: How long to wait in real time, at most `limits.waitSeconds`; 0 looks once.
    /// - Throws: `unknownDevice`, also when the device is deleted meanwhile; `recordsEvicted` when a record after
    ///   `after` is no longer kept; `overloaded` when too many wait.
    package func wait(
        on id: DeviceID,
        until condition: Condition,
        after: UInt64? = nil,
        timeout: Duration
    ) async throws(HostError) -> WaitOutcome {
        let deadline = deadline(timeout)
        return try await committed { () async throws(HostError) in
            try await shard(of: id).wait(on: id, until: condition, after: after, deadline: deadline)
        }
    }

    /// The callbacks that an app is in: none or one. While there is none, waits for one.
    ///
    /// - Parameters:
    ///   - bundleID: The app.
    ///   - id: The device.
    ///   - timeout: How long to wait in real time, at most `limits.waitSeconds`; 0 looks once.
    /// - Throws: `unknownDevice`, `rejected` with `unknown-app`, also when they go meanwhile; `overloaded` when too
    ///   many wait.
    package func callbacks(
        of bundleID: BundleID,
        on id: DeviceID,
        timeout: Duration = .zero
    ) async throws(HostError) -> Reading<[CallbackInFlight]> {
        let deadline = deadline(timeout)
        let callbacks = try await committed { () async throws(HostError) in
            try await shard(of: id).callbacks(of: bundleID, on: id, deadline: deadline)
        }
        guard let callbacks else { throw .unknownApp(bundleID, on: id) }
        return callbacks
    }

    /// When a wait ends.
    private func deadline(_ timeout: Duration) -> WallInstant {
        wall.now + max(.zero, min(timeout, .seconds(limits.waitSeconds)))
    }
}
