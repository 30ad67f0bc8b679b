import LifecycleKernel
import WireFormat

/// Plays an attached app: code that can neither be copied nor compared, so that every sequence is played from its start.
public protocol AppPlayer: Sendable {
    /// Has the steps of a play carried out.
    ///
    /// - Returns: What has happened on the device since it was made; nil when nobody plays any more.
    func play(_ play: AppPlay) async -> PlayedLife?
}

/// Steps to be carried out with the code of an attached app.
public struct AppPlay: Hashable, Codable, Sendable {
    /// The steps, as scenarios have them: `send`, `act` or `advance`.
    public var steps: [Value]
    /// Whether they follow on those of the play before, on its device and with its app; otherwise both are new.
    public var continues: Bool

    public init(steps: [Value], continues: Bool = false) {
        self.steps = steps
        self.continues = continues
    }
}

/// What has happened on a device that was played.
public struct PlayedLife: Hashable, Sendable {
    /// An input with the instant at which it came: of the play, or of the app's code.
    public struct Input: Hashable, Sendable {
        public var at: Instant
        public var input: LifecycleKernel.Input

        public init(at: Instant, _ input: LifecycleKernel.Input) {
            self.at = at
            self.input = input
        }
    }

    /// The inputs since the device was made, in order.
    public var inputs: [Input]
    /// What the device's clock shows.
    public var now: Instant
    /// What the app says of itself, by which its abstract states are told apart; nil when it says nothing.
    public var situation: String?

    public init(inputs: [Input], now: Instant, situation: String? = nil) {
        self.inputs = inputs
        self.now = now
        self.situation = situation
    }
}

extension Exploration {
    /// The device on which each play begins, and the records of how it was made.
    ///
    /// Only advances move its clock.
    ///
    /// - Throws: What is wrong with the device, an app or a step of the start.
    public func playedDevice() throws(Rejection) -> (device: Device, records: [Record]) {
        _ = try startMoves()
        var device = try makeStart().device
        let records = device.takeRecords()
        return (device, records)
    }
}

/// What is carried out of a play: a step of the start, or an input of the sequence.
enum PlayedMove: Sendable {
    /// Inputs of the start, at one instant.
    case start([Input])
    /// An input of the sequence.
    case input(Int)
    /// Time passes, at the start or in the sequence.
    case time(Milliseconds)

    init(_ input: ExploredInput) {
        switch input {
        case .input(let place): self = .input(place)
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
    var records: [Record] = []
    var ranCode = false
    /// The time on the device at its end.
    var end: Instant
}

struct PlayedSequence: Sendable {
    /// What became of each input that was carried out.
    var steps: [PlayedStep]
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
