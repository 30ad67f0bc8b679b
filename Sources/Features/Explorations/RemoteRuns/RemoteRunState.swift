import DeviceHost
import Explorer
import LifecycleKernel
import WireFormat

/// Which run of an exploration is wanted, handed out or reported. A pure value, which servers that share a store keep there.
struct RemoteRunState: Codable, Hashable, Sendable {
    struct RunDevice: Codable, Hashable, Sendable {
        var id: DeviceID
        /// The last record of how it was made.
        var made: SequenceNumber
    }

    /// What became of a remote run.
    struct Outcome: Codable, Hashable, Sendable {
        /// The records of the inputs on its device since it was made.
        var inputs: [Record]
        /// What the device's clock shows.
        var now: Instant
        /// What the app says of itself.
        var abstractState: String?
        /// The invariants of its code that did not hold.
        var invariants: [BrokenInvariant]

        var life: RemoteRunResult {
            let inputs = inputs.compactMap { record -> RemoteRunResult.Input? in
                guard case .input(let input) = record.body else { return nil }
                return RemoteRunResult.Input(at: record.time, input)
            }
            return RemoteRunResult(
                inputs: inputs,
                now: now,
                abstractState: abstractState,
                invariants: invariants
            )
        }
    }

    /// A remote run that is being handed out.
    struct Claim: Sendable {
        var number: Int
        var steps: [Value]
        /// The device, when the remote run goes on there.
        var device: RunDevice?
        /// A device that is used no more.
        var unused: DeviceID?
    }

    /// What a client that asks for a remote run gets.
    enum Turn: Sendable {
        case run(Claim)
        /// There is none yet.
        case wait
        /// Another client has asked since.
        case replaced
    }

    private var wanted: RemoteRun?
    /// What became of the wanted remote run; nil before it was reported.
    private(set) var outcome: Outcome?
    /// All steps since the device was made, those of the wanted remote run included.
    private var steps: [Value] = []
    /// How many of them had been carried out before those of the remote run that was handed out last.
    private var carriedOut = 0
    /// The invariants that did not hold on the device, each as it was seen first.
    private var invariants: [BrokenInvariant] = []
    private var number = 0
    /// Whether the last remote run is handed out and was not reported.
    private var isOut = false
    private var device: RunDevice?
    /// The client that asked last.
    private var waiter: UInt64?
    /// When a client was last there.
    private(set) var contact: WallInstant

    init(contact: WallInstant) { self.contact = contact }

    // MARK: The search

    /// Begins a search, perhaps anew.
    ///
    /// - Returns: A device that is used no more.
    mutating func begin(at now: WallInstant) -> DeviceID? {
        let unused = withdraw()
        steps = []
        contact = now
        return unused
    }

    /// Wants a remote run.
    mutating func want(_ run: RemoteRun, at now: WallInstant) {
        steps = run.continues ? steps + run.steps : run.steps
        wanted = run
        outcome = nil
        contact = now
    }

    /// Wants nothing any more.
    ///
    /// - Returns: The device of the last remote run, which is used no more.
    mutating func withdraw() -> DeviceID? {
        defer { (wanted, outcome, device, isOut) = (nil, nil, nil, false) }
        return device?.id
    }

    // MARK: The client

    /// Hands the wanted remote run out; if there is none, has the client wait, in place of another one that waits.
    ///
    /// One that was handed out before is handed out anew with all steps on a new device: its client has lost it.
    ///
    /// - Parameters:
    ///   - client: Who asks.
    ///   - isFirst: Whether it has not been waiting.
    mutating func turn(of client: UInt64, isFirst: Bool, at now: WallInstant) -> Turn {
        if isFirst {
            contact = now
            waiter = client
        }
        guard waiter == client else { return .replaced }
        guard let wanted, outcome == nil else { return .wait }
        waiter = nil
        number += 1
        if wanted.continues, !isOut, let device {
            isOut = true
            carriedOut = steps.count - wanted.steps.count
            return .run(Claim(number: number, steps: wanted.steps, device: device))
        }
        let unused = device?.id
        isOut = true
        carriedOut = 0
        invariants = []
        device = nil
        return .run(Claim(number: number, steps: steps, unused: unused))
    }

    /// Takes up the device that was made for a remote run.
    ///
    /// - Returns: Whether it is still wanted.
    mutating func take(_ made: RunDevice, for number: Int) -> Bool {
        guard isOut(number) else { return false }
        device = made
        return true
    }

    /// Takes a remote run back that could not be handed out.
    mutating func takeBack(_ number: Int) {
        guard number == self.number else { return }
        isOut = false
        device = nil
    }

    /// The device of a remote run that a client reports; nil when the remote run is not the one that is handed out.
    mutating func device(ofReported number: Int, at now: WallInstant) -> RunDevice? {
        contact = now
        return isOut(number) ? device : nil
    }

    /// Gives the search what became of its remote run, with what did not hold in the runs on its device that it continues.
    ///
    /// - Returns: Whether the remote run is the one that is handed out.
    mutating func give(_ outcome: Outcome, of number: Int) -> Bool {
        guard isOut(number), device != nil else { return false }
        isOut = false
        for broken in outcome.invariants.sorted(by: { $0.steps < $1.steps })
        where !invariants.contains(where: { $0.name == broken.name }) {
            invariants.append(BrokenInvariant(name: broken.name, steps: carriedOut + broken.steps))
        }
        self.outcome = outcome
        self.outcome?.invariants = invariants
        return true
    }

    private func isOut(_ number: Int) -> Bool { number == self.number && isOut && wanted != nil }
}
