/// What a process has used of the processor in the background, as far as it counts towards the limit there.
///
/// Windows of a fixed length follow one another, and what was used in one does not count in the next, as the kernel's
/// monitor has it. The first begins with the first use after the process has entered the background or was resumed.
/// Source: facts 10.3.
struct ProcessorWindow: Hashable, Codable, Sendable {
    /// When the current window began.
    private(set) var startedAt: Instant
    /// What was used in it, in microseconds.
    private(set) var usedMicroseconds: Int64 = 0
    /// Whether a deadline is set for when it will be too much.
    var hasDeadline = false

    /// A limit: how much in which time.
    struct Limit: Hashable, Sendable {
        var most: Milliseconds
        var window: Milliseconds
    }

    init(at now: Instant) { startedAt = now }

    /// Adds what a share of a core used since an instant.
    ///
    /// - Parameter share: In ten-thousandths.
    mutating func add(share: Int64, since start: Instant, until now: Instant, _ limit: Limit) {
        begin(at: now, limit)
        usedMicroseconds = usedMicroseconds.adding((now - max(start, startedAt)).microseconds(ofShare: share))
    }

    /// Adds what was used at once.
    mutating func add(microseconds: Int64, at now: Instant, _ limit: Limit) {
        begin(at: now, limit)
        usedMicroseconds = usedMicroseconds.adding(microseconds)
    }

    /// Begins the window that an instant lies in.
    mutating func begin(at now: Instant, _ limit: Limit) {
        let elapsed = now - startedAt
        guard elapsed >= limit.window else { return }
        startedAt = startedAt + Milliseconds(elapsed.count / limit.window.count * limit.window.count)
        usedMicroseconds = 0
    }

    /// Whether the limit is reached.
    func isExceeded(_ limit: Limit) -> Bool { usedMicroseconds >= limit.most.microseconds }

    /// Returns when a share of a core will have reached the limit within one window; nil if it never will.
    ///
    /// - Parameters:
    ///   - share: In ten-thousandths.
    ///   - now: An instant in the current window, up to which everything has been added.
    func reaches(_ limit: Limit, with share: Int64, from now: Instant) -> Instant? {
        if isExceeded(limit) { return now }
        guard share > 0 else { return nil }
        let end = startedAt + limit.window
        let inThis = now + Self.time(for: limit.most.microseconds.subtracting(usedMicroseconds), share)
        if inThis < end { return inThis }
        let inNext = end + Self.time(for: limit.most.microseconds, share)
        return inNext < end + limit.window ? inNext : nil
    }

    /// How long a share of a core takes for an amount of processor time, rounded up.
    private static func time(for microseconds: Int64, _ share: Int64) -> Milliseconds {
        let tenfold = microseconds.times(10)
        return Milliseconds(tenfold / share + (tenfold % share == 0 ? 0 : 1))
    }
}

/// What a process used of the processor when it was ended for it.
package struct ProcessorUse: Hashable, Codable, Sendable {
    /// What it used.
    package var used: Milliseconds
    /// In how long.
    package var duration: Milliseconds
    /// How much it might have used.
    package var limit: Milliseconds
    /// Within how long.
    package var window: Milliseconds

    /// The explanation in the words of the system's report.
    package var explanation: String {
        let average = Self.percent(used, of: duration)
        return "\(used / 1_000) seconds cpu time over \(duration / 1_000) seconds (\(average)% cpu average), "
            + "exceeding limit of \(Self.percent(limit, of: window))% cpu over \(window / 1_000) seconds"
    }

    private static func percent(_ part: Milliseconds, of whole: Milliseconds) -> Int64 {
        part.count.times(100) / max(1, whole.count)
    }
}
