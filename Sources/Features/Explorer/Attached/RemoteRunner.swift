import LifecycleKernel
import WireFormat

/// Runs an attached app: code that can neither be copied nor compared, so that every sequence is run from its start.
public protocol RemoteRunner: Sendable {
    /// Has the steps of a remote run carried out.
    ///
    /// - Returns: What has happened on the device since it was made; nil if the runner is gone.
    func run(_ run: RemoteRun) async -> RemoteRunResult?
}

/// Steps to be carried out with the code of an attached app.
public struct RemoteRun: Hashable, Codable, Sendable {
    /// The steps, as scenarios have them: `send`, `act` or `advance`.
    public var steps: [Value]
    /// Whether they follow on those of the remote run before, on its device and with its app; otherwise both are new.
    public var continues: Bool

    public init(steps: [Value], continues: Bool = false) {
        self.steps = steps
        self.continues = continues
    }
}

/// What has happened on the device of a remote run.
public struct RemoteRunResult: Hashable, Sendable {
    /// An input with the instant at which it came: of the remote run, or of the app's code.
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
    public var abstractState: String?
    /// The invariants of the app's code that did not hold.
    public var invariants: [BrokenInvariant]

    public init(inputs: [Input], now: Instant, abstractState: String? = nil, invariants: [BrokenInvariant] = []) {
        self.inputs = inputs
        self.now = now
        self.abstractState = abstractState
        self.invariants = invariants
    }
}

/// An invariant of the app's code that did not hold after a step of a remote run.
public struct BrokenInvariant: Hashable, Codable, Sendable {
    public var name: String
    /// How many steps had been carried out since the device was made, those of the start included.
    public var steps: Int

    public init(name: String, steps: Int) {
        self.name = name
        self.steps = steps
    }
}

extension Exploration {
    /// The device on which each remote run begins, and the records of how it was made.
    ///
    /// Only advances move its clock.
    ///
    /// - Throws: What is wrong with the device, an app or a step of the start.
    public func remoteRunDevice() throws(Rejection) -> (device: Device, records: [Record]) {
        _ = try startMoves()
        var device = try makeStart().device
        let records = device.takeRecords()
        return (device, records)
    }
}

/// What is carried out of a remote run: a step of the start, or an input of the sequence.
enum RemoteMove: Sendable {
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
    /// - Throws: What is wrong with a step: a step of a remote exploration sends events, acts, or lets time pass.
    func startMoves() throws(Rejection) -> [RemoteMove] {
        var moves: [RemoteMove] = []
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

/// The result of one input of a remote run.
struct RemoteStep: Sendable {
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

struct RemoteSequence: Sendable {
    /// What became of each input that was carried out.
    var steps: [RemoteStep]
    var state: ExploredState
    /// Whether all inputs were carried out.
    var isWhole: Bool
    /// What the app says of itself.
    var abstractState: String?

    /// The sequence as it was after its first inputs, for telling what they caused.
    func prefix(_ count: Int) -> RemoteSequence {
        RemoteSequence(steps: Array(steps.prefix(count)), state: state, isWhole: true, abstractState: nil)
    }

    /// How many inputs it took until a property was broken; nil when it was not.
    func length(to broken: Breakage) -> Int? {
        steps.firstIndex { $0.broken.contains(broken) }.map { $0 + 1 }
    }
}
