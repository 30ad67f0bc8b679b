import LifecycleKernel

/// The resolution of times: how long before something is due inputs are tried, too.
enum TimeResolution {
    /// The largest of these that divides every length of time that sets a deadline; the least one, if none does.
    private static let candidates: [Milliseconds] = [500, 250, 100, 50]

    static func of(_ lengths: [Milliseconds]) -> Milliseconds {
        let given = lengths.filter { $0 > 0 }
        return candidates.first { candidate in given.allSatisfy { $0.count % candidate.count == 0 } } ?? 50
    }

    /// Every length of time among the rules in force.
    static func lengths(of rules: Rulebook) -> [Milliseconds] {
        RuleKey.allCases.compactMap { key in
            if case .milliseconds(let length)? = rules[key] { length } else { nil }
        }
    }
}

/// One input of a sequence.
public enum ExploredInput: Hashable, Sendable {
    /// The letter at this place of the alphabet.
    case letter(Int)
    /// Time passes, what is due at its end included.
    case time(Milliseconds)
}
