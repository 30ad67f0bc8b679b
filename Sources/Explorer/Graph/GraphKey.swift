import LifecycleKernel

/// What a node of the state graph stands for: the situations of one class in which the target holds the same kinds of
/// assertions and the same apps are in front.
struct GraphKey: Hashable, Comparable, Sendable {
    /// Bits 0 to 15 are the kinds of assertions, 16 and 17 who is in front, 18 whether it stands for the others of its class,
    /// and those above are the class.
    private let bits: UInt32

    private static let frontShift: UInt32 = 16
    private static let othersBit: UInt32 = 1 << 18
    private static let classShift: UInt32 = 19

    /// The key of the state that a device is in.
    init(_ device: Device, target: BundleID) {
        let hold = device.hold(of: target)
        bits =
            UInt32(SituationClass(device, target: target).index) << Self.classShift
            | UInt32(hold.front.ordinal) << Self.frontShift | UInt32(hold.assertions.rawValue)
    }

    private init(bits: UInt32) { self.bits = bits }

    /// The class of the situations.
    var situation: SituationClass { SituationClass.all[Int(bits >> Self.classShift)] }
    /// The kinds of assertions that the target holds.
    var assertions: AssertionKinds { AssertionKinds(rawValue: UInt16(truncatingIfNeeded: bits)) }
    /// Who is in front.
    var front: Front { Front.allCases[Int(bits >> Self.frontShift) & 3] }
    /// Whether it stands for all others of its class, whatever the target holds.
    var isOthers: Bool { bits & Self.othersBit != 0 }

    /// The key of all others of this class.
    var others: GraphKey { GraphKey(bits: (bits >> Self.classShift) << Self.classShift | Self.othersBit) }

    /// The key of a target that holds other assertions.
    func holding(_ kinds: AssertionKinds) -> GraphKey { GraphKey(bits: (bits & ~0xFFFF) | UInt32(kinds.rawValue)) }

    static func < (left: Self, right: Self) -> Bool { left.bits < right.bits }
}

extension Front {
    /// Its place in `allCases`.
    fileprivate var ordinal: Int {
        switch self {
        case .nobody: 0
        case .app: 1
        case .others: 2
        case .both: 3
        }
    }
}
