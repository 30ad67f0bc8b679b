import LifecycleKernel

/// Makes a sequence that breaks a property shorter and rounder, as long as it breaks the same one.
///
/// Each candidate is tried from the start, by a function that says how many of its inputs it takes until the property is broken,
/// or nil when it is not. So declared behavior and remote code are shrunk alike. There are at most so many trials, and
/// none any more once the search is stopped.
struct Shrinking {
    /// Tries a sequence.
    typealias Trial = ([ExploredInput]) async -> Int?

    private let measuresWindows: Bool
    private let isOver: () -> Bool
    /// How many trials are left.
    private var left = Self.trials
    /// Whether a candidate was not tried, as no trial was left or the search was stopped.
    private(set) var isCut = false

    /// The most trials for one failure.
    private static let trials = 2_000
    /// Times are made as round as they can be: a multiple of the first of these that has one.
    private static let rounds: [Int64] = [5_000, 1_000, 500, 100, 50, 10, 1]
    private static let longestRounding: Milliseconds = 5_000

    /// - Parameters:
    ///   - measuresWindows: Whether the window of each passing of time is measured, to make it as short and as round as it can be.
    ///     That takes some fifty trials; otherwise only the next rounder lengths are tried.
    ///   - isOver: Asked before each trial whether to stop.
    init(measuresWindows: Bool = true, isOver: @escaping () -> Bool = { false }) {
        self.measuresWindows = measuresWindows
        self.isOver = isOver
    }

    /// The sequence shrunk: no input and no pair of inputs can go, and times are round.
    mutating func shrunk(_ found: FailureTable.Entry, _ trial: Trial) async -> FailureTable.Entry {
        var shrunk = found
        if let end = await breaks(found.inputs, trial) {
            shrunk.inputs = await withoutNeedless(Array(found.inputs.prefix(end)), trial)
            while let rounded = await rounded(shrunk.inputs, trial) {
                // A pass of time that became longer may do what took two.
                shrunk.inputs = await withoutNeedless(rounded, trial)
                if shrunk.inputs == rounded { break }
            }
        }
        shrunk.isMinimal = !isCut
        return shrunk
    }

    /// How many inputs it takes until the property is broken; nil when it is not, an input is refused, or it may not be tried.
    private mutating func breaks(_ inputs: [ExploredInput], _ trial: Trial) async -> Int? {
        guard left > 0, !isOver() else {
            isCut = true
            return nil
        }
        left -= 1
        return await trial(inputs)
    }

    // MARK: Fewer inputs

    private mutating func withoutNeedless(_ inputs: [ExploredInput], _ trial: Trial) async -> [ExploredInput] {
        var inputs = await withoutParts(inputs, trial)
        while let shorter = await withoutPair(inputs, trial) { inputs = await withoutParts(shorter, trial) }
        return inputs
    }

    /// The sequence without parts that it does not need: halves, quarters and so on to single inputs, until none of them can
    /// go.
    private mutating func withoutParts(_ inputs: [ExploredInput], _ trial: Trial) async -> [ExploredInput] {
        var inputs = inputs
        var size = inputs.count / 2
        while size > 0 {
            let count = inputs.count
            var start = 0
            while start < inputs.count {
                var shorter = inputs
                shorter.removeSubrange(start..<min(start + size, inputs.count))
                if let end = await breaks(shorter, trial) { inputs = Array(shorter.prefix(end)) } else { start += size }
            }
            // What was kept may be needless without what went after it.
            if size > 1 || inputs.count == count { size /= 2 }
        }
        return inputs
    }

    /// The sequence without two inputs that only together can go: what opens and closes, locks and unlocks.
    private mutating func withoutPair(_ inputs: [ExploredInput], _ trial: Trial) async -> [ExploredInput]? {
        for first in inputs.indices {
            for second in inputs.indices where second > first {
                var shorter = inputs
                shorter.remove(at: second)
                shorter.remove(at: first)
                if let end = await breaks(shorter, trial) { return Array(shorter.prefix(end)) }
                if isCut { return nil }
            }
        }
        return nil
    }

    // MARK: Round times

    /// The sequence with round times; nil if none of them changes.
    private mutating func rounded(_ inputs: [ExploredInput], _ trial: Trial) async -> [ExploredInput]? {
        var rounded = inputs
        for place in inputs.indices { rounded = await rounding(rounded, at: place, trial) }
        return rounded == inputs ? nil : rounded
    }

