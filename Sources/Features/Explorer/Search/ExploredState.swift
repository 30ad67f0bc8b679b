import LifecycleKernel
import WireFormat

/// A device on which a sequence has happened, with what is remembered of the sequence.
struct ExploredState: Sendable {
    var device: Device
    var monitors: Monitors

    /// What an input caused.
    struct Effect {
        var broken: [Breakage] = []
    }

    /// Whether an input can be taken.
    enum Admission {
        /// Nothing is known against it; with its inputs.
        case possible([Input])
        /// It is not possible there, by its guard, or as there is nothing that it could be about.
        case guarded
        /// The kernel refuses it.
        case refused(Rejection.Code)
    }

    /// What became of an input that was tried.
    enum Outcome {
        case taken(Effect)
        /// It is not possible there, by its guard, or as there is nothing that it could be about.
        case guarded
        /// The kernel refuses it.
        case refused(Rejection.Code)

        /// What it caused; nil when it was not taken.
        var effect: Effect? { if case .taken(let effect) = self { effect } else { nil } }
    }
}

/// What a search knows all the time: the alphabet, the target, and how inputs are taken.
struct SearchContext: Sendable {
    let target: BundleID
    let alphabet: [TriedInput]
    let times: [Milliseconds]
    let resolution: Milliseconds
    /// Whether every multiple of the resolution is offered.
    let isGrid: Bool
    /// How long a handler of the attached target may take; nil for handlers that return by themselves.
    let returnsWithin: Milliseconds?
    let options: AbstractStateOptions
    let rules: Rulebook
    let ownProperties: [OwnProperty]
    /// Whether the target preserves and restores its state with its app delegate.
    let restoresState: Bool
    /// The state in which every sequence begins.
    let start: ExploredState

    /// How much one input may set off; a loop of the app's own is cut here.
    private static let limits = AdvanceLimits.standard
    /// How much may happen while a length of time passes.
    private static let limitsOfPass = AdvanceLimits(
        deadlines: .max,
        records: 100_000,
        bytes: AdvanceLimits.bytesOfInputs
    )

    /// Takes an input.
    ///
    /// - Returns: What it caused; nil when it is not possible or refused, and then nothing has changed.
    func take(_ input: ExploredInput, on state: inout ExploredState) -> ExploredState.Effect? {
        var notes = Notes()
        return take(input, on: &state, noting: &notes)
    }

    /// Takes an input, and writes down what it causes.
    func take(
        _ input: ExploredInput,
        on state: inout ExploredState,
        noting notes: inout Notes
    ) -> ExploredState.Effect? {
        switch input {
        case .input(let place): attempt(place, on: &state, noting: &notes).effect
        case .time(let length): pass(length, on: &state, noting: &notes)
        }
    }

    /// Tries the input at a place. Nothing has changed where it is not taken.
    func attempt(_ place: Int, on state: inout ExploredState, noting notes: inout Notes) -> ExploredState.Outcome {
        switch admit(place, in: state) {
        case .possible(let inputs): take(inputs, of: place, on: &state, noting: &notes)
        case .guarded: .guarded
        case .refused(let code): .refused(code)
        }
    }

    /// What the input at a place would come to, tried on a copy of the state.
    func outcome(of place: Int, in state: ExploredState) -> ExploredState.Outcome {
        var copy = state
        var ignored = Notes()
        return attempt(place, on: &copy, noting: &ignored)
    }

    /// Whether the input at a place can be taken, without changing or copying the state.
    ///
    /// Of several inputs at one instant only the first is looked at: the others are checked as they are taken.
    func admit(_ place: Int, in state: ExploredState) -> ExploredState.Admission {
        let input = alphabet[place]
        guard let glance = state.device.glance(at: target),
            input.isPossible(glance, on: state.device, target: target),
            let inputs = input.inputs(on: state.device, of: target)
        else { return .guarded }
        guard let first = inputs.first else { return .possible(inputs) }
        do throws(Rejection) {
            try state.device.check(first, suggesting: false)
            return .possible(inputs)
        } catch {
            return .refused(error.code)
        }
    }

    /// Takes the input at a place, which was admitted. Nothing has changed where it is not taken.
    func take(
        _ inputs: [Input],
        of place: Int,
        on state: inout ExploredState,
        noting notes: inout Notes
    ) -> ExploredState.Outcome {
        let input = alphabet[place]
        let now = state.device.now
        do throws(Rejection) {
            try state.device.applyAll(inputs, within: Self.limits)
        } catch {
            return .refused(error.code)
        }
        state.monitors.begin(input, at: now)
        var effect = ExploredState.Effect()
        settle(&state, &effect, noting: &notes)
        return .taken(effect)
    }

    /// The next instant at which something is due, on the device or in the monitors; nil for none.
    private func nextDue(in state: ExploredState) -> Instant? {
        let due = options.countsIdleness ? state.device.nextDeadline : state.device.nextDeadlineBesidesIdleness
        guard let expiry = state.monitors.nextExpiry else { return due }
        return due.map { min($0, expiry) } ?? expiry
    }

