import Fleet
import HTTPTypes
import Hummingbird

// What lives in the memory of each server, and is listed by any.
extension PeerRouting {
    /// Asks every other server that owns devices, and again until all have answered.
    ///
    /// - Parameter request: What each is asked. It changes nothing.
    /// - Returns: The answers, each 200, in no order.
    /// - Throws: `owner-unavailable` if a server has not answered for too long; `overloaded`; `CancellationError`.
    package func answersOfOthers(to request: PeerRequest) async throws -> [Response] {
        var hold = Hold(self)
        while true {
            let ownership = peers.ownership
            let members = ownership.others.keys.sorted()
            let answers = try await withThrowingTaskGroup(of: Response?.self) { group in
                for member in members {
                    group.addTask {
                        guard case .answered(let answer) = try await attempt(request, to: member, for: .anyOwner)
                        else { return nil }
                        return answer.status == .ok ? answer : nil
                    }
                }
                return try await group.reduce(into: [Response]()) { $0 += $1.map { [$0] } ?? [] }
            }
            if ownership.partitionCount > 0, answers.count == members.count { return answers }
            guard try await hold.look(after: ownership.version) else {
                throw Problem(
                    .ownerUnavailable,
                    "Not all servers that own devices can be reached now.",
                    headers: [.retryAfter: "1"]
                )
            }
        }
    }
}
