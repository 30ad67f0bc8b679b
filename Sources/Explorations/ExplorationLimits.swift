import DeviceHost
import LifecycleKernel

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
    /// The most transitions of a search, which bounds its memory: each may lead to a situation, of about 300 bytes.
    package static let transitions = 2_000_000
    /// How much memory one search may take for what it keeps, in bytes.
    static let memory: ByteCount = 268_435_456
    /// How long a client that plays an exploration waits for something to do; it then asks again.
    static let playWait = Duration.seconds(20)
    /// How long nobody may ask for a play, after which the exploration is cancelled.
    static let playSilence = Duration.seconds(60)
    /// How long after its last request the device of a play is deleted, should the server not do so before.
    static let playedDeviceExpiry = Duration.seconds(600)
    /// The most labels.
    package static let labels = 32
    /// How often a stream tells of progress.
    static let progressInterval = Duration.milliseconds(250)
    /// How many failures a stream tells of while a search runs; all of them are in the report.
    static let streamedFailures = 1_000

    /// The defaults.
    package init() {}
}
