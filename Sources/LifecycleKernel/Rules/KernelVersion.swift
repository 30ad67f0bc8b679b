/// The version of the rules and of what follows from them.
package enum KernelVersion {
    /// The version of this kernel.
    ///
    /// The same inputs give the same records under the same version. It goes up with every change of what a device
    /// does, and then `Tests/StateCodingTests/golden` gets one more snapshot.
    package static let current = "3"
}
