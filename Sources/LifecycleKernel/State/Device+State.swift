/// The state of a device as bytes: what snapshots, recovery and forks stand on.
///
/// The bytes are canonical: devices that will do the same have the same bytes, in every process and on every machine.
/// They hold everything that later records depend on, and nothing else.
extension Device {
    /// The state, in the form that `StateFormat` describes.
    ///
    /// Records that have not been taken are not in it: take them first, or keep the device.
    public func encodedState() -> [UInt8] { StateEncoder.encode(self) }

    /// Makes a device that goes on where the encoded one was.
    ///
    /// - Parameter encodedState: What `encodedState()` returned, in this version of the kernel or an earlier one.
    /// - Throws: Why it cannot be read. Bytes of any kind are safe to give.
    public init(encodedState: [UInt8]) throws(StateCodingError) {
        self = try StateDecoder.decode(Device.self, from: encodedState)
    }

    /// The hash of the encoded state, which stands in its last eight bytes.
    ///
    /// It costs as much as encoding.
    public var stateHash: UInt64 { StateEncoder.encode(self).suffix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) } }
}
