import LifecycleKernel
import WireFormat

/// Repeats the inputs of a remote run on a device of the search's own, to read what it broke and where each input began.
///
/// The same inputs give the same records, so the device becomes that of the run.
struct LifeFollower {
    private let context: SearchContext
    private let moves: [RemoteMove]
    /// How many of the moves are of the start.
    private let startCount: Int
    private(set) var state: ExploredState
    private var steps: [RemoteStep] = []
    /// The move that comes next.
    private var next = 0
    /// The end of the passing of time that is under way, or was last.
    private var end: Instant
    private var isRefused = false

    init(_ context: SearchContext, start: [RemoteMove], _ inputs: [ExploredInput]) {
        self.context = context
        moves = start + inputs.map(RemoteMove.init)
        startCount = start.count
        state = context.start
        end = context.start.device.now
    }

    /// Follows a life from its beginning.
    mutating func follow(_ life: RemoteRunResult) -> RemoteSequence {
        var rest = life.inputs[...]
        while let first = rest.first, !isRefused {
            pass(to: first.at)
            for _ in 0..<beginMove(rest) {
                if let taken = rest.popFirst() { take(taken.input) }
            }
        }
        pass(to: life.now)
        note(life.invariants)
        let isWhole = !isRefused && next == moves.count && state.device.now >= end
        return RemoteSequence(steps: steps, state: state, isWhole: isWhole, abstractState: life.abstractState)
    }

    // MARK: Whose input it is

    /// Begins the next move if the first of these inputs are its own.
    ///
    /// - Returns: How many inputs are to be taken: those of the move, or one of the app's code.
    private mutating func beginMove(_ rest: ArraySlice<RemoteRunResult.Input>) -> Int {
        guard next < moves.count, state.device.now >= end else { return 1 }
        switch moves[next] {
        case .start(let inputs): return begin(inputs, in: rest, tried: nil)
        case .input(let place):
            let tried = context.alphabet[place]
            guard let inputs = tried.inputs(on: state.device, of: context.target) else { return 1 }
            return begin(inputs, in: rest, tried: tried)
        case .time(let length):
            // While a handler has not returned, it is the app's code that lets time pass.
            guard case .advance? = rest.first?.input, state.device.pendingCallback(of: context.target) == nil else {
                return 1
            }
            end = state.device.now + length
            beginStep()
            return 1
        }
    }

    private mutating func begin(
        _ inputs: [Input],
        in rest: ArraySlice<RemoteRunResult.Input>,
        tried: TriedInput?
    ) -> Int {
        guard rest.prefix(inputs.count).map(\.input) == inputs else { return 1 }
        beginStep()
        if let tried { state.monitors.begin(tried, at: state.device.now) }
        return inputs.count
    }

    private mutating func beginStep() {
        next += 1
        guard next > startCount else { return }
        steps.append(RemoteStep(step: step(of: moves[next - 1]), end: state.device.now))
    }

    private func step(of move: RemoteMove) -> Value {
        switch move {
        case .start: .object([])
        case .input(let place): context.step(of: .input(place), on: state.device)
        case .time(let length): context.step(of: .time(length), on: state.device)
        }
    }

    // MARK: Taking inputs

    private mutating func take(_ input: Input) {
        let before = state.device
        guard (try? state.device.apply(input, at: before.now, within: .standard)) != nil else {
            isRefused = true
            return
        }
        if case .completion(let app, _) = input, app == context.target { edit { $0.ranCode = true } }
        read(state.device.takeRecords(), since: before)
    }

    /// Lets the time pass that a clock has moved by itself.
    private mutating func pass(to instant: Instant) {
        guard instant > state.device.now, !isRefused else { return }
        let before = state.device
        guard state.device.settle(before: instant, within: .standard) == .reached else {
            isRefused = true
            return
        }
        read(state.device.takeRecords(), since: before)
    }

    /// Reads records instant by instant; at the end of each the device is looked at as it was then.
    private mutating func read(_ records: [Record], since before: Device) {
        var copy = before
        var rest = records[...]
        while let instant = instant(of: rest), instant < state.device.now {
            let settled = rest.prefix { $0.time <= instant }
            rest = rest.dropFirst(settled.count)
            _ = try? copy.apply(.advance(.to(instant)), at: copy.now, within: .standard)
            _ = copy.takeRecords()
            note(Array(settled), on: copy)
        }
        note(Array(rest), on: state.device)
    }

    /// The next instant at which something was written, or a monitor expires.
    private func instant(of records: ArraySlice<Record>) -> Instant? {
        [records.first?.time, state.monitors.nextExpiry].compactMap(\.self).min()
    }

    private mutating func note(_ records: [Record], on device: Device) {
        var notes = Notes(records: [])
        let broken = context.read(records, on: device, &state.monitors, noting: &notes)
        let target = context.target
        edit {
            $0.broken += broken
            $0.records += notes.records ?? []
            $0.state = device.glance(at: target)?.state ?? .notRunning
            $0.end = device.now
        }
    }

    /// Notes the invariants that did not hold, each after the first input with which it did not.
    private mutating func note(_ invariants: [BrokenInvariant]) {
        for invariant in invariants.sorted(by: { $0.steps < $1.steps }) {
            let place = invariant.steps - startCount - 1
            let broken = Breakage(invariant: invariant.name)
            guard steps.indices.contains(place), !steps.contains(where: { $0.broken.contains(broken) }) else {
                continue
            }
            steps[place].broken.append(broken)
        }
    }

    private mutating func edit(_ change: (inout RemoteStep) -> Void) {
        guard next > startCount else { return }
        change(&steps[steps.count - 1])
    }
}
