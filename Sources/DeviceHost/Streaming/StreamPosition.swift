/// A position in the stream of all devices, valid for one run of the server.
package struct StreamPosition: Hashable, Sendable, LosslessStringConvertible {
    /// The run of the server.
    package var run: String
    /// The number of an item in it.
    package var number: UInt64

    /// Makes a position.
    package init(run: String, number: UInt64) {
        self.run = run
        self.number = number
    }

    /// Reads `run-number`; nil for anything else.
    package init?(_ description: String) {
        let parts = description.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, let number = UInt64(parts[1]), String(number) == parts[1] else {
            return nil
        }
        self.init(run: String(parts[0]), number: number)
    }

    /// `run-number`.
    package var description: String { "\(run)-\(number)" }
}
