import LifecycleKernel

/// A binary in which the frames of a report lie.
enum Binary: CaseIterable {
    case app, uiKitCore, coreFoundation, foundation, graphicsServices, libobjc, libdispatch, libsystemKernel
    case libsystemPthread, libsystemC, dyld
    /// Only in reports of a trap that Swift's library ran into.
    case libswiftCore
}

/// The binaries that a report names: the app's own and those of the system that are on the stacks.
///
/// Where they lie is derived: the app for each launch, the system's, which lie in one cache, for each start of the
/// device. Sizes of all are alike; the simulation knows none.
struct BinaryImages {
    struct Image {
        var name: String
        var path: String
        var uuid: String
        var base: UInt64
        var source: String
    }

    /// How long an image is taken to be.
    static let size: UInt64 = 0x0200_0000
    private static let appRegion: UInt64 = 0x1_0000_0000
    private static let cacheRegion: UInt64 = 0x1_8000_0000
    private static let pageSize: UInt64 = 16_384

    private let incident: Incident
    private let device: ReportedDevice

    init(_ incident: Incident, _ device: ReportedDevice) {
        self.incident = incident
        self.device = device
    }

    /// The app's own binary.
    var app: Image {
        let bundle = incident.circumstances.bundle
        let container = device.fingerprint("container", "\(incident.bundleID) \(bundle.version)").uuid.uppercased()
        let slide = device.fingerprint("slide", "\(incident.pid)").number(below: 0x1000) * Self.pageSize
        return Image(
            name: bundle.executable,
            path: "/private/var/containers/Bundle/Application/\(container)/\(bundle.folder)/" + bundle.executable,
            uuid: Fingerprint("app", incident.binaryID, bundle.version, bundle.build).uuid,
            base: Self.appRegion + slide,
            source: "P"
        )
    }

    private var cacheBase: UInt64 {
        let start = incident.circumstances.bootedAt.description
        return Self.cacheRegion + device.fingerprint("cache", start).number(below: 0x1000) * Self.pageSize
    }

    private func image(_ binary: Binary, at index: Int) -> Image {
        guard let path = binary.path else { return app }
        return Image(
            name: String(path.split(separator: "/").last ?? ""),
            path: path,
            uuid: Fingerprint("system", device.train, path).uuid,
            base: cacheBase + UInt64(index) * Self.size,
            source: binary == .dyld ? "P" : "S"
        )
    }

    private var binaries: [Binary] {
        Binary.allCases.filter { $0 != .libswiftCore || incident.failsInSwiftLibrary }
    }

    private var all: [Image] { binaries.enumerated().map { image($0.element, at: $0.offset) } }

    /// The report's `usedImages`.
    var value: Value {
        .array(
            all.map { image in
                [
                    "source": .string(image.source),
                    "arch": "arm64e",
                    "base": .integer(Int64(clamping: image.base)),
                    "size": .integer(Int64(Self.size)),
                    "uuid": .string(image.uuid),
                    "path": .string(image.path),
                    "name": .string(image.name),
                ]
            }
        )
    }

    /// The report's `sharedCache`: where the binaries of the system lie together.
    var sharedCache: Value {
        [
            "base": .integer(Int64(clamping: cacheBase)),
            "size": .integer(Int64(clamping: UInt64(binaries.count) * Self.size)),
            "uuid": .string(Fingerprint("cache", device.train).uuid),
        ]
    }

    // MARK: Frames

    /// The frames of a stack as the report has them, the innermost first.
    func value(of stack: [StackFrame]) -> Value {
        .array(
            stack.map { frame in
                var members = [Value.Member("imageOffset", .integer(Int64(offset(of: frame))))]
                if let symbol = frame.symbol {
                    members += [
                        Value.Member("symbol", .string(symbol)),
                        Value.Member("symbolLocation", .integer(Int64(frame.symbolLocation))),
                    ]
                }
                members.append(Value.Member("imageIndex", .integer(Int64(index(of: frame.binary)))))
                return .object(members)
            }
        )
    }

    /// The name of the binary in which a frame lies.
    func name(of frame: StackFrame) -> String { all[index(of: frame.binary)].name }

    func address(of frame: StackFrame) -> UInt64 { all[index(of: frame.binary)].base + offset(of: frame) }

    private func index(of binary: Binary) -> Int {
        guard let index = Binary.allCases.firstIndex(of: binary) else { preconditionFailure("\(binary) is no case") }
        return index
    }

    /// The offset of a frame in its image: the same in every report, as long as the binary is the same.
    private func offset(of frame: StackFrame) -> UInt64 {
        let start = Fingerprint("offset", all[index(of: frame.binary)].uuid, frame.symbol ?? "")
        return start.number(below: Self.size / 4 - 0x100) * 4 + frame.symbolLocation
    }
}

extension Binary {
    /// Its path on a device; nil for the app's own, whose path differs for each app.
    fileprivate var path: String? {
        switch self {
        case .app: nil
        case .uiKitCore: "/System/Library/PrivateFrameworks/UIKitCore.framework/UIKitCore"
        case .coreFoundation: "/System/Library/Frameworks/CoreFoundation.framework/CoreFoundation"
        case .foundation: "/System/Library/Frameworks/Foundation.framework/Foundation"
        case .graphicsServices: "/System/Library/PrivateFrameworks/GraphicsServices.framework/GraphicsServices"
        case .libobjc: "/usr/lib/libobjc.A.dylib"
        case .libdispatch: "/usr/lib/system/libdispatch.dylib"
        case .libsystemKernel: "/usr/lib/system/libsystem_kernel.dylib"
        case .libsystemPthread: "/usr/lib/system/libsystem_pthread.dylib"
        case .libsystemC: "/usr/lib/system/libsystem_c.dylib"
        case .dyld: "/usr/lib/dyld"
        case .libswiftCore: "/usr/lib/swift/libswiftCore.dylib"
        }
    }
}

extension Incident {
    /// The bundle identifier of what has ended: of the app, or of its extension.
    var binaryID: String { circumstances.bundle.extensionID ?? bundleID.rawValue }
}

extension DeathCircumstances.BundleInfo {
    /// Where the binary lies in the container of the app.
    fileprivate var folder: String {
        guard extensionID != nil else { return "\(executable).app" }
        return "\(app ?? executable).app/PlugIns/\(executable).appex"
    }
}