    /// Lets time pass, instant by instant.
    func pass(_ length: Milliseconds, on state: inout ExploredState) -> ExploredState.Effect? {
        var notes = Notes()
        return pass(length, on: &state, noting: &notes)
    }

    /// Lets time pass, instant by instant, and writes down what it causes.
    ///
    /// - Returns: What it caused; nil when too much happens meanwhile.
    func pass(
        _ length: Milliseconds,
        on state: inout ExploredState,
        noting notes: inout Notes
    ) -> ExploredState.Effect? {
        let end = state.device.now + length
        var effect = ExploredState.Effect()
        var left = Self.limitsOfPass
        while left.records > 0, left.bytes > 0 {
            let next = min(nextDue(in: state) ?? end, end)
            let stop = try? state.device.apply(.advance(.to(next)), at: state.device.now, within: Self.limits)
            left.take(settle(&state, &effect, noting: &notes))
            guard stop == .reached else { return nil }
            if next >= end { return effect }
        }
        return nil
    }

    /// Reads what was written, and looks at the app as it is now.
    ///
    /// - Returns: The records that were written.
    @discardableResult
    private func settle(
        _ state: inout ExploredState,
        _ effect: inout ExploredState.Effect,
        noting notes: inout Notes
    ) -> [Record] {
        let records = state.device.takeRecords()
        notes.count(records.count)
        effect.broken += read(records, on: state.device, &state.monitors, noting: &notes)
        return records
    }

    /// Reads the records of an instant, and looks at the device as it is at its end.
    ///
    /// - Returns: The properties that they break.
    func read(
        _ records: [Record],
        on device: Device,
        _ monitors: inout Monitors,
        noting notes: inout Notes
    ) -> [Breakage] {
        var breakages: [Breakage] = []
        if !ownProperties.isEmpty {
            for record in records where !record.isAdvance {
                breakages += monitors.read(record, for: ownProperties)
            }
            breakages += monitors.settle(device, for: ownProperties)
        }
        for (index, record) in records.enumerated() where record.bundleID == target && record.appExtension == nil {
            let handler = monitors.handler?.rawValue
            if let broken = BuiltInProperty.brokenBy(record, after: records[..<index], in: handler, on: device) {
                breakages.append(broken)
            }
            if let broken = monitors.read(record, restores: restoresState) { breakages.append(broken) }
            notes.read(record)
        }
        if let glance = device.glance(at: target), let broken = monitors.settle(glance, at: device.now) {
            breakages.append(broken)
        }
        return breakages
    }

    func abstractState(of state: ExploredState, _ abstraction: Abstraction) -> AbstractState {
        state.monitors.words(at: state.device.now).reduce(abstraction.state(of: state.device)) { $0.combined(with: $1) }
    }

    /// Takes a whole sequence from the start.
    ///
    /// - Returns: The state at its end; nil when an input is refused.
    func replay(_ inputs: some Sequence<ExploredInput>) -> ExploredState? {
        var state = start
        for input in inputs where take(input, on: &state) == nil { return nil }
        return state
    }
}

extension Record {
    /// Whether it is the input that lets time pass, which the search makes itself.
    var isAdvance: Bool { if case .input(.advance) = body { true } else { false } }
}

extension Device {
    /// Applies inputs at this instant: all of them, or none.
    fileprivate mutating func applyAll(_ inputs: [Input], within limits: AdvanceLimits) throws(Rejection) {
        if inputs.count == 1 {
            try apply(inputs[0], at: now, within: limits)
            return
        }
        do throws(BatchRejection) {
            try apply(inputs, at: now, within: limits)
        } catch {
            throw error.rejection
        }
    }
}

/// How far time may pass in an abstract state, and where it may stop.
extension SearchContext {
    /// How many points of a grid are offered before one instant.
    private static let mostStops: Int64 = 4_000

    /// The next instant at which something is due: a deadline of the kernel's, the expiry of a monitor, or the last moment
    /// at which a handler of the attached target returns. Nil when there is none, or none is allowed.
    func nextInstant(of state: ExploredState) -> Instant? {
        let due = nextDue(in: state)
        guard let last = lastInstant(of: state) else { return due }
        guard last > state.device.now else { return nil }
        return due.map { min($0, last) } ?? last
    }

    /// Whether so much time may pass.
    func mayPass(_ length: Milliseconds, in state: ExploredState) -> Bool {
        guard let last = lastInstant(of: state) else { return true }
        return state.device.now + length <= last
    }

    /// Until when time may pass; nil for as long as one likes.
    private func lastInstant(of state: ExploredState) -> Instant? {
        guard let returnsWithin, let callback = state.device.pendingCallback(of: target) else { return nil }
        return callback.startedAt + returnsWithin
    }

    /// Where time may stop before an instant at which something is due, in order.
    func stops(before due: Instant, after last: Instant, since start: Instant) -> [Instant] {
        guard due - last > resolution else { return [] }
        guard isGrid else { return [due + -resolution] }
        let first = (last - start).count / resolution.count + 1
        let end = ((due - start).count - 1) / resolution.count
        guard first <= end else { return [] }
        return (max(first, end - Self.mostStops)...end).map { start + Milliseconds($0 * resolution.count) }
    }
}
