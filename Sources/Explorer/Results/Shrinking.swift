import LifecycleKernel

/// Makes a sequence that breaks a property shorter and rounder, as long as it breaks the same one.
struct Shrinking {
    private let context: SearchContext
    private let target: Breakage

    /// Times are made as round as they can be: a multiple of the first of these that has one.
    private static let rounds: [Int64] = [5_000, 1_000, 500, 100, 50, 10, 1]

    init(_ context: SearchContext, target: Breakage) {
        self.context = context
        self.target = target
    }

    /// The sequence shrunk: no input and no pair of inputs can go, and times are round.
    func shrunk(_ found: FailureTable.Found) -> FailureTable.Found {
        var inputs = found.inputs
        guard let end = breaks(inputs) else { return found }
        inputs = Array(inputs.prefix(end))
        inputs = withoutNeedless(inputs)
        for place in inputs.indices { inputs = rounding(inputs, at: place) }
        var shrunk = found
        shrunk.inputs = inputs
        return shrunk
    }

    /// How many inputs it takes until the property is broken; nil when it is not, or an input is refused.
    func breaks(_ inputs: [ExploredInput]) -> Int? {
        var state = context.start
        for (index, input) in inputs.enumerated() {
            guard let effect = context.take(input, on: &state) else { return nil }
            if effect.broken.contains(target) { return index + 1 }
        }
        return nil
    }

    // MARK: Fewer inputs

    private func withoutNeedless(_ inputs: [ExploredInput]) -> [ExploredInput] {
        var inputs = inputs
        while let shorter = withoutSome(inputs) { inputs = shorter }
        return inputs
    }

    /// The sequence without one input, or without two, if it breaks the property then.
    private func withoutSome(_ inputs: [ExploredInput]) -> [ExploredInput]? {
        for first in inputs.indices {
            var shorter = inputs
            shorter.remove(at: first)
            if let end = breaks(shorter) { return Array(shorter.prefix(end)) }
        }
        for first in inputs.indices {
            for second in inputs.indices where second > first {
                var shorter = inputs
                shorter.remove(at: second)
                shorter.remove(at: first)
                if let end = breaks(shorter) { return Array(shorter.prefix(end)) }
            }
        }
        return nil
    }

    // MARK: Round times

    private func rounding(_ inputs: [ExploredInput], at place: Int) -> [ExploredInput] {
        guard case .time(let length) = inputs[place], let window = window(of: inputs, at: place) else { return inputs }
        let isLast = place == inputs.count - 1
        let low = window.lowerBound.count
        let high = isLast ? max(low, length.count) : window.upperBound.count
        for unit in Self.rounds {
            let rounded = (low + unit - 1) / unit * unit
            guard rounded <= high, rounded > 0 else { continue }
            var candidate = inputs
            candidate[place] = .time(Milliseconds(rounded))
            if breaks(candidate) == inputs.count { return candidate }
        }
        return inputs
    }

    /// The lengths of a passing of time, around that of the sequence, with which the property is broken by just so many inputs.
    func window(of inputs: [ExploredInput], at place: Int) -> ClosedRange<Milliseconds>? {
        guard case .time(let length) = inputs[place] else { return nil }
        func holds(_ count: Int64) -> Bool {
            var candidate = inputs
            candidate[place] = .time(Milliseconds(count))
            return breaks(candidate) == inputs.count
        }
        guard holds(length.count) else { return nil }
        let low = edge(from: length.count, towards: 0, where: holds)
        let high = edge(from: length.count, towards: length.count + 86_400_000, where: holds)
        return Milliseconds(low)...Milliseconds(high)
    }

    /// The furthest number from one at which a predicate holds towards another, found by bisection.
    private func edge(from inside: Int64, towards outside: Int64, where holds: (Int64) -> Bool) -> Int64 {
        // Outwards in growing strides, so that an edge close by is not passed over by one far away.
        var inside = inside
        var outside = outside
        let sign: Int64 = outside < inside ? -1 : 1
        var stride: Int64 = 1
        while (outside - inside) * sign > stride {
            let candidate = inside + stride * sign
            guard holds(candidate) else {
                outside = candidate
                break
            }
            inside = candidate
            stride *= 2
        }
        while abs(outside - inside) > 1 {
            let middle = (inside + outside) / 2
            if holds(middle) { inside = middle } else { outside = middle }
        }
        return outside != 0 && holds(outside) ? outside : inside
    }

    // MARK: For people

    /// The steps of a sequence, with what they cause.
    func steps(of inputs: [ExploredInput]) -> [ExploredFailure.Step] {
        var state = context.start
        var at: Milliseconds = 0
        return inputs.enumerated().map { place, input in
            let step = context.step(of: input, on: state.device)
            var notes = Notes(records: [])
            _ = context.take(input, on: &state, noting: &notes)
            if case .time(let length) = input { at = at + length }
            return ExploredFailure.Step(
                input: input,
                name: context.name(of: input),
                step: step,
                at: at,
                window: place < inputs.count - 1 ? window(of: inputs, at: place) : nil,
                state: state.device.glance(at: context.target)?.state ?? .notRunning,
                records: notes.records ?? []
            )
        }
    }
}

extension SearchContext {
    /// The step of a scenario that does the same as an input on a device.
    func step(of input: ExploredInput, on device: Device) -> Value {
        switch input {
        case .letter(let place): letters[place].step(on: device, of: target)
        case .time(let length): ["advance": length.secondsValue]
        }
    }

    /// What an input is called.
    func name(of input: ExploredInput) -> String {
        switch input {
        case .letter(let place): letters[place].name
        case .time(let length): "\(length.secondsText) s pass"
        }
    }
}
