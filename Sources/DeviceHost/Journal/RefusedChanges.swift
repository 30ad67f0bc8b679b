/// A journal has written nothing of a batch, because it refuses the changes of some devices even alone: the others can be
/// written without them. Any other error means that nothing was written, and that it may work again later.
package struct RefusedChanges: Error, Hashable, Sendable, CustomStringConvertible {
    /// The devices by their numbers, each with the reason.
    package var devices: [Int64: String]

    /// Makes the error.
    package init(_ devices: [Int64: String]) { self.devices = devices }

    /// The reasons.
    package var description: String {
        devices.sorted { $0.key < $1.key }.map { "device \($0.key): \($0.value)" }.joined(separator: "; ")
    }
}
