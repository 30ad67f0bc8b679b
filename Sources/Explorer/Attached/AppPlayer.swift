import LifecycleKernel

/// Plays an attached app: code that can neither be copied nor compared, so that every sequence is played from its start.
public protocol AppPlayer: Sendable {
    /// Has the steps of a play carried out.
    ///
    /// - Returns: What has happened on the device since it was made; nil when nobody plays any more.
    func play(_ play: AppPlay) async -> PlayedLife?
}

/// Steps to be carried out with the code of an attached app.
public struct AppPlay: Hashable, Sendable {
    /// The steps, as scenarios have them: `send`, `act` or `advance`.
    public var steps: [Value]
    /// Whether they follow on those of the play before, on its device and with its app; otherwise both are new.
    public var continues: Bool

    /// Makes a play.
    public init(steps: [Value], continues: Bool = false) {
        self.steps = steps
        self.continues = continues
    }
}

/// What has happened on a device that was played.
public struct PlayedLife: Hashable, Sendable {
    /// An input with the instant at which it came: of the play, or of the app's code.
    public struct Input: Hashable, Sendable {
        /// When it came.
        public var at: Instant
        /// The input.
        public var input: LifecycleKernel.Input

        /// Makes an input.
        public init(at: Instant, _ input: LifecycleKernel.Input) {
            self.at = at
            self.input = input
        }
    }

    /// The inputs since the device was made, in order.
    public var inputs: [Input]
    /// What the device's clock shows.
    public var now: Instant
    /// What the app says of itself, by which its situations are told apart; nil when it says nothing.
    public var situation: String?

    /// Makes a life.
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
