import LifecycleKernel
import WireFormat

/// What is carried out of a play: a step of the start, or an input of the sequence.
enum PlayedMove: Sendable {
    /// Inputs of the start, at one instant.
    case start([Input])
    /// A letter of the sequence.
    case letter(Int)
    /// Time passes, at the start or in the sequence.
    case time(Milliseconds)

    init(_ input: ExploredInput) {
        switch input {
        case .letter(let place): self = .letter(place)
        case .time(let length): self = .time(length)
        }
    }
}

extension Exploration {
    /// The moves of the start.
    ///
    /// - Throws: What is wrong with a step: one of a played exploration sends events, acts, or lets time pass.
    func startMoves() throws(Rejection) -> [PlayedMove] {
        var moves: [PlayedMove] = []
        for (index, step) in start.enumerated() {
            var fields = try FieldReader(step, at: "start[\(index)]")
            if let length = try fields.optionalSeconds("advance") {
                moves.append(.time(length))
            } else {
                moves.append(.start(try StepInputs.read(&fields, count: 1...Self.mostInputsOfStep)))
            }
            try fields.finish()
        }
        return moves
    }

    private static let mostInputsOfStep = 1_000
}

/// What became of one input of a sequence that was played.
struct PlayedStep: Sendable {
    /// The step of a scenario that does the same.
    var step: Value
    /// The properties that it broke.
    var broken: [Breakage] = []
    /// The state of the target at its end.
    var state = ProcessState.notRunning
    /// The records of the target.
    var records: [Record] = []
    /// Whether code of the app ran.
    var ranCode = false
    /// The time on the device at its end.
    var end: Instant
}

/// A sequence that was played.
struct PlayedSequence: Sendable {
    /// What became of each input that was carried out.
    var steps: [PlayedStep]
    /// The state at the end.
    var state: ExploredState
    /// Whether all inputs were carried out.
    var isWhole: Bool
    /// What the app says of itself.
    var situation: String?

    /// The sequence as it was after its first inputs, for telling what they caused.
    func prefix(_ count: Int) -> PlayedSequence {
        PlayedSequence(steps: Array(steps.prefix(count)), state: state, isWhole: true, situation: nil)
    }

    /// How many inputs it took until a property was broken; nil when it was not.
    func length(to broken: Breakage) -> Int? {
        steps.firstIndex { $0.broken.contains(broken) }.map { $0 + 1 }
    }
}
