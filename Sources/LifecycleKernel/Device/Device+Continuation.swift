extension Device {
    /// Goes on behind records that were written by a kernel of another version, whose inputs are not carried out again.
    ///
    /// What was due meanwhile happens when time next passes.
    ///
    /// - Parameters:
    ///   - sequence: The last record that was written.
    ///   - instant: When it was written.
    package mutating func goOn(after sequence: UInt64, at instant: Instant) {
        system.timeline.resume(after: sequence, at: instant)
    }
}
