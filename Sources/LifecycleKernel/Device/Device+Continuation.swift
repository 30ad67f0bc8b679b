extension Device {
    /// Continues after records that were written by a kernel of another version, whose inputs are not applied again.
    ///
    /// Deadlines before the instant are handled at the next input or advance.
    ///
    /// - Parameters:
    ///   - sequence: The last record that was written.
    ///   - instant: When it was written.
    package mutating func resume(after sequence: SequenceNumber, at instant: Instant) {
        system.timeline.resume(after: sequence, at: instant)
    }
}
