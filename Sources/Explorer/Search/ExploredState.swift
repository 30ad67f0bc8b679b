import LifecycleKernel
import StateCoding

/// A device on which a sequence has happened, with what is remembered of the sequence.
struct ExploredState: Sendable {
    var device: Device
    var monitors: Monitors

    /// What an input caused.
    struct Effect {
        var broken: [Breakage] = []
        var records: [Record] = []
    }
}

/// What a search knows all the time: the letters, the target, and how inputs are taken.
struct SearchContext: Sendable {
    let target: BundleID
    let letters: [Letter]
    let times: [Milliseconds]
    let resolution: Milliseconds
    let options: SituationOptions
    let rules: Rulebook
    let ownProperties: [OwnProperty]
    /// Whether the target preserves and restores its state with its app delegate.
    let restoresState: Bool
    /// The state in which every sequence begins.
    let start: ExploredState

    /// How much one input may set off; a loop of the app's own is cut here.
    private static let limits = AdvanceLimits.standard

    /// Takes an input.
    ///
    /// - Parameter keepsRecords: Whether the effect holds the records, not only what they break.
    /// - Returns: What it caused; nil when the kernel refuses it, and then nothing has changed.
    func take(
        _ input: ExploredInput,
        on state: inout ExploredState,
        keepsRecords: Bool = false
    ) -> ExploredState.Effect? {
        switch input {
        case .letter(let place): take(letters[place], on: &state, keepsRecords: keepsRecords)
        case .time(let length): pass(length, on: &state, keepsRecords: keepsRecords)
        }
    }

    private func take(_ letter: Letter, on state: inout ExploredState, keepsRecords: Bool) -> ExploredState.Effect? {
        guard let glance = state.device.glance(at: target),
            letter.isPossible(glance, windows: state.device.windows(of: target).count),
            let input = letter.input(on: state.device, of: target)
        else { return nil }
        let now = state.device.now
        guard (try? state.device.apply(input, at: now, within: Self.limits)) != nil else { return nil }
        state.monitors.begin(letter, at: now)
        var effect = ExploredState.Effect()
        settle(&state, &effect, crashed: letter.name == "app.crash", keepsRecords: keepsRecords)
        return effect
    }

    /// Lets time pass, instant by instant.
    func pass(
        _ length: Milliseconds,
        on state: inout ExploredState,
        keepsRecords: Bool = false
    ) -> ExploredState.Effect? {
        let end = state.device.now + length
        var effect = ExploredState.Effect()
        while true {
            let due = [state.device.nextDeadline, state.monitors.nextExpiry].compactMap(\.self).min() ?? end
            let next = min(due, end)
            guard let stop = try? state.device.apply(.advance(.to(next)), at: state.device.now, within: Self.limits),
                stop == .reached
            else { return nil }
            settle(&state, &effect, crashed: false, keepsRecords: keepsRecords)
            if next >= end { return effect }
        }
    }

    /// Reads what was written, and looks at the app as it is now.
    private func settle(
        _ state: inout ExploredState,
        _ effect: inout ExploredState.Effect,
        crashed: Bool,
        keepsRecords: Bool
    ) {
        let records = state.device.takeRecords()
        if !ownProperties.isEmpty {
            for record in records where !record.isAdvance {
                effect.broken += state.monitors.read(record, for: ownProperties)
            }
            effect.broken += state.monitors.settle(state.device, for: ownProperties)
        }
        for (index, record) in records.enumerated() where record.bundleID == target && record.appExtension == nil {
            let handler = state.monitors.handler?.rawValue
            if let broken = BuiltInProperty.brokenBy(record, after: records[..<index], in: handler, crashed: crashed) {
                effect.broken.append(broken)
            }
            if let broken = state.monitors.read(record, restores: restoresState) { effect.broken.append(broken) }
        }
        if let glance = state.device.glance(at: target),
            let broken = state.monitors.settle(glance, at: state.device.now)
        {
            effect.broken.append(broken)
        }
        if keepsRecords { effect.records += records }
    }

    /// The situation that a state is in.
    func situation(of state: ExploredState, _ encoder: SituationEncoder) -> Situation {
        state.monitors.words(at: state.device.now).reduce(encoder.situation(of: state.device)) { $0.combined(with: $1) }
    }

    /// Takes a whole sequence from the start.
    ///
    /// - Returns: The state at its end; nil when an input is refused.
    func replay(_ inputs: some Sequence<ExploredInput>) -> ExploredState? {
        var state = start
        for input in inputs where take(input, on: &state) == nil { return nil }
        return state
    }

    /// Whether an input interrupts: it comes while the target's main thread is in a handler.
    func interrupts(_ state: ExploredState) -> Bool { state.device.glance(at: target)?.isInHandler == true }
}

extension Record {
    /// Whether it is the input that lets time pass, which the search makes itself.
    var isAdvance: Bool { if case .input(.advance) = body { true } else { false } }
}
