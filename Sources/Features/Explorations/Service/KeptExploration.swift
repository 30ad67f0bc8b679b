import DeviceHost
import Explorer
import LifecycleKernel
import StateCoding

/// An exploration as servers that share a store keep it there.
struct KeptExploration: Codable, Sendable {
    /// What is asked for, as the body of a request has it, with what the server has chosen.
    var asked: Value
    /// The device that it begins with, if it begins with one.
    var start: ExplorationStart?
    /// The request with an idempotency key that began it.
    var request: ExplorationRequest?
    var row: ExplorationRow
    /// Which server searches; nil while none does.
    var claim: ExplorationClaim?
    /// Whether the search is to be stopped.
    var isStopping = false
    /// How often a search was started.
    var attempts = 0
    /// The name under which the report is kept; nil while there is none.
    var result: String?

    /// Reads what `encoded` has returned.
    ///
    /// - Throws: `storeUnreadable`.
    init(_ bytes: [UInt8]) throws(HostError) {
        do throws(StateCodingError) {
            self = try KeptBytes.decode(Self.self, from: bytes)
        } catch {
            throw .storeUnreadable("an exploration: \(error)")
        }
    }

    init(_ asked: Value, _ start: ExplorationStart?, _ request: ExplorationRequest?, _ row: ExplorationRow) {
        self.asked = asked
        self.start = start
        self.request = request
        self.row = row
    }

    var encoded: [UInt8] { KeptBytes.encode(self) }

    /// Whether a server may search it.
    func isFree(at now: WallInstant) -> Bool { row.isFree(claim, at: now) }
}

extension ExplorationRow {
    /// Whether a server may search it: it waits, or the server that searches does not say any more that it does.
    func isFree(_ claim: ExplorationClaim?, at now: WallInstant) -> Bool {
        status == .queued || status == .running && claim.map { $0.isOver(at: now) } ?? true
    }
}

/// A server searches, as it says every second.
struct ExplorationClaim: Codable, Hashable, Sendable {
    /// The server.
    var server: UInt64
    /// Until when no other one searches.
    var end: WallInstant

    /// For how long a claim holds.
    static let length = Duration.seconds(5)
    /// How often it is renewed.
    static let interval = Duration.seconds(1)

    init(_ server: UInt64, at now: WallInstant) {
        self.server = server
        end = now + Self.length
    }

    /// Whether another server may search.
    func isOver(at now: WallInstant) -> Bool { end.isOver(at: now, length: Self.length) }
}

/// Tells a request from others by its idempotency key, method, path and body.
struct ExplorationRequest: Codable, Hashable, Sendable {
    var key: String
    var hash: UInt64
    var length: Int

    init?(_ claim: AnswerClaim?) {
        guard let claim else { return nil }
        (key, hash, length) = (claim.key, claim.fingerprint.hash, claim.fingerprint.length)
    }

    /// The id of the exploration that it begins, if it does not name one: the same at each server.
    var id: String {
        var generator = SplitMix64(seed: FNV1a.hash(key, from: hash))
        return "exploration-" + DeviceID.randomCharacters(using: &generator)
    }
}
