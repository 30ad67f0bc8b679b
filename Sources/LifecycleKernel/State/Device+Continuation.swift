extension Device {
    /// Goes on behind records that were written by a kernel of another version, whose inputs are not carried out again.
    ///
    /// What was due meanwhile happens when time next passes.
    ///
    /// - Parameters:
    ///   - sequence: The last record that was written.
    ///   - instant: When it was written.
    public mutating func goOn(after sequence: UInt64, at instant: Instant) {
        lastSequence = max(lastSequence, sequence)
        now = max(now, instant)
    }

    /// The hash of a state that is encoded already; see `stateHash`.
    public static func stateHash(of encodedState: [UInt8]) -> UInt64 {
        encodedState.suffix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
