import LifecycleKernel
import Synchronization

/// A subscription to the records of a device from a position on, or to those of all devices.
///
/// It keeps only the position of its reader. All subscribers of the device, or of all devices, share a log of the
/// newest items. What is no longer in the log is read from the device, or, for all devices, from a durable store. What
/// is not there either is reported as a gap. So no record is delivered twice, and none is missing without a gap. The
/// subscription ends when it is released.
package final class RecordSubscription: Sendable {
    private struct State {
        /// The position of the last item delivered; nil to begin with the oldest record that the device keeps.
        var position: StreamPosition?
        /// Whether the next items are not in the log.
        var isReplaying: Bool
        /// The position at which the reader wanted to begin, if the stream does not have it. A gap is to be reported
        /// then.
        var unknown: StreamPosition?
        /// Whether the store could not be read.
        var isUnreadable = false
        /// The position in the store up to which gaps were reported.
        var missingUpTo: UInt64 = 0
        var hasBegun = false
        var heartbeat: Int
        var reader: WaitingReader?
        var isCancelled = false
        /// What the positions are in.
        var scope: String
    }

    /// The device; nil for all.
    package let device: DeviceID?
    /// Its number.
    private let number: Int64?
    private let registry: DeviceRegistry
    private let log: RecordLog
    private let isStream: Bool
    /// The run that ids of all devices name up to its end.
    private let earlierRun: (id: String, end: StreamPosition)?
    private let state: Mutex<State>

    private var hub: RecordHub { registry.hub }

    /// How much one step has at most. A subscriber that does not read holds one step.
    static let stepSize = SizeLimit(count: 256, bytes: 64 * 1_024)

    /// Makes a subscription for a subscriber that has entered the hub.
    ///
    /// - Parameters:
    ///   - device: The device; nil for all.
    ///   - number: Its number.
    ///   - log: What `RecordHub.enter` has returned.
    ///   - position: The position after which to begin; nil to begin with the oldest record that the device keeps, or,
    ///     for all devices, now.
    ///   - unknown: The position at which the reader wanted to begin, if the stream does not have it.
    ///   - isStream: Whether a client reads, as `RecordHub.enter` was told.
    init(
        _ device: DeviceID?,
        _ number: Int64?,
        readingFrom log: RecordLog,
        after position: StreamPosition?,
        unknown: StreamPosition?,
        isStream: Bool = true,
        in registry: DeviceRegistry
    ) {
        self.device = device
        self.number = number
        self.log = log
        self.registry = registry
        self.isStream = isStream
        earlierRun = device == nil ? registry.hub.earlierRun : nil
        state = Mutex(
            State(
                position: device == nil ? position ?? log.last : position,
                isReplaying: device != nil,
                unknown: unknown,
                heartbeat: registry.hub.heartbeatCount,
                scope: registry.hub.scope(of: number).name
            )
        )
    }

    deinit {
        hub.leave(device, log, isStream: isStream)
    }

    /// The position of the last item delivered.
    package var position: StreamPosition { state.withLock { $0.position ?? .start } }

    /// Whether the reader wanted to begin at a position that the stream does not have, and has not been told yet.
    package var hasUnknownPosition: Bool { state.withLock { $0.unknown != nil } }

    /// The id of an event at a position.
    package func id(at position: StreamPosition) -> StreamEventID {
        if let earlierRun, position <= earlierRun.end { return StreamEventID(scope: earlierRun.id, position: position) }
        return StreamEventID(scope: state.withLock(\.scope), position: position)
    }

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
    ///
    /// A reader of all devices that reads on after the end `storeUnavailable` gets a gap, and the stream continues.
    package func next() async -> StreamStep {
        while true {
            if let step = interruption() ?? eraStep() { return step }
            let (position, isReplaying, unknown, isUnreadable) = state.withLock { state in
                defer { state.isUnreadable = false }
                return (state.position, state.isReplaying, state.unknown, state.isUnreadable)
            }
            if let unknown, device == nil {
                return gap(after: unknown, upTo: position ?? .start, missed: nil, reason: .unknownPosition)
            } else if isUnreadable {
                readLog(after: max(position ?? .start, log.last))
                return gap(after: position ?? .start, upTo: self.position, missed: nil)
            } else if isReplaying {
                if let step = await replay(after: position, unknown: unknown) { return step }
            } else if let step = read(after: position ?? .start) {
                return step
            } else {
                await waitForItems(after: position ?? .start)
            }
        }
    }

    /// A step that comes before any items: the end after a cancellation, or a heartbeat that is due.
    private func interruption() -> StreamStep? {
        let heartbeat = hub.heartbeatCount
        return state.withLock { state in
            if state.isCancelled || Task.isCancelled { return .end(.cancelled) }
            guard state.heartbeat != heartbeat else { return nil }
            state.heartbeat = heartbeat
            return .heartbeat
        }
    }

    /// A gap, if the database has begun another era: what the reader has read last may be lost, and positions may be used again. The
    /// stream of a device then begins anew.
    private func eraStep() -> StreamStep? {
        guard case (let scope, let era?) = hub.scope(of: number), scope != state.withLock(\.scope) else { return nil }
        hub.noteEra()
        let position = state.withLock { state in
            state.scope = scope
            state.isReplaying = true
            state.missingUpTo = 0
            guard device != nil else { return state.position ?? .start }
            state.unknown = state.position ?? state.unknown
            state.position = nil
            return .start
        }
        guard device == nil else { return nil }
        return gap(after: position, upTo: min(position, StreamPosition(UInt64(max(0, era.after)))), missed: nil)
    }

    // MARK: Reading the log

    private func read(after position: StreamPosition) -> StreamStep? {
        switch log.read(after: position, limit: Self.stepSize) {
        case .items(let items): return deliver(items)
        case .evicted(let start, let isCounted):
            let isKept = device.map { hub.isCurrent(log, of: $0) } ?? (registry.history != nil)
            guard !isKept else {
                state.withLock { $0.isReplaying = true }
                return nil
            }
            return gap(after: position, upTo: start, missed: isCounted ? start.number - position.number : nil)
        case .nothing: return nil
        case .ended(let end): return .end(end)
        }
    }

    private func waitForItems(after position: StreamPosition) async {
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

    // MARK: Reading what is not in the log

    private func replay(after position: StreamPosition?, unknown: StreamPosition?) async -> StreamStep? {
        do throws(HostError) {
            guard let device else { return try await replayStore(after: position ?? .start) }
            return try await replay(device, after: position, unknown: unknown)
        } catch .recordsEvicted(let oldest) {
            let (position, start) = (position ?? .start, StreamPosition(oldest.rawValue - 1))
            return gap(after: position, upTo: start, missed: start.number - position.number)
        } catch .storeUnreadable {
            state.withLock { $0.isUnreadable = device == nil }
            return .end(.storeUnavailable)
        } catch {
            // The device was deleted, which is in the log.
            return readLog(after: position ?? .start)
        }
    }

    private func replay(
        _ device: DeviceID,
        after position: StreamPosition?,
        unknown: StreamPosition?
    ) async throws(HostError) -> StreamStep? {
        let query = TimelineQuery(
            after: position.map { SequenceNumber(rawValue: $0.number) },
            limit: Self.stepSize.count,
            bytes: Self.stepSize.bytes
        )
        let page = try await registry.timeline(of: device, query)
        // Another device may have the id by now.
        guard hub.isCurrent(log, of: device) else { return readLog(after: position ?? .start) }
        if let unknown {
            let start = StreamPosition(page.oldest.rawValue - 1)
            return gap(after: unknown, upTo: start, missed: nil, reason: .unknownPosition)
        }
        let items = page.records.map { record in
            StreamItem(
                position: StreamPosition(record.sequence.rawValue),
                content: .record(StreamedRecord(record, of: device, labels: []))
            )
        }
        if page.next == nil { readLog(after: StreamPosition(page.sequence.rawValue)) }
        return items.isEmpty ? nil : deliver(log.sharing(items))
    }

    private func replayStore(after position: StreamPosition) async throws(HostError) -> StreamStep? {
        let page = try await registry.streamed(after: position, limit: Self.stepSize)
        let reported = state.withLock { max($0.missingUpTo, position.number) }
        if page.missingUpTo > reported {
            state.withLock { $0.missingUpTo = page.missingUpTo }
            return gap(after: position, upTo: max(position, page.start), missed: nil)
        }
        readLog(after: max(position, page.end))
        return page.items.isEmpty ? nil : deliver(log.sharing(page.items))
    }

    /// Continues in the log after a position. The log may begin later, which the next reading finds.
    @discardableResult
    private func readLog(after position: StreamPosition) -> StreamStep? {
        state.withLock { state in
            state.isReplaying = false
            state.position = position
        }
        return nil
    }

    // MARK: Position

    private func deliver(_ items: [StreamItem]) -> StreamStep {
        state.withLock { state in
            state.position = max(state.position ?? .start, items[items.count - 1].position)
            state.hasBegun = true
        }
        return .items(items)
    }

    private func gap(
        after position: StreamPosition,
        upTo end: StreamPosition,
        missed: UInt64?,
        reason: StreamGap.Reason? = nil
    ) -> StreamStep {
        hub.countGap()
        let hadBegun = state.withLock { state in
            defer {
                state.position = end
                state.unknown = nil
                state.hasBegun = true
            }
            return state.hasBegun
        }
        let reason = reason ?? (hadBegun ? .fellBehind : .resumedTooLate)
        return .gap(StreamGap(reason: reason, missed: missed, after: position, upTo: end))
    }
}
