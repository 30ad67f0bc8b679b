import Fleet

/// Finds other members that this server is to warn of: each once, and only while they live. A server that was started again
/// has the name of its last run, which renews its lease no more.
struct PeerCheck: Sendable {
    /// What is wrong with another member.
    enum Finding: Hashable, Sendable {
        /// It asks for another token.
        case otherToken
        /// It has the name of this server.
        case sameName
    }

    private let name: String
    private let tokenDigest: [UInt8]?
    /// For each member, the number of renewals with which it was first seen.
    private var renewals: [Int64: Int64] = [:]
    private var told: [Int64: Set<Finding>] = [:]

    /// What a server compares others with: what it says of itself.
    init(_ member: NewMember) {
        name = member.name
        tokenDigest = member.tokenDigest
    }

    /// What is to be told of the members in a reading, by their numbers.
    ///
    /// - Parameter me: The number of this server.
    mutating func findings(in reading: FleetReading, apartFrom me: Int64) -> [(member: Int64, finding: Finding)] {
        let others = reading.table.members.filter { $0.number != me }
        let numbers = Set(others.map(\.number))
        renewals = renewals.filter { numbers.contains($0.key) }
        told = told.filter { numbers.contains($0.key) }
        var findings: [(member: Int64, finding: Finding)] = []
        for member in others {
            guard let first = renewals[member.number] else {
                renewals[member.number] = member.renewals
                continue
            }
            guard member.renewals > first, let details = reading.details[member.number] else { continue }
            var found: [Finding] = []
            if details.tokenDigest != tokenDigest { found.append(.otherToken) }
            if details.name == name { found.append(.sameName) }
            for finding in found where told[member.number, default: []].insert(finding).inserted {
                findings.append((member.number, finding))
            }
        }
        return findings
    }
}
