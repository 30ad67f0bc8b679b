import LifecycleKernel
import Synchronization

/// What one subscriber is told: the records of a device from some position on, or those of all devices from now on.
///
/// The subscription knows only where its reader is. The records of one device are read from what the device keeps until
/// the reader has come to the present, then from the log that all who follow the device share; a reader who falls behind
/// there goes back to what the device keeps. What neither has any more is a gap. So a record is never told twice, and none
/// is left out in silence. It ends when it is let go of.
package final class RecordSubscription: Sendable {
    private struct State {
        /// The number of the last item told; nil before the oldest record that the device keeps.
        var position: UInt64?
        /// Whether the next is to be read from what the device keeps.
        var isReplaying: Bool
        /// Whether the reader wanted to go on at a position that there is not.
        var positionIsForeign: Bool
        var hasBegun = false
        var heartbeat: Int
        var sleeper: Sleeper?
        var isCancelled = false
    }

    /// The device; nil for all.
    package let device: DeviceID?
    private let registry: DeviceRegistry
    private let log: RecordLog
    private let state: Mutex<State>

    private var hub: RecordHub { registry.hub }

    /// How many items one step has at most.
    private static let stepSize = 256

    /// Subscribes.
    ///
    /// - Parameters:
    ///   - device: The device; nil for all.
    ///   - position: The number after which to begin; nil is before the oldest record that the device keeps, and for all
    ///     devices now.
    ///   - positionIsForeign: Whether the reader wanted to begin at a position that there is not.
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

    /// The number of the last item that the reader was given; 0 before the first.
    package var position: UInt64 { state.withLock { $0.position ?? 0 } }

    /// Counts records that were sent to the subscriber.
    package func count(sent: Int) { hub.count(records: sent) }

    /// Ends the subscription from outside.
    package func cancel() {
        let sleeper = state.withLock { state in
            state.isCancelled = true
            return state.sleeper
        }
        sleeper?.give(nil)
    }

    /// What comes next; waits for it. Only one may ask at a time.
    package func next() async -> StreamStep {
        while true {
            if let step = interruption() { return step }
            let (position, isReplaying, positionIsForeign) = state.withLock {
                ($0.position, $0.isReplaying, $0.positionIsForeign)
            }
            if positionIsForeign {
                state.withLock { $0.positionIsForeign = false }
                return gap(after: 0, next: (position ?? 0) + 1, missed: nil, reason: .unknownPlace)
            } else if isReplaying, let device {
                if let step = await replay(device, after: position) { return step }
            } else if let step = read(after: position ?? 0) {
                return step
            } else {
                await sleep(after: position ?? 0)
            }
        }
    }

    /// What comes before any items: the end that the subscriber wants, or a heartbeat that is due.
    private func interruption() -> StreamStep? {
        let heartbeat = hub.heartbeatCount
        return state.withLock { state in
            if state.isCancelled || Task.isCancelled { return .end(.cancelled) }
            guard state.heartbeat != heartbeat else { return nil }
            state.heartbeat = heartbeat
            return .heartbeat
        }
    }

    // MARK: From the log

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

    private func sleep(after position: UInt64) async {
        let sleeper = Sleeper()
        log.wake(sleeper, after: position)
        // Looked at only now: whoever changes it later wakes this sleeper.
        let heartbeat = hub.heartbeatCount
        let goesOn = state.withLock { state in
            state.sleeper = sleeper
            return !state.isCancelled && !state.isReplaying && state.heartbeat == heartbeat
        }
        if !goesOn { sleeper.give(nil) }
        await sleeper.answer(whenCancelled: nil)?.arrive()
    }

    // MARK: From what the device keeps

    private func replay(_ device: DeviceID, after position: UInt64?) async -> StreamStep? {
        do throws(HostError) {
            let page = try await registry.timeline(of: device, TimelineQuery(after: position, limit: Self.stepSize))
            // Another device of the same name is none of ours.
            guard hub.isCurrent(log, of: device) else { return stopReplaying(at: position ?? 0) }
            if let position, position > page.sequence {
                return gap(after: position, next: page.oldest, missed: nil, reason: .unknownPlace)
            }
            if page.next == nil { stopReplaying(at: page.sequence) }
            guard let first = page.records.first, let last = page.records.last else { return nil }
            move(to: last.sequence)
            let items = page.records.map { StreamItem.record(StreamedRecord($0, of: device, labels: [])) }
            return .items(items, first: first.sequence)
        } catch .recordsEvicted(let oldest) {
            let position = position ?? 0
            return gap(after: position, next: oldest, missed: oldest - position - 1)
        } catch .journalUnreadable {
            return .end(.journalUnavailable)
        } catch {
            // The device is gone; the log says so.
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

    // MARK: Where the reader is

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
