import Synchronization

/// Numbers that new devices get, the first ones first.
struct DeviceNumbers: Sendable {
    private var ranges: [Range<Int64>] = []

    /// None.
    init() {}

    /// All of a range.
    init(_ range: Range<Int64>) { add(range) }

    /// Whether none is left.
    var isEmpty: Bool { ranges.isEmpty }

    /// Whether fewer are left than a number.
    func areFewer(than count: Int) -> Bool { ranges.reduce(0) { $0 + $1.count } < count }

    /// Adds numbers behind the others.
    mutating func add(_ range: Range<Int64>) { if !range.isEmpty { ranges.append(range) } }

    /// Goes on after a number, and never before one that was given.
    mutating func skip(upTo last: Int64) { ranges = [max(last + 1, ranges.first?.lowerBound ?? 1)..<Int64.max] }

    /// Takes the first one; nil if none is left.
    mutating func next() -> Int64? {
        guard let number = ranges.first?.lowerBound else { return nil }
        ranges[0] = number + 1..<ranges[0].upperBound
        if ranges[0].isEmpty { ranges.removeFirst() }
        return number
    }
}

// The numbers of new devices. Where several servers share the journal, the service has it set some aside for this one.
extension JournalQueue {
    /// Fewer numbers than this are too few.
    private static let fewNumbers = 200

    /// A number for a new device.
    ///
    /// - Throws: `overloaded` when none is left.
    func nextDevice() throws(HostError) -> Int64 {
        guard let number = state.withLock({ $0.numbers.next() }) else {
            throw .overloaded("The journal has not given numbers for new devices yet.")
        }
        return number
    }

    /// Waits until there is a number for a new device, or the journal has given none when it was asked once.
    func waitForNumbers() async {
        guard isShared else { return }
        let promise = Promise<Void>()
        let (waits, writer) = state.withLock { state -> (Bool, Promise<Void>?) in
            guard state.numbers.isEmpty, state.failure == nil, state.doubt == nil, !state.isClosed else {
                return (false, nil)
            }
            state.waitingForNumbers.append(promise)
            return (true, state.waitingWriter.take())
        }
        guard waits else { return }
        writer?.fulfill(())
        await promise.value(whenCancelled: ())
    }

    /// Sets the number after which new devices are numbered.
    func numberDevices(after last: Int64) { state.withLock { $0.numbers.skip(upTo: last) } }

    /// Adds numbers for new devices, and resumes the tasks that wait for them.
    ///
    /// - Parameter numbers: The numbers; none if the journal gives none now.
    func addNumbers(_ numbers: Range<Int64>) {
        let waiting = state.withLock { state in
            state.numbers.add(numbers)
            return state.takeWaitingForNumbers()
        }
        for promise in waiting { promise.fulfill(()) }
    }

    /// Whether too few numbers for new devices are left.
    var needsNumbers: Bool { state.withLock { $0.numbers.areFewer(than: Self.fewNumbers) } }
}
