import DeviceHost
import LifecycleKernel
import WireFormat

// A command that waits takes time of the device: it waits for an instant on the device's clock. A manual clock is moved
// there, a running one gets there by itself.
extension DeviceDriver {
    /// The longest that a command may wait in real time.
    static let longestWait = Duration.seconds(3_600)
    /// The longest that one wait of the host is asked to take; a longer one is several.
    private static let sliceLength = Duration.seconds(60)
    /// How often one command advances a manual clock at most: with the usual limits of an advance, a million records.
    private static let mostAdvances = 100

    /// How often Appium's driver looks for an element that is not there yet.
    private static let pollInterval: Milliseconds = 500
    /// How often something is looked for at most.
    private static let mostPolls: Int64 = 120

    /// Looks for something until it is there, again and again in the time of the device. On a clock that is paused it looks
    /// once.
    ///
    /// - Parameters:
    ///   - patience: How long to look for it.
    ///   - look: Looks for it; nil if it is not there.
    /// - Throws: As `pass` and `end(after:)`.
    func poll<Found>(for patience: Milliseconds, _ look: () async throws -> Found?) async throws -> Found? {
        if let found = try await look() { return found }
        guard patience > 0, try await !registry.clock(of: id).value.settings.paused else { return nil }
        let end = try await end(after: patience)
        let interval = max(Self.pollInterval, Milliseconds(patience.count / Self.mostPolls))
        while true {
            let (clock, _) = try await clock()
            guard clock.now < end else { return nil }
            try await pass(until: min(clock.now + interval, end))
            if let found = try await look() { return found }
        }
    }

    /// Lets time pass on the device.
    ///
    /// - Parameter end: The instant to wait for, which `end(after:)` tells before anything is done.
    /// - Throws: `invalid element state` if the clock is paused meanwhile; `unknown error` if the server ends meanwhile, or
    ///   if too much would happen on a manual clock.
    func pass(until end: Instant) async throws {
        var advancesLeft = Self.mostAdvances
        while true {
            let (clock, sequence) = try await clock()
            guard clock.now < end else { return }
            switch clock.settings.mode {
            case .manual: try await advance(.to(end), &advancesLeft)
            case .realtime, .scaled:
                _ = try await wait(until: .any([]), after: sequence, clock.realTime(of: end - clock.now), sequence)
            }
        }
    }

    /// Waits until a condition is met, or for a length of time of the device.
    ///
    /// - Parameters:
    ///   - condition: The condition.
    ///   - after: Only records after this sequence count; nil for new ones only.
    ///   - timeout: How long to wait at most, on the device's clock.
    /// - Throws: As `pass` and `end(after:)`.
    func wait(until condition: Condition, after: SequenceNumber?, timeout: Milliseconds) async throws -> WaitOutcome {
        var outcome = try await look(for: condition, after: after)
        guard !outcome.met, timeout > 0 else { return outcome }
        var since = after ?? outcome.sequence
        let end = try await end(after: timeout)
        var advancesLeft = Self.mostAdvances
        while !outcome.met {
            let (clock, sequence) = try await clock()
            guard clock.now < end else { break }
            switch clock.settings.mode {
            case .manual: try await advance(.until(condition, limit: end - clock.now), &advancesLeft)
            case .realtime, .scaled:
                let length = clock.realTime(of: end - clock.now)
                _ = try await again(after: &since) { since in
                    try await wait(until: condition, after: since, length, sequence)
                }
            }
            outcome = try await again(after: &since) { try await look(for: condition, after: $0) }
        }
        return outcome
    }

    /// Moves a manual clock. An advance stops at its limits, and the rest of the time is left for the next one.
    ///
    /// - Throws: `limit-reached` if no advance is left. An app whose timer is always due again at once would stop the
    ///   clock for ever, even after the client has hung up.
    private func advance(_ advance: Advance, _ left: inout Int) async throws {
        guard left > 0 else {
            throw HostError.rejected(
                Rejection(
                    .limitReached,
                    """
                    The command would need more than \(Self.mostAdvances, as: "limit") advances of the clock. Let less \
                    time pass with one command.
                    """
                ),
                index: nil
            )
        }
        left -= 1
        _ = try await registry.advance(id, advance)
    }

    /// Looks whether a condition is met, without waiting.
    private func look(for condition: Condition, after: SequenceNumber?) async throws -> WaitOutcome {
        try await registry.wait(on: id, until: condition, after: after, timeout: .zero)
    }

    /// Looks at the records after a sequence once more. Those that have been looked at before may be gone by now.
    ///
    /// - Parameter sequence: The sequence; moved behind the records that are gone.
    private func again(
        after sequence: inout SequenceNumber,
        _ look: (SequenceNumber) async throws -> WaitOutcome
    ) async throws -> WaitOutcome {
        do {
            return try await look(sequence)
        } catch HostError.recordsEvicted(let oldest) where oldest > sequence {
            sequence = oldest - 1
            return try await look(sequence)
        }
    }

    /// Waits for a condition or a change of the clock, whose rest of the time is then another one.
    ///
    /// - Throws: `unknown error` if the server ends.
    private func wait(
        until condition: Condition,
        after: SequenceNumber,
        _ length: Duration,
        _ sequence: SequenceNumber
    ) async throws -> WaitOutcome {
        let outcome = try await registry.wait(
            on: id,
            until: .any([condition, .changeOfClock(after: sequence)]),
            after: after,
            timeout: min(length, Self.sliceLength)
        )
        switch outcome.end {
        case .met, .timeout: return outcome
        case .shutdown, .cancelled: throw DriverError(.unknownError, "The server is stopping.")
        }
    }

    /// The instant that a wait of this length ends at.
    ///
    /// - Throws: `invalid element state` for a paused clock; `invalid argument` for a wait that is too long.
    func end(after length: Milliseconds) async throws -> Instant {
        let (clock, _) = try await clock()
        if clock.settings.mode != .manual, clock.realTime(of: length) > Self.longestWait {
            throw DriverError(
                .invalidArgument,
                """
                This would take more than \(Self.longestWait.components.seconds) seconds of real time. With a manual \
                clock ("greenroom:clock": "manual") it takes none.
                """
            )
        }
        return clock.now + length
    }

    /// What the clock shows, and the sequence of the last record then.
    ///
    /// - Throws: `invalid element state` for a clock that is paused.
    private func clock() async throws -> (clock: ClockReading, sequence: SequenceNumber) {
        let reading = try await registry.clock(of: id)
        guard !reading.value.settings.paused else {
            throw DriverError(.invalidElementState, "the clock is paused, so the wait would never end")
        }
        return (reading.value, reading.sequence)
    }
}

extension ClockReading {
    /// How long a running clock takes for a length of time, rounded up to a millisecond.
    fileprivate func realTime(of length: Milliseconds) -> Duration {
        let milliseconds = Double(length.count) / (settings.mode == .scaled ? settings.rate : 1)
        return .milliseconds(Int64(min(milliseconds, 1e15).rounded(.up)) + 1)
    }
}

extension Condition {
    /// Meets the condition: a record after a sequence that changes or moves the clock.
    fileprivate static func changeOfClock(after sequence: SequenceNumber) -> Condition {
        .record(
            RecordPattern(["kind": "input", "changeOfClockAfter": Value(sequence)] as Value) {
                record in
                guard record.sequence > sequence, case .input(let input) = record.body else { return false }
                switch input {
                case .clock, .advance: return true
                case .event, .action, .completion, .install, .uninstall: return false
                }
            }
        )
    }
}
