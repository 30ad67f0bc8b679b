import Synchronization

/// A subscription to the records of all devices of several servers.
///
/// It keeps only the position of its reader. What is no longer in memory comes from the journal, as far back as the limits of
/// the stream allow; what is further back is reported as a gap. It ends when it is released.
package final class FleetSubscription: Sendable {
    private struct State {
        /// Everything up to here was delivered.
        var position: FleetPosition
        /// Whether the reader wanted to begin at a position that is not of this stream, so that a gap is to be reported.
        var positionIsForeign: Bool
        var hasBegun = false
        /// Whether it was found that the journal has everything up to the items in memory.
        var isCatchingUp = false
        var heartbeat: Int
        var reader: WaitingReader?
        var isCancelled = false
    }

    private let timeline: FleetTimeline
    private let state: Mutex<State>

    init(after position: FleetPosition, positionIsForeign: Bool, in timeline: FleetTimeline) {
        self.timeline = timeline
        state = Mutex(
            State(position: position, positionIsForeign: positionIsForeign, heartbeat: timeline.heartbeatCount)
        )
    }

    deinit { timeline.leave() }

    /// The position up to which everything was delivered.
    package var position: FleetPosition { state.withLock { $0.position } }

    /// Counts records that were sent to the subscriber.
    package func count(sent: Int) { timeline.hub.count(records: sent) }

    /// Ends the subscription.
    package func cancel() {
        let reader = state.withLock { state in
            state.isCancelled = true
            return state.reader
        }
        reader?.fulfill(nil)
    }

    /// Waits for the next step and returns it. Must not be called concurrently.
    package func next() async -> FleetStep {
        while true {
            if let step = interruption() { return step }
            let position = position
            switch timeline.log.read(after: position, limit: RecordSubscription.stepSize) {
            case .items(let items):
                move(to: items.last?.position ?? position, isCatchingUp: false)
                return .items(items)
            case .earlier(let start):
                if let step = await catchUp(from: position, to: start) { return step }
            case .nothing(let end):
                move(to: max(end ?? position, position), isCatchingUp: false)
                await waitForItems()
            case .ended(let end): return .end(end)
            }
        }
    }

    /// A step that precedes any items.
    private func interruption() -> FleetStep? {
        let heartbeat = timeline.heartbeatCount
        return state.withLock { state in
            if state.isCancelled || Task.isCancelled { return .end(.cancelled) }
            if state.positionIsForeign {
                state.positionIsForeign = false
                timeline.hub.countGap()
                return .gap(.unknownPosition)
            }
            guard state.heartbeat != heartbeat else { return nil }
            state.heartbeat = heartbeat
            return .heartbeat
        }
    }

    private func waitForItems() async {
        let reader = WaitingReader()
        timeline.log.wake(reader, after: position)
        // Read only now: later changes wake this reader.
        let heartbeat = timeline.heartbeatCount
        let waits = state.withLock { state in
            state.reader = reader
            return !state.isCancelled && state.heartbeat == heartbeat
        }
        if !waits { reader.fulfill(nil) }
        await reader.value(whenCancelled: nil)?.arrive()
    }

    private func move(to position: FleetPosition, isCatchingUp: Bool) {
        state.withLock { state in
            state.hasBegun = state.hasBegun || position > state.position
            state.position = position
            state.isCatchingUp = isCatchingUp
        }
    }

    // MARK: Reading the journal

    /// Reads the next items from the journal, up to those in memory.
    ///
    /// - Returns: Nil if there are none.
    private func catchUp(from position: FleetPosition, to start: FleetPosition) async -> FleetStep? {
        do {
            if try await !isReachable(from: position, to: start) { return gap(before: start) }
            let page = try await timeline.journal.entries(
                after: position,
                upTo: start.position,
                limit: timeline.limits.reading
            )
            let items = page.entries.flatMap(\.items).filter { position < $0.position && $0.position <= start }
            let end = page.isComplete ? start : items.last?.position ?? page.entries.last?.end ?? start
            move(to: min(end, start), isCatchingUp: true)
            return items.isEmpty ? nil : .items(items)
        } catch {
            return .end(.journalUnavailable)
        }
    }

    /// Whether the journal has everything up to the items in memory, and it is not too much.
    private func isReachable(from position: FleetPosition, to start: FleetPosition) async throws -> Bool {
        guard !state.withLock({ $0.isCatchingUp }) else { return true }
        let oldest = timeline.journal.earliestTime - timeline.limits.age.wholeNanoseconds / 1_000
        guard position.position >= oldest else { return false }
        return try await timeline.journal.keepsAll(
            // The step at the position itself is wanted, too, by who has none of its records.
            after: position.index == 0 ? position.position - 1 : position.position,
            upTo: start.position,
            atMost: timeline.limits.records
        )
    }

    private func gap(before start: FleetPosition) -> FleetStep {
        timeline.hub.countGap()
        let hadBegun = state.withLock { $0.hasBegun }
        move(to: start, isCatchingUp: false)
        return .gap(hadBegun ? .fellBehind : .resumedTooLate)
    }
}
