import LifecycleKernel
import Synchronization

/// What one subscriber is told: the records of a device from some place on, or those of all devices from now on.
///
/// The subscription knows only where its reader is. The records of one device are read from what the device keeps until
/// the reader has come to the present, then from the log that all who follow the device share; a reader who falls behind
/// there goes back to what the device keeps. What neither has any more is a gap. So a record is never told twice, and none
/// is left out in silence. It ends when it is let go of.
public final class RecordSubscription: Sendable {
    private struct State {
        /// The number of the last item told; nil before the oldest record that the device keeps.
        var place: UInt64?
        /// Whether the next is to be read from what the device keeps.
        var isReplaying: Bool
        /// Whether the reader wanted to go on at a place that there is not.
        var isElsewhere: Bool
        var hasBegun = false
        var beat: Int
        var sleeper: Sleeper?
        var isCancelled = false
    }

    /// The device; nil for all.
    public let device: DeviceID?
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
    ///   - place: The number after which to begin; nil is before the oldest record that the device keeps, and for all
    ///     devices now.
    ///   - isElsewhere: Whether the reader wanted to begin at a place that there is not.
    /// - Throws: `overloaded`.
    init(
        _ device: DeviceID?,
        after place: UInt64?,
        isElsewhere: Bool = false,
        in registry: DeviceRegistry
    ) throws(HostError) {
        self.device = device
        self.registry = registry
        log = try registry.hub.enter(device)
        let start = device == nil ? place ?? log.last : place
        state = Mutex(
            State(
                place: start,
                isReplaying: device != nil,
                isElsewhere: isElsewhere,
                beat: registry.hub.beatCount
            )
        )
    }

    deinit {
        hub.leave(device, log)
    }

    /// The number of the last item that the reader was given; 0 before the first.
    public var place: UInt64 { state.withLock { $0.place ?? 0 } }

    /// Counts records that were sent to the subscriber.
    public func count(sent: Int) { hub.count(records: sent) }

    /// Ends the subscription from outside.
    public func cancel() {
        let sleeper = state.withLock { state in
            state.isCancelled = true
            return state.sleeper
        }
        sleeper?.give(nil)
    }

    /// What comes next; waits for it. Only one may ask at a time.
    public func next() async -> StreamStep {
        while true {
            if let step = interruption() { return step }
            let (place, isReplaying, isElsewhere) = state.withLock { ($0.place, $0.isReplaying, $0.isElsewhere) }
            if isElsewhere {
                state.withLock { $0.isElsewhere = false }
                return gap(after: 0, next: (place ?? 0) + 1, missed: nil, why: .unknownPlace)
            } else if isReplaying, let device {
                if let step = await replay(device, after: place) { return step }
            } else if let step = read(after: place ?? 0) {
                return step
            } else {
                await sleep(after: place ?? 0)
            }
        }
    }

    /// What comes before any items: the end that the subscriber wants, or a sign of life that is due.
    private func interruption() -> StreamStep? {
        let beat = hub.beatCount
        return state.withLock { state in
            if state.isCancelled || Task.isCancelled { return .end(.cancelled) }
            guard state.beat != beat else { return nil }
            state.beat = beat
            return .heartbeat
        }
    }

    // MARK: From the log

    private func read(after place: UInt64) -> StreamStep? {
        switch log.read(after: place, limit: Self.stepSize) {
        case .items(let items, let first):
            move(to: first + UInt64(items.count) - 1)
            return .items(items, first: first)
        case .evicted(let oldest, let missed):
            if let device, hub.isCurrent(log, of: device) {
                state.withLock { $0.isReplaying = true }
                return nil
            }
            return gap(after: place, next: oldest, missed: missed)
        case .nothing: return nil
        case .ended(let end): return .end(end)
        }
    }

    private func sleep(after place: UInt64) async {
        let sleeper = Sleeper()
        log.wake(sleeper, after: place)
        // Looked at only now: whoever changes it later wakes this sleeper.
        let beat = hub.beatCount
        let goesOn = state.withLock { state in
            state.sleeper = sleeper
            return !state.isCancelled && !state.isReplaying && state.beat == beat
        }
        if !goesOn { sleeper.give(nil) }
        await sleeper.answer(whenCancelled: nil)?.arrive()
    }

    // MARK: From what the device keeps

    private func replay(_ device: DeviceID, after place: UInt64?) async -> StreamStep? {
        do throws(HostError) {
            let page = try await registry.timeline(of: device, TimelineQuery(after: place, limit: Self.stepSize))
            // Another device of the same name is none of ours.
            guard hub.isCurrent(log, of: device) else { return stopReplaying(at: place ?? 0) }
            if let place, place > page.sequence {
                return gap(after: place, next: page.oldest, missed: nil, why: .unknownPlace)
            }
            if page.next == nil { stopReplaying(at: page.sequence) }
            guard let first = page.records.first, let last = page.records.last else { return nil }
            move(to: last.sequence)
            let items = page.records.map { StreamItem.record(StreamedRecord($0, of: device, labels: [])) }
            return .items(items, first: first.sequence)
        } catch .recordsEvicted(let oldest) {
            let place = place ?? 0
            return gap(after: place, next: oldest, missed: oldest - place - 1)
        } catch .journalUnreadable {
            return .end(.journalUnavailable)
        } catch {
            // The device is gone; the log says so.
            return stopReplaying(at: place ?? 0)
        }
    }

    @discardableResult
    private func stopReplaying(at place: UInt64) -> StreamStep? {
        state.withLock { state in
            state.isReplaying = false
            state.place = place
        }
        return nil
    }

    // MARK: Where the reader is

    private func move(to place: UInt64) {
        state.withLock { state in
            state.place = place
            state.hasBegun = true
        }
    }

    private func gap(
        after place: UInt64,
        next: UInt64,
        missed: UInt64?,
        why: StreamGap.Why? = nil
    ) -> StreamStep {
        hub.countGap()
        let hadBegun = state.withLock { $0.hasBegun }
        move(to: next - 1)
        let why = why ?? (hadBegun ? .fellBehind : .resumedTooLate)
        return .gap(StreamGap(why: why, missed: missed, after: place, next: next))
    }
}
