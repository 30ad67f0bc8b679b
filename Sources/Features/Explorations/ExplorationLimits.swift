import DeviceHost
import LifecycleKernel
import WireFormat

/// How much there is of explorations.
package struct ExplorationLimits: Hashable, Sendable {
    /// How many run at once; more wait.
    package var running = max(1, Machine.cores / 2)
    /// How many wait; one more is refused with `overloaded`.
    package var queued = 16
    /// How many that have ended are kept; the oldest are forgotten.
    package var kept = 32
    /// How many streams of them are open; one more is refused with `overloaded`.
    package var readers = 100
    /// How many threads search, for all explorations together, and the most jobs of one.
    package var threads = Machine.cores

    /// How many jobs share a search unless it says: one core is left to requests.
    package var usualJobs: Int { max(1, threads - 1) }

    /// How long a search may take: unless given, and at most.
    package static let usualBudget: Milliseconds = 10_000
    package static let longestBudget: Milliseconds = 300_000
    /// How long an exploration that has ended is kept: unless given, and at most.
    package static let usualKeeping: Milliseconds = 3_600_000
    package static let longestKeeping: Milliseconds = 86_400_000
    /// The most transitions of a search, which bounds its memory: each may lead to an abstract state, of about 300 bytes.
    package static let transitions = 2_000_000
    /// How much memory one search may take for what it keeps, in bytes.
    static let memory: ByteCount = 268_435_456
    /// How long a client waits for something to do; it then asks again.
    static let remoteRunWait = Duration.seconds(20)
    /// How long nobody may ask for a remote run, after which the exploration is cancelled.
    static let remoteRunSilence = Duration.seconds(60)
    /// How long after its last request the device of a remote run is deleted, should the server not do so before.
    static let remoteRunDeviceExpiry = Duration.seconds(600)
    /// The most labels.
    package static let labels = 32
    /// How often a stream tells of progress.
    static let progressInterval = Duration.milliseconds(250)
    /// How many failures a stream tells of while a search runs; all of them are in the report.
    static let streamedFailures = 1_000

    /// The defaults.
    package init() {}
}

/// Why a request about explorations is refused.
package enum ExplorationError: Error, Hashable, Sendable {
    /// There is no exploration with this id.
    case unknown(String)
    /// The exploration has no failure of this number.
    case unknownFailure(String, Int)
    /// There is an exploration with this id already.
    case exists(String)
    /// There is nothing to explore: no target, a start that is refused, or no input.
    case notExplorable(Rejection)
    /// The exploration has no report yet.
    case withoutReport(String)
    /// The first records of the device that it began with are no longer kept, so no scenario leads there.
    case withoutStart(DeviceID)
    /// No client carries out the runs of the exploration.
    case notRemote(String)
    /// The remote run is not the one that was handed out last, or was reported already.
    case unknownRemoteRun(Int)
    /// There is too much to do now; with the reason.
    case overloaded(Sentence)

    /// What is wrong, for people.
    package var detail: Sentence {
        switch self {
        case .unknown(let id): "There is no exploration \(id, as: "exploration")."
        case .unknownFailure(let id, let number):
            "The exploration \(id, as: "exploration") has found no failure \(number, as: "failure")."
        case .exists(let id): "There is an exploration \(id, as: "exploration") already."
        case .notExplorable(let rejection): rejection.detail
        case .withoutReport(let id):
            "The exploration \(id, as: "exploration") has no report yet: its failures are shown when it has ended."
        case .withoutStart(let device):
            """
            The first records of the device \(device, as: "device") are no longer kept, or its timeline cannot be written \
            as a scenario.
            """
        case .notRemote(let id):
            """
            The exploration \(id, as: "exploration") has no remote runs: it was begun without "remote": true.
            """
        case .unknownRemoteRun(let number):
            """
            The remote run \(number, as: "run") was reported already, or is not the one that the server handed out last. \
            Ask without a report.
            """
        case .overloaded(let reason): reason
        }
    }
}
