import LifecycleKernel
import Synchronization

/// A subscription to the records of a device from a position on, or to those of all devices.
///
/// It keeps only the position of its reader. Records of one device are read from the device until the reader has reached
/// the last one, then from the log that all subscribers of the device share; a reader that falls behind there continues in
/// the records that the device keeps. Records that neither has any more are reported as a gap. So no record is delivered
/// twice, and none is left out without a gap. The subscription ends when it is released.
package final class RecordSubscription: Sendable {
    private struct State {
        /// The number of the last item delivered; nil before the oldest record that the device keeps.
        var position: UInt64?
        /// Whether to read the next records from the device instead of the log.
        var isReplaying: Bool
        /// Whether the reader wanted to begin at a position of another run, so that a gap is to be reported.
        var positionIsForeign: Bool
        var hasBegun = false
        var heartbeat: Int
        var reader: WaitingReader?
        var isCancelled = false
    }

    /// The device; nil for all.
    package let device: DeviceID?
    private let registry: DeviceRegistry
    private let log: RecordLog
    private let state: Mutex<State>

    private var hub: RecordHub { registry.hub }

    /// How many items one step has at most. What a subscriber holds that does not read is one step.
    static let stepSize = SizeLimit(count: 256, bytes: 64 * 1_024)

    /// Subscribes.
    ///
    /// - Parameters:
    ///   - device: The device; nil for all.
    ///   - position: The number after which to begin; nil to begin with the oldest record that the device keeps, or, for all
    ///     devices, now.
    ///   - positionIsForeign: Whether the reader wanted to begin at a position of another run.
    /// - Throws: `overloaded`.
    init(
        _ device: DeviceID?,
        after position: UInt64?,
        positionIsForeign: Bool = false,
        in registry: DeviceRegistry
    ) throws(HostError) {
        self.device = device
        self.registry = registry
        log = try registry.hub.enter(device)
        let start = device == nil ? position ?? log.last : position
        state = Mutex(
            State(
                position: start,
                isReplaying: device != nil,
                positionIsForeign: positionIsForeign,
                heartbeat: registry.hub.heartbeatCount
            )
        )
    }

    deinit {
        hub.leave(device, log)
    }

    /// The number of the last item delivered; 0 before the first.
    package var position: UInt64 { state.withLock { $0.position ?? 0 } }

    /// Counts records that were sent to the subscriber.
    package func count(sent: Int) { hub.count(records: sent) }

    /// Ends the subscription.
    package func cancel() {
        let reader = state.withLock { state in
            state.isCancelled = true
            return state.reader
        }
        reader?.fulfill(nil)
    }

    /// Waits for the next step and returns it. Must not be called concurrently.
    package func next() async -> StreamStep {
        while true {
            if let step = interruption() { return step }
            let (position, isReplaying, positionIsForeign) = state.withLock {
                ($0.position, $0.isReplaying, $0.positionIsForeign)
            }
            if positionIsForeign {
                state.withLock { $0.positionIsForeign = false }
                return gap(after: 0, next: (position ?? 0) + 1, missed: nil, reason: .unknownPosition)
            } else if isReplaying, let device {
                if let step = await replay(device, after: position) { return step }
            } else if let step = read(after: position ?? 0) {
                return step
            } else {
                await waitForItems(after: position ?? 0)
            }
        }
    }

    /// A step that precedes any items: the end after a cancellation, or a heartbeat that is due.
    private func interruption() -> StreamStep? {
        let heartbeat = hub.heartbeatCount
        return state.withLock { state in
            if state.isCancelled || Task.isCancelled { return .end(.cancelled) }
            guard state.heartbeat != heartbeat else { return nil }
            state.heartbeat = heartbeat
            return .heartbeat
        }
    }

    // MARK: Reading the log

    private func read(after position: UInt64) -> StreamStep? {
        switch log.read(after: position, limit: Self.stepSize) {
        case .items(let items, let first):
            move(to: first + UInt64(items.count) - 1)
            return .items(items, first: first)
        case .evicted(let oldest, let missed):
            if let device, hub.isCurrent(log, of: device) {
                state.withLock { $0.isReplaying = true }
                return nil
            }
            return gap(after: position, next: oldest, missed: missed)
        case .nothing: return nil
        case .ended(let end): return .end(end)
        }
    }

    private func waitForItems(after position: UInt64) async {
        let reader = WaitingReader()
        log.wake(reader, after: position)
        // Read only now: later changes wake this reader.
        let heartbeat = hub.heartbeatCount
        let waits = state.withLock { state in
            state.reader = reader
            return !state.isCancelled && !state.isReplaying && state.heartbeat == heartbeat
        }
        if !waits { reader.fulfill(nil) }
        await reader.value(whenCancelled: nil)?.arrive()
    }

    // MARK: Reading the device

    private func replay(_ device: DeviceID, after position: UInt64?) async -> StreamStep? {
        do throws(HostError) {
            let page = try await registry.timeline(
                of: device,
                TimelineQuery(
                    after: position.map(SequenceNumber.init),
                    limit: Self.stepSize.count,
                    bytes: Self.stepSize.bytes
                )
            )
            // Another device may have the id by now.
            guard hub.isCurrent(log, of: device) else { return stopReplaying(at: position ?? 0) }
            if let position, position > page.sequence.rawValue {
                return gap(after: position, next: page.oldest.rawValue, missed: nil, reason: .unknownPosition)
            }
            if page.next == nil { stopReplaying(at: page.sequence.rawValue) }
            guard let first = page.records.first, let last = page.records.last else { return nil }
            move(to: last.sequence.rawValue)
            return .items(log.replaying(page.records, of: device), first: first.sequence.rawValue)
        } catch .recordsEvicted(let oldest) {
            let position = position ?? 0
            return gap(after: position, next: oldest.rawValue, missed: oldest.rawValue - position - 1)
        } catch .journalUnreadable {
            return .end(.journalUnavailable)
        } catch {
            // The device was deleted, which is in the log.
            return stopReplaying(at: position ?? 0)
        }
    }

    @discardableResult
    private func stopReplaying(at position: UInt64) -> StreamStep? {
        state.withLock { state in
            state.isReplaying = false
            state.position = position
        }
        return nil
    }

    // MARK: Position

    private func move(to position: UInt64) {
        state.withLock { state in
            state.position = position
            state.hasBegun = true
        }
    }

    private func gap(
        after position: UInt64,
        next: UInt64,
        missed: UInt64?,
        reason: StreamGap.Reason? = nil
    ) -> StreamStep {
        hub.countGap()
        let hadBegun = state.withLock { $0.hasBegun }
        move(to: next - 1)
        let reason = reason ?? (hadBegun ? .fellBehind : .resumedTooLate)
        return .gap(StreamGap(reason: reason, missed: missed, after: position, next: next))
    }
}
