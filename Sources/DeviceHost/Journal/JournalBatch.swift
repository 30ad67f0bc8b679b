extension JournalQueue {
    /// Changes that are written together.
    struct Batch: Sendable {
        /// The commit that they are written as.
        let commit: Commit
        var changes: [JournalChange] = []
        /// The shards that the changes come from.
        var shards: Set<Int> = []
        /// About how many bytes its changes take.
        var bytes = 0

        init(commit: Commit) { self.commit = commit }

        /// Takes the changes of devices out of it.
        mutating func refuse(_ devices: [Int64: String]) {
            commit.refuse(Refusals(devices: devices.mapValues { .journalUnavailable($0) }))
            changes.removeAll { change in change.device.map { devices[$0] != nil } ?? false }
        }
    }
}
