/// What happened to a member, told by the driver that carries out its decisions.
///
/// Answers of the database belong to the connection on which they were asked for: an answer that comes after
/// `disconnected` is not told. Every `claim`, `reclaim`, `fence`, `renew`, `readTable` and `release` gets an answer as long
/// as its connection goes on, and every `load` gets one in any case; when no answer comes in time, the driver ends the
/// connection. What became of a request without an answer is seen when the table is read on the next connection.
public enum FleetEvent: Sendable {
    /// A connection to the database was made.
    ///
    /// `isSettled` says whether this run of the database is the one that the table `setting` names as settled. It is not
    /// after a standby was promoted, until a member has decided `markSettled`.
    case connected(isSettled: Bool)
    /// The connection ended, or no answer came in time.
    case disconnected
    /// A renewal that was sent at a reading was carried out, at an instant of the database's clock in microseconds.
    case renewed(sent: Duration, at: Int64)
    /// The statement of a renewal failed, or the member's row was held by others; the connection goes on.
    case renewalFailed
    /// The table was read, by a statement sent at a reading.
    case tableRead(FleetTable, sent: Duration)
    /// The table was not read, though the connection goes on.
    case readFailed
    /// The database was told of a change in the fleet.
    case notified
    /// A claim got these partitions; none when it was refused.
    case claimed([Claim])
    /// An attempt to fence a member ended: it is gone, or it was refused, because the member has renewed its lease.
    case fenceEnded(Int64)
    /// The member has no row in the database any more.
    case wasFenced
    /// The devices of a partition are in memory.
    case loaded(Claim)
    /// The devices of a partition could not be read.
    case loadingFailed(Claim)
    /// The release of a partition is durable, or was refused, because the member is not its owner.
    case released(Claim)
    /// The release of a partition could not be written, or nobody knows whether it was. It is decided again when the table
    /// was read, if the member still owns the partition.
    case releaseFailed(Claim)
    /// The database has lost changes that it had acknowledged under these claims, as a standby may that is promoted.
    case lost([Claim])
    /// The server is to stop.
    case stopAsked
    /// The reading of `Membership.wake` has come.
    case woken
}

/// What a member's driver is to do.
///
/// What asks the database is sent on the connection of which the member knows, and is given up with it: a decision rests
/// on what was observed there.
public enum FleetDecision: Equatable, Sendable {
    /// Renew the lease, without waiting for a slow disk.
    case renew
    /// Read the members and partitions in one statement.
    case readTable
    /// Delete the row of a member if its number of renewals is still this one, and free its partitions.
    case fence(Int64, key: UInt64, renewals: Int64)
    /// Claim up to so many of these partitions, the first ones first, of those that are free.
    case claim([Partition], limit: Int)
    /// Begin a new epoch of a partition that is still owned in this one.
    case reclaim(Claim)
    /// Read the devices of a partition into memory.
    case load(Claim)
    /// Say in the database that a partition is owned, not loading. It has no answer; a table shows whether it was done.
    case showOwned(Claim)
    /// Hand a partition over, then release it.
    ///
    /// It is decided again after it failed, and on the next connection after its own has ended; then a handover that has
    /// begun goes on, for the member that is offered the partition now.
    case release(Claim, offered: Int64?)
    /// Forget the devices of partitions at once, without a word to the journal.
    case drop([Partition])
    /// Say in the table `setting` that this run of the database is settled.
    case markSettled
    /// Say in the member's row that it is leaving.
    case markLeaving
    /// Delete the member's row: it owns nothing any more.
    case leave
    /// Come back as a new member.
    case rejoin
}
