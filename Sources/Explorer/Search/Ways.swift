extension ExploredInput {
    /// Whether time passes.
    var isTime: Bool { if case .time = self { true } else { false } }
}

/// A way to where a pass was cut.
struct FrontierWay: Sendable {
    var inputs: [ExploredInput]
    var interruptions: Int
}

/// The ways to situations: each is an input after another way.
struct Ways: Sendable {
    /// The way without an input.
    static let start: Int32 = -1
    private var steps: [(previous: Int32, input: ExploredInput)] = []

    mutating func add(_ input: ExploredInput, after previous: Int32) -> Int32 {
        steps.append((previous, input))
        return Int32(steps.count - 1)
    }

    /// The inputs of a way, in order.
    func inputs(to way: Int32) -> [ExploredInput] {
        var inputs: [ExploredInput] = []
        var way = way
        while way != Self.start {
            inputs.append(steps[Int(way)].input)
            way = steps[Int(way)].previous
        }
        return inputs.reversed()
    }
}
