import DeviceHost
import Fleet
import HTTPAPI
import Hummingbird
import WireFormat

/// The marks of the other owners as of now: each is asked for its own. Those that do not answer soon have none.
package struct AskedMarks: MarkSource {
    private let peers: any Peers

    /// How long the others may take. A server that is reached answers within a few milliseconds.
    private static let timeout = Duration.milliseconds(300)

    /// Makes the source.
    package init(peers: any Peers) { self.peers = peers }

    /// The marks of those that have answered in time.
    package func marks() async -> [Mark] {
        let owners = peers.ownership.others
        guard !owners.isEmpty else { return [] }
        return await withTaskGroup(of: Answer.self) { group in
            for (owner, partitions) in owners { group.addTask { .mark(await mark(of: owner, for: Set(partitions))) } }
            group.addTask {
                try? await Task.sleep(for: Self.timeout)
                return .tooLate
            }
            var marks: [Mark] = []
            var missing = owners.count
            while missing > 0, case .mark(let mark)? = await group.next() {
                missing -= 1
                if let mark { marks.append(mark) }
            }
            group.cancelAll()
            return marks
        }
    }

    private enum Answer: Sendable {
        case mark(Mark?)
        case tooLate
    }

    /// - Parameter owned: The partitions that it owns: what it says of others does not count.
    private func mark(of owner: Int64, for owned: Set<Partition>) async -> Mark? {
        guard let answer = try? await peers.send(.mark(timeout: Self.timeout), to: owner), answer.status == .ok,
            let body = try? await answer.body.collect(upTo: Self.longestAnswer),
            let document = try? JSONText.parse(body.readableBytesView), var mark = Mark(document)
        else { return nil }
        mark.partitions = mark.partitions.filter(owned.contains)
        return mark
    }

    /// In bytes; enough for many partitions.
    private static let longestAnswer = 65_536
}
