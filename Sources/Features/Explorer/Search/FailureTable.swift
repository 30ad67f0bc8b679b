import LifecycleKernel

/// The shortest sequence for each property that was broken.
struct FailureTable: Sendable {
    /// A property that was broken.
    struct Entry: Sendable {
        var broken: Breakage
        var inputs: [ExploredInput]
        var interruptions: Int
        /// In how many abstract states an input breaks it.
        var edges: Int
        /// Whether it is known that no input and no pair of inputs can go.
        var isMinimal = true
    }

    private(set) var entries: [Entry] = []
    private var indices: [Breakage: Int] = [:]

    func holds(_ broken: Breakage) -> Bool { indices[broken] != nil }

    /// Takes a failure up; of two that are as long, the one whose inputs are simpler, with fewer interruptions, in less time.
    mutating func note(_ broken: Breakage, depth: Int, interruptions: Int, inputs: () -> [ExploredInput]) {
        guard let index = indices[broken] else {
            indices[broken] = entries.count
            entries.append(Entry(broken: broken, inputs: inputs(), interruptions: interruptions, edges: 1))
            return
        }
        entries[index].edges += 1
        guard depth <= entries[index].inputs.count else { return }
        let other = Entry(broken: broken, inputs: inputs(), interruptions: interruptions, edges: entries[index].edges)
        if other.isSimpler(than: entries[index]) { entries[index] = other }
    }

    /// Takes up what another pass has found: of each property the shorter sequence.
    mutating func merge(_ other: FailureTable) {
        for one in other.entries {
            guard let index = indices[one.broken] else {
                indices[one.broken] = entries.count
                entries.append(one)
                continue
            }
            let edges = max(entries[index].edges, one.edges)
            if one.inputs.count < entries[index].inputs.count { entries[index] = one }
            entries[index].edges = edges
        }
    }
}

extension FailureTable.Entry {
    private var order: (Int, Int, Int, Int64) {
        var complexity = 0
        var time: Int64 = 0
        for input in inputs {
            switch input {
            case .input(let place): complexity += place + 1
            case .time(let length): time += length.count
            }
        }
        return (inputs.count, complexity, interruptions, time)
    }

    fileprivate func isSimpler(than other: Self) -> Bool { order < other.order }
}
