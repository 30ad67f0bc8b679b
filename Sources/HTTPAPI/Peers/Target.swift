import DeviceHost
import Fleet

/// The servers that can answer a request.
package enum Target: Hashable, Sendable {
    /// The owner of a partition.
    case owner(Partition)
    /// Any that owns something.
    case anyOwner
    /// One member, whatever it owns.
    case member(Int64)
}

extension Peers {
    /// What is to be done with a request.
    func verdict(for target: Target) -> Membership.Verdict {
        switch target {
        case .owner(let partition): return verdict(for: partition)
        case .anyOwner:
            let ownership = ownership
            if let own = ownership.own.first { return .answer(epoch: own.epoch) }
            return ownership.others.keys.randomElement().map { .forward(to: $0) } ?? .unavailable
        case .member(let number):
            return ownership.members.contains(number) ? .forward(to: number) : .unavailable
        }
    }

    /// Waits until something else is to be done with a request than it was, or the task is cancelled.
    func waitWhile(_ verdict: Membership.Verdict, isFor target: Target) async {
        while !Task.isCancelled {
            let version = ownership.version
            guard self.verdict(for: target) == verdict else { return }
            await waitForChange(after: version)
        }
    }

    /// An id that is not taken, in a partition of this server; nil if it owns nothing.
    func newID() -> DeviceID? { newID(in: Set(ownership.own.map(\.partition))) }

    /// An id that is not taken, in one of some partitions; nil if there are none.
    func newID(in partitions: Set<Partition>) -> DeviceID? {
        guard !partitions.isEmpty else { return nil }
        while true {
            let id = DeviceID.random()
            if partitions.contains(partition(of: id)) { return id }
        }
    }
}
