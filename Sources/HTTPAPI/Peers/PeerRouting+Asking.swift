import HTTPTypes
import Hummingbird

// What one server has and is no device: the others are asked for it.
extension PeerRouting {
    /// Sends a request to members, all at once.
    ///
    /// - Parameter isEnough: Whether an answer makes all others superfluous: those that have not come are not waited for.
    /// - Returns: What became of it by the numbers of the members, without those that were not waited for.
    /// - Throws: `CancellationError`.
    func attempts(
        _ request: PeerRequest,
        at members: [Int64],
        until isEnough: (Response) async -> Bool = { _ in false }
    ) async throws -> [Int64: Attempt] {
        try await withThrowingTaskGroup(of: (Int64, Attempt).self) { group in
            for member in members {
                group.addTask { (member, try await attempt(request, to: member, for: .member(member))) }
            }
            var attempts: [Int64: Attempt] = [:]
            while let (member, attempt) = try await group.next() {
                attempts[member] = attempt
                if case .answered(let response) = attempt, await isEnough(response) { break }
            }
            group.cancelAll()
            return attempts
        }
    }

    /// Sends a request to members, all at once.
    ///
    /// - Returns: The answers by the numbers of the members, without those that could not be asked.
    /// - Throws: `CancellationError`.
    func answers(
        to request: PeerRequest,
        of members: [Int64],
        until isEnough: (Response) async -> Bool = { _ in false }
    ) async throws -> [Int64: Response] {
        try await attempts(request, at: members, until: isEnough).compactMapValues { attempt in
            if case .answered(let response) = attempt { response } else { nil }
        }
    }

    /// Asks all other members something until their answers say enough, as long as a request waits for a device.
    ///
    /// - Parameters:
    ///   - request: A request that can be sent again.
    ///   - isEnough: Whether one answer is all that is needed.
    ///   - conclude: What follows from the answers; nil while it is not certain. Gets the members that were asked.
    /// - Throws: `owner-unavailable` if it is not certain in time; `overloaded`; `CancellationError`.
    func ask<Conclusion>(
        _ request: PeerRequest,
        until isEnough: (Response) async -> Bool,
        conclude: ([Int64: Response], Ownership) async throws -> Conclusion?
    ) async throws -> Conclusion {
        var hold = Hold(self)
        while true {
            let ownership = peers.ownership
            let answers = try await answers(to: request, of: ownership.members, until: isEnough)
            if let conclusion = try await conclude(answers, ownership) { return conclusion }
            guard try await hold.look(after: ownership.version) else { throw Problem.notAllAsked }
        }
    }

    /// What all other members have of something that each keeps in memory.
    ///
    /// - Parameter request: A request that changes nothing.
    /// - Returns: The answers, each 200, in no order.
    /// - Throws: `owner-unavailable` if a member has not answered for too long; `overloaded`; `CancellationError`.
    package func answersOfOthers(to request: PeerRequest) async throws -> [Response] {
        try await ask(request) { _ in
            false
        } conclude: { answers, ownership in
            let isWhole = ownership.partitionCount > 0 && answers.count == ownership.members.count
            return isWhole && answers.values.allSatisfy { $0.status == .ok } ? Array(answers.values) : nil
        }
    }
}

extension Problem {
    /// A member that cannot be asked may have what the request is about.
    static var notAllAsked: Problem {
        Problem(
            .ownerUnavailable,
            "A server that cannot be reached now may have it.",
            headers: [.retryAfter: "1"]
        )
    }
}
