import LifecycleKernel

/// The shortest sequence for each property that was broken.
struct FailureTable: Sendable {
    /// A property that was broken.
    struct Found: Sendable {
        var broken: Breakage
        var inputs: [ExploredInput]
        var interruptions: Int
        /// In how many situations an input breaks it.
        var edges: Int
        /// Whether it is known that no input and no pair of inputs can go.
        var isMinimal = true
    }

    private(set) var found: [Found] = []
    private var places: [Breakage: Int] = [:]

    /// Whether a property was broken.
    func holds(_ broken: Breakage) -> Bool { places[broken] != nil }

    /// Takes a failure up; of two that are as long, the one whose letters are simpler, with fewer interruptions, in less time.
    mutating func note(_ broken: Breakage, depth: Int, interruptions: Int, inputs: () -> [ExploredInput]) {
        guard let place = places[broken] else {
            places[broken] = found.count
            found.append(Found(broken: broken, inputs: inputs(), interruptions: interruptions, edges: 1))
            return
        }
        found[place].edges += 1
        guard depth <= found[place].inputs.count else { return }
        let other = Found(broken: broken, inputs: inputs(), interruptions: interruptions, edges: found[place].edges)
        if other.isSimpler(than: found[place]) { found[place] = other }
    }

    /// Takes up what another pass has found: of each property the shorter sequence.
    mutating func merge(_ other: FailureTable) {
        for one in other.found {
            guard let place = places[one.broken] else {
                places[one.broken] = found.count
                found.append(one)
                continue
            }
            let edges = max(found[place].edges, one.edges)
            if one.inputs.count < found[place].inputs.count { found[place] = one }
            found[place].edges = edges
        }
    }
}

extension FailureTable.Found {
    private var order: (Int, Int, Int, Int64) {
        var places = 0
        var time: Int64 = 0
        for input in inputs {
            switch input {
            case .letter(let place): places += place + 1
            case .time(let length): time += length.count
            }
        }
        return (inputs.count, places, interruptions, time)
    }

    func isSimpler(than other: Self) -> Bool { order < other.order }
}
