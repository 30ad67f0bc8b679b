import DeviceHost
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
        let owners = peers.ownership.others.keys.sorted()
        guard !owners.isEmpty else { return [] }
        return await withTaskGroup(of: Answer.self) { group in
            for owner in owners { group.addTask { .mark(await mark(of: owner)) } }
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

    private func mark(of owner: Int64) async -> Mark? {
        guard let answer = try? await peers.send(.mark(timeout: Self.timeout), to: owner), answer.status == .ok,
            let body = try? await answer.body.collect(upTo: Self.longestAnswer),
            let document = try? JSONText.parse(body.readableBytesView)
        else { return nil }
        return Mark(document)
    }

    /// In bytes; enough for many partitions.
    private static let longestAnswer = 65_536
}
