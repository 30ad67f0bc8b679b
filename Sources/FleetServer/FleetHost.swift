import Fleet

/// The devices of this server, as its part in a fleet needs them.
package protocol FleetHost: Sendable {
    /// Reads the devices of a partition into memory.
    ///
    /// - Parameter claim: The partition, in the epoch in which this server owns it.
    /// - Returns: How many devices it has.
    /// - Throws: If they cannot be read; then none is in memory.
    func load(_ claim: Claim) async throws -> Int
    /// Makes everything durable that has happened to the devices of a partition, hands it over, and forgets them.
    ///
    /// - Parameters:
    ///   - claim: The partition, for which no requests are admitted any more.
    ///   - offered: The member that is to have it; nil if everybody may.
    /// - Throws: If that could not be written, or nobody knows whether it was.
    func release(_ claim: Claim, offered: Int64?) async throws
    /// Forgets the devices of partitions at once, without a word to the journal.
    func drop(_ partitions: Set<Partition>) async
    /// Looks whether the database still has what it has acknowledged. Called when it can be reached again.
    ///
    /// - Throws: While nobody knows.
    func checkAcknowledged() async throws
    /// How many devices are in memory.
    var deviceCount: Int { get }
    /// A position in the journal: every step of this server at or below it is durable, or never will be.
    var mark: Int64 { get }
}
