import Fleet

/// Finds changes in the fleet that a reading of the table shows and no notification has told.
///
/// A reading may be quicker than the notification, so a change counts as missed when none has come until the next reading.
struct NoticeCheck: Sendable {
    /// Whether a notification has come since the reading before.
    private var wasTold = true
    /// Whether the reading before has shown a change that none had told.
    private var isWaiting = false

    /// A notification has come, or there could be none: the connection is new, or the change is this server's own.
    mutating func told() {
        wasTold = true
        isWaiting = false
    }

    /// The table was read.
    ///
    /// - Parameter isChanged: Whether another server has changed it since the reading before.
    /// - Returns: Whether the notification of an earlier change was missed.
    mutating func read(isChanged: Bool) -> Bool {
        let isMissed = isWaiting
        isWaiting = isChanged && !wasTold
        wasTold = false
        return isMissed
    }
}

extension FleetTable {
    /// Whether members that are told to others, or owners, have changed, apart from what a member has changed itself.
    func isChanged(since old: FleetTable, apartFrom me: Int64) -> Bool {
        func others(_ table: FleetTable) -> [[Int64]] {
            table.members.filter { $0.number != me }.map { [$0.number, $0.isLeaving ? 1 : 0] }
        }
        guard others(self) == others(old) else { return true }
        return zip(partitions, old.partitions).contains { new, old in
            (new.owner, new.epoch) != (old.owner, old.epoch) && new.owner != me && old.owner != me
        }
    }
}
