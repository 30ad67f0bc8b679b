import LifecycleKernel

extension DeviceRegistry {
    /// Waits until a condition is met: by the device as it is, or by a record after a sequence.
    ///
    /// The timeout ends the wait whether or not a `Ticker` runs. Without one, a device's time advances only when it is
    /// read or gets an input.
    ///
    /// - Parameters:
    ///   - id: The device.
    ///   - condition: What is waited for.
    ///   - after: Only records after this sequence count, including records written already; nil for the last record,
    ///     so that only new records count.
    ///   - timeout: How long to wait in real time; 0 looks once. What a client asks for is at most `limits.waitSeconds`.
    /// - Throws: `unknownDevice`, also when the device is deleted meanwhile; `recordsEvicted` when a record after
    ///   `after` is no longer kept; `overloaded` when too many wait.
    package func wait(
        on id: DeviceID,
        until condition: Condition,
        after: SequenceNumber? = nil,
        timeout: Duration
    ) async throws(HostError) -> WaitOutcome {
        let deadline = deadline(timeout)
        return try await committed { () async throws(HostError) in
            try await shard(of: id).wait(on: id, until: condition, after: after, deadline: deadline)
        }
    }

    /// The callbacks of an attached app that wait for the program that plays it: none or one. Waits while there is none,
    /// unless the process ends that the app has at first.
    ///
    /// - Parameters:
    ///   - bundleID: The app.
    ///   - id: The device.
    ///   - timeout: How long to wait in real time; 0 looks once. What a client asks for is at most `limits.waitSeconds`.
    /// - Throws: `unknownDevice` or `rejected` with `unknown-app`, also if the device or app is removed meanwhile;
    ///   `rejected` with `not-possible-now` if the app is not attached; `overloaded` if too many requests wait.
    package func callbacks(
        of bundleID: BundleID,
        on id: DeviceID,
        timeout: Duration = .zero
    ) async throws(HostError) -> Reading<CallbackPoll> {
        let deadline = deadline(timeout)
        return try await committed { () async throws(HostError) in
            try await shard(of: id).callbacks(of: bundleID, on: id, deadline: deadline)
        }
    }

    /// When a wait ends.
    private func deadline(_ timeout: Duration) -> WallInstant { wall.now + max(.zero, timeout) }
}