    private mutating func rounding(_ inputs: [ExploredInput], at place: Int, _ trial: Trial) async -> [ExploredInput] {
        guard case .time(let length) = inputs[place] else { return inputs }
        let measured =
            measuresWindows ? await window(of: inputs, at: place, trial) : length...(length + Self.longestRounding)
        guard let window = measured else { return inputs }
        let isLast = place == inputs.count - 1
        let low = window.lowerBound.count
        let high = isLast ? max(low, length.count) : window.upperBound.count
        for unit in Self.rounds {
            let rounded = (low + unit - 1) / unit * unit
            guard rounded <= high, rounded > 0 else { continue }
            if rounded == length.count { return inputs }
            var candidate = inputs
            candidate[place] = .time(Milliseconds(rounded))
            if await breaks(candidate, trial) == inputs.count { return candidate }
        }
        return inputs
    }

    /// The lengths of a passing of time, around that of the sequence, with which the property is broken by just so many inputs;
    /// nil when not enough may be tried.
    mutating func window(of inputs: [ExploredInput], at place: Int, _ trial: Trial) async -> ClosedRange<Milliseconds>?
    {
        guard case .time(let length) = inputs[place] else { return nil }
        func holds(_ count: Int64) async -> Bool {
            var candidate = inputs
            candidate[place] = .time(Milliseconds(count))
            return await breaks(candidate, trial) == inputs.count
        }
        guard await holds(length.count) else { return nil }
        let low = await Self.edge(from: length.count, towards: 0, where: holds)
        let high = await Self.edge(from: length.count, towards: length.count + 86_400_000, where: holds)
        // What was not tried says nothing of where the window ends.
        return isCut ? nil : Milliseconds(low)...Milliseconds(high)
    }

    /// The furthest number from one at which a predicate holds towards another, found by bisection.
    private static func edge(
        from inside: Int64,
        towards outside: Int64,
        where holds: (Int64) async -> Bool
    ) async -> Int64 {
        // Outwards in growing strides, so that an edge close by is not passed over by one far away.
        var inside = inside
        var outside = outside
        let sign: Int64 = outside < inside ? -1 : 1
        var stride: Int64 = 1
        while (outside - inside) * sign > stride {
            let candidate = inside + stride * sign
            guard await holds(candidate) else {
                outside = candidate
                break
            }
            inside = candidate
            stride *= 2
        }
        while abs(outside - inside) > 1 {
            let middle = (inside + outside) / 2
            if await holds(middle) { inside = middle } else { outside = middle }
        }
        guard outside != 0, await holds(outside) else { return inside }
        return outside
    }

    // MARK: For people

    /// The steps of a sequence with their windows; the last passing of time has none.
    mutating func windowed(_ steps: [ExploredFailure.Step], _ trial: Trial) async -> [ExploredFailure.Step] {
        let inputs = steps.map(\.input)
        var windowed = steps
        for place in inputs.indices.dropLast() {
            windowed[place].window = await window(of: inputs, at: place, trial)
        }
        return windowed
    }
}

extension SearchContext {
    /// How many inputs of a sequence it takes until a property is broken; nil when it is not, or an input is refused.
    func length(of inputs: [ExploredInput], to broken: Breakage) -> Int? {
        var state = start
        for (index, input) in inputs.enumerated() {
            guard let effect = take(input, on: &state) else { return nil }
            if effect.broken.contains(broken) { return index + 1 }
        }
        return nil
    }

    /// The steps of a sequence, with what they cause, without windows.
    func steps(of inputs: [ExploredInput]) -> [ExploredFailure.Step] {
        var state = start
        var at: Milliseconds = 0
        var isTaken = true
        return inputs.map { input in
            let step = step(of: input, on: state.device)
            var notes = Notes(records: [])
            let effect = take(input, on: &state, noting: &notes)
            isTaken = isTaken && effect != nil
            if case .time(let length) = input { at = at + length }
            return ExploredFailure.Step(
                input: input,
                name: name(of: input),
                step: step,
                at: at,
                window: nil,
                state: state.device.glance(at: target)?.state ?? .notRunning,
                records: notes.records ?? [],
                broken: isTaken ? effect?.broken ?? [] : []
            )
        }
    }

    /// The step of a scenario that does the same as an input on a device.
    func step(of input: ExploredInput, on device: Device) -> Value {
        switch input {
        case .input(let place): alphabet[place].step(on: device, of: target)
        case .time(let length): ["advance": length.secondsValue]
        }
    }

    func name(of input: ExploredInput) -> String {
        switch input {
        case .input(let place): alphabet[place].name
        case .time(let length): "\(length.secondsText) s pass"
        }
    }
}
