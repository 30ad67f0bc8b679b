import Fleet

extension JournalQueue {
    /// Changes that are written together.
    struct Batch: Sendable {
        /// The commit that they are written as.
        let commit: Commit
        private(set) var changes: [JournalChange] = []

        /// The claim under which each change is made; empty where one server has all devices.
        private(set) var owners: [Claim?] = []

        init(commit: Commit) { self.commit = commit }

        /// The claims under which its changes are made, each once.
        var claims: [Claim] { Set(owners.lazy.compactMap(\.self)).sorted { $0.partition < $1.partition } }

        /// The claims on partitions under which its changes are made; of several on one partition the oldest.
        func oldestClaims(of partitions: Set<Partition>) -> Set<Claim> {
            let found = claims.filter { partitions.contains($0.partition) }
            return Set(
                found.filter { claim in !found.contains { $0.partition == claim.partition && $0.epoch < claim.epoch } }
            )
        }

        mutating func append(_ change: JournalChange, under claim: Claim?, keepingOwner: Bool) {
            changes.append(change)
            if keepingOwner { owners.append(claim) }
        }

        /// Takes the changes of devices out of it.
        mutating func refuse(_ devices: [Int64: String]) {
            commit.refuse(Refusals(devices: devices.mapValues { .journalUnavailable($0) }))
            takeOut { change, _ in change.device.map { devices[$0] != nil } ?? false }
        }

        /// Takes the changes out of it that are made under claims that do not hold any more.
        mutating func disown(_ claims: Set<Claim>) {
            var refusals = Refusals()
            for (change, owner) in zip(changes, owners) {
                guard let owner, claims.contains(owner) else { continue }
                refusals.claims.insert(owner)
                if let device = change.device { refusals.devices[device] = .notOwner(owner.partition) }
            }
            guard !refusals.isEmpty else { return }
            commit.refuse(refusals)
            takeOut { _, owner in owner.map(claims.contains) ?? false }
        }

        private mutating func takeOut(where isOut: (JournalChange, Claim?) -> Bool) {
            let kept = changes.indices.filter { !isOut(changes[$0], owners.isEmpty ? nil : owners[$0]) }
            guard kept.count < changes.count else { return }
            changes = kept.map { changes[$0] }
            if !owners.isEmpty { owners = kept.map { owners[$0] } }
        }

        /// The shards that the changes come from.
        var shards: Set<Int> = []
        /// About how many bytes its changes take.
        var bytes = 0
    }
}
