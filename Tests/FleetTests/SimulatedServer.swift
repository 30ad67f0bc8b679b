import Fleet
import FleetTestKit

/// A place of the simulation at which one server after another runs.
struct SimulatedServer {
    /// A connection to the database.
    struct Connection {
        let id: Int
        /// The run of the database to which it leads.
        let run: Int
        var session = 0
        /// When the last request arrives, and its answer: they do not overtake each other.
        var lastArrival: Int64 = 0
        var lastReply: Int64 = 0
    }

    /// The rate of its clock above that of time, in millionths.
    let drift: Int64
    /// What its clock shows at the beginning, in microseconds.
    let offset: Int64
    let kernel: String
    let lease: Duration

    var membership: Membership?
    var connection: Connection?
    /// Grows when a server ends, so that nothing of it happens to the next one.
    var life = 0
    var isRunning = false
    var isCut = false
    var pausedUntil: Int64 = 0
    var wake: Duration?

    /// What its monotonic clock shows at an instant.
    func reading(at now: Int64) -> Duration { .microseconds(offset + now + now * drift / 1_000_000) }

    /// The first instant at which its clock shows a reading.
    func instant(of reading: Duration) -> Int64 {
        // Of a reading between two microseconds the later one.
        let elapsed = Int64(reading / .microseconds(1)) + 1 - offset
        return elapsed * 1_000_000 / (1_000_000 + drift) + 1
    }
}
