import LifecycleKernel

/// Tries inputs at random on one device, as a monkey does: the inputs of a search, and passings of time.
///
/// What a search is measured against. It keeps no abstract state, so it takes the same ways again and again and never knows
/// that nothing is left to try; on the other hand it copies no device and compares none.
public struct RandomMonkey: Sendable {
    /// The inputs taken so far.
    public private(set) var inputs = 0
    /// The failures met so far, in the order in which they were met first.
    public private(set) var failures: [(signature: String, inputs: Int)] = []

    private let context: SearchContext
    private let length: Int
    private var generator: SplitMix64
    private var state: ExploredState
    private var known: Set<Breakage> = []

    /// How many of ten inputs are passings of time.
    private static let timeShare = 3
    /// How often an input is drawn that cannot be taken, before a random run ends.
    private static let mostTries = 64
    private static let later: Milliseconds = 3_600_000

    /// Makes a monkey for the device of an exploration.
    ///
    /// - Parameters:
    ///   - exploration: The device with its apps, the inputs and the properties; its limits do not count.
    ///   - length: After how many inputs it begins anew.
    ///   - seed: What the inputs are drawn from.
    /// - Throws: What is wrong with the device, an app, an input or a step of the start.
    public init(_ exploration: Exploration, length: Int, seed: UInt64) throws(Rejection) {
        context = try SearchContext.make(for: exploration).context
        self.length = length
        generator = SplitMix64(seed: seed)
        state = context.start
    }

    /// Takes inputs until so many have been taken in all.
    ///
    /// - Parameter isOver: Asked after each random run whether to stop.
    public mutating func run(to count: Int, isOver: (RandomMonkey) -> Bool = { _ in false }) {
        repeat { takeRun(to: count) } while inputs < count && !isOver(self)
    }

    private mutating func takeRun(to count: Int) {
        state = context.start
        var (taken, tries) = (0, 0)
        while taken < length, inputs < count, tries < Self.mostTries {
            guard let input = drawnInput(), let effect = context.take(input, on: &state) else {
                tries += 1
                continue
            }
            (taken, tries) = (taken + 1, 0)
            inputs += 1
            for broken in effect.broken where known.insert(broken).inserted {
                failures.append((broken.signature(of: context.target), inputs))
            }
        }
    }

    private mutating func drawnInput() -> ExploredInput? {
        generator.below(10) < Self.timeShare ? drawnTime() : drawnOther()
    }

    private mutating func drawnOther() -> ExploredInput? {
        var left = generator.below(context.alphabet.reduce(0) { $0 + $1.weight })
        for place in context.alphabet.indices {
            left -= context.alphabet[place].weight
            if left < 0 { return .input(place) }
        }
        return nil
    }

    /// The time to the next instant at which something is due, to shortly before it, or an hour.
    private mutating func drawnTime() -> ExploredInput? {
        let now = state.device.now
        let kind = generator.below(8)
        guard kind > 0, let due = context.nextInstant(of: state), due > now else {
            return context.mayPass(Self.later, in: state) ? .time(Self.later) : nil
        }
        let stop = kind < 3 ? context.stops(before: due, after: now, since: now).last : nil
        return .time((stop ?? due) - now)
    }
}
