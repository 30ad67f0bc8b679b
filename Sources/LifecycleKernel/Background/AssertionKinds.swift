/// A set of kinds of assertions in two bytes.
package struct AssertionKinds: OptionSet, Hashable, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// The set of one kind.
    package init(_ kind: Assertion.Kind) { self.init(rawValue: 1 << kind.ordinal) }

    /// The kinds, in the order in which `Assertion.Kind` lists them.
    package var kinds: [Assertion.Kind] { Assertion.Kind.allCases.filter { contains(Self($0)) } }
}

extension Assertion.Kind {
    /// Its place in `allCases`.
    fileprivate var ordinal: UInt16 {
        switch self {
        case .transition: 0
        case .backgroundTask: 1
        case .remoteNotification: 2
        case .backgroundFetch: 3
        case .backgroundTaskScheduler: 4
        case .urlSessionEvents: 5
        case .audio: 6
        case .audioInterruption: 7
        case .location: 8
        case .bluetooth: 9
        case .voip: 10
        case .voipCall: 11
        case .nearbyInteraction: 12
        case .systemWake: 13
        }
    }
}
