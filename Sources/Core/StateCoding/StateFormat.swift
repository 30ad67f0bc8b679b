import LifecycleKernel

/// The form of an encoded state: a CBOR sequence (RFC 8742) of three items, so any tool for CBOR shows it.
///
/// 1. The number of the form.
/// 2. The device. Structures are maps of indefinite length, lists are arrays of indefinite length. A key is written as
///    text when it first appears; after that the number of its first appearance stands for it, counted from 0. Data
///    that was given from outside (`Value`) is written as maps and arrays of definite length, whose keys are text.
/// 3. Eight bytes: the hash of everything before them, least significant byte first.
///
/// Fields and cases are read by their names: their order does not matter, and an unknown key is skipped. A missing field is
/// nil if it is optional; otherwise the state is refused.
enum StateFormat {
    /// The form that is written, and the only one that is read.
    static let current: UInt8 = 4
    /// How deep an encoded state may be nested. No state that inputs can cause is as deep.
    static let maximumDepth = 160

    /// The key of what a class has from its superclass.
    static let superclass = "super"

    /// The first bytes of items that stand for themselves.
    static let indefiniteArray: UInt8 = 0x9f
    static let indefiniteMap: UInt8 = 0xbf
    static let end: UInt8 = 0xff
    static let no: UInt8 = 0xf4
    static let yes: UInt8 = 0xf5
    static let null: UInt8 = 0xf6
    static let double: UInt8 = 0xfb
    /// A string of eight bytes follows: the hash.
    static let eightBytes: UInt8 = 0x48

    /// The kinds of items that have a length or a value in their first bytes: CBOR's major types.
    enum Major: UInt8 {
        case unsigned = 0
        case negative = 1
        case text = 3
        case array = 4
        case map = 5
    }
}

/// The state of a device as bytes: what snapshots, recovery and forks are built on.
///
/// The bytes are canonical: devices that will do the same have the same bytes, in every process and on every machine.
/// They hold everything that later records depend on, and nothing else.
extension Device {
    /// Returns the state in the form that `StateFormat` describes.
    ///
    /// Records that have not been taken are not part of it: take them first, or keep the device.
    package func encodedState() -> [UInt8] { StateEncoder.encode(self) }

    /// Makes a device that continues where the encoded one was.
    ///
    /// - Parameter encodedState: What `encodedState()` returned.
    /// - Throws: A `StateCodingError` if it cannot be read. Bytes of any kind are safe to pass: what no kernel can have
    ///   written is refused.
    package init(encodedState: [UInt8]) throws(StateCodingError) {
        self = try StateDecoder.decode(Device.self, from: encodedState)
        if let reason = impossibility {
            throw .notUnderstood(reason: reason, offset: encodedState.count)
        }
    }

    /// The hash of the encoded state.
    ///
    /// It costs as much as encoding.
    package var stateHash: UInt64 { Self.stateHash(of: encodedState()) }

    /// Returns the hash of a state that is encoded already, which stands in its last eight bytes.
    package static func stateHash(of encodedState: [UInt8]) -> UInt64 {
        encodedState.suffix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}

extension AppManifest {
    /// The manifest in the form of the encoded state of a device.
    ///
    /// Manifests have the same bytes only if they are written alike: members of objects in the same order, numbers of the
    /// same kind.
    package func encoded() -> [UInt8] { StateEncoder.encode(self) }
}

/// The reason for which bytes cannot be decoded as a device.
package enum StateCodingError: Error, Hashable, Sendable {
    /// They are not as they were written: cut off, or changed.
    case damaged
    /// They are in a form that this kernel does not read; the number is the form's.
    case unknownFormat(UInt8)
    /// They are as they were written, but say something that this kernel does not know.
    ///
    /// - Parameters:
    ///   - reason: What is not understood.
    ///   - offset: The position of the byte.
    case notUnderstood(reason: String, offset: Int)
}

extension StateCodingError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .damaged: "the state is cut off or damaged"
        case .unknownFormat(let format):
            "the state is in form \(format); this kernel reads form \(StateFormat.current)"
        case .notUnderstood(let reason, let offset): "the state is not understood at byte \(offset): \(reason)"
        }
    }
}
