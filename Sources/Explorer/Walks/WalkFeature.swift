import LifecycleKernel

/// What makes a way worth keeping for walks: something that no shorter way has had.
enum WalkFeature: Hashable, Sendable {
    /// A record said something.
    case record(Feature)
    /// An input was taken in a class of situation: the letter at a place, or -1 for time.
    case input(SituationClass, Int)
    /// The app has so much of something, by powers of two.
    case count(AppCounts.Kind, Int)
}

extension AppCounts {
    /// The features of what the app has.
    var features: [WalkFeature] {
        Kind.allCases.compactMap { kind in
            let count = self[kind]
            return count > 0 ? .count(kind, Int64.bitWidth - count.leadingZeroBitCount) : nil
        }
    }
}
