/// The form of an encoded state: a CBOR sequence (RFC 8742) of three items, so any tool for CBOR shows it.
///
/// 1. The number of the form.
/// 2. The device. Structures are maps of indefinite length, lists are arrays of indefinite length. A key is written as
///    text when it first appears; after that the number of its first appearance stands for it, counted from 0. Data
///    that was given from outside (`Value`) is written as maps and arrays of definite length, whose keys are text.
/// 3. Eight bytes: the hash of everything before them, least significant byte first.
///
/// # What a later kernel has to heed
///
/// What an earlier version has written stays readable. Fields and cases go by name, so their order does not matter, and
/// an unknown key is skipped. When the state changes after a version was released:
///
/// - A field that is added is optional, and nil means what was so before there was the field. (Synthesized decoding
///   reads a missing optional as nil; it refuses a missing field of any other type, whatever its initial value.)
/// - A case may be added to an enum, and a payload to a case if it is optional and labelled.
/// - What is renamed in the code keeps its name here: by a raw value, or by `CodingKeys`.
/// - What is taken away may go: its key is skipped. The old name of a removed case stays readable.
///
/// The golden snapshots of `StateGoldenTests` hold us to it.
enum StateFormat {
    /// The form that is written, and the only one that is read.
    static let current: UInt8 = 1
    /// How deep an encoded state is nested at most. Deeper than anything that inputs can bring about.
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
