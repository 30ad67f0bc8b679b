/// The delay of the resume rate limiter: how long a transfer waits that an app begins in the background. Each time the
/// system launches or resumes the app for a session it is doubled. Source: facts 10.3.
struct TransferDelay: Hashable, Codable, Sendable {
    /// How long it is.
    private(set) var length: Milliseconds
    /// When it is over.
    private(set) var until: Instant
    /// Whether a transfer has waited for that.
    var isUsed = false

    /// The delay after the system has launched or resumed the app.
    ///
    /// - Parameters:
    ///   - last: The delay before.
    ///   - first: How long the first one is.
    init(after last: TransferDelay?, first: Milliseconds, at now: Instant) {
        length = last.flatMap { $0.isReset(at: now) ? nil : $0.length * 2 } ?? first
        until = now + length
    }

    /// Whether what is begun now has to wait.
    func holds(at now: Instant) -> Bool { now < until }

    /// Whether the next delay is the first again: this one is over and nothing has waited for it, or as long again has
    /// passed without the app being woken.
    func isReset(at now: Instant) -> Bool { now >= (isUsed ? until + length : until) }
}
