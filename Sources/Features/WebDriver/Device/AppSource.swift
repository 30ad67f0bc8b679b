import LifecycleKernel
import WireFormat

/// What an app to install is named by: an app as it is described to the interface, or a path whose last component is its
/// bundle identifier. No file is ever opened.
enum AppSource: Hashable, Sendable {
    case described(AppManifest)
    /// An app with all defaults, if it is not installed yet.
    case named(BundleID)

    /// What a path may end in.
    private static let suffixes = [".app", ".ipa", ".zip"]

    /// Reads what was given: an object, its JSON text, or a path or URL.
    ///
    /// - Throws: `invalid argument`.
    init(_ value: Value) throws(DriverError) {
        switch value {
        case .object: self = .described(try Self.manifest(value))
        case .string(let text):
            if text.first(where: { !$0.isWhitespace }) == "{" {
                self = .described(try Self.manifest(try Self.parse(text)))
            } else if let bundleID = Self.bundleID(inPath: text) {
                self = .named(bundleID)
            } else {
                throw Self.unreadable(text)
            }
        case .null, .bool, .integer, .number, .array:
            throw Self.unreadable(String(decoding: JSONText.write(value), as: UTF8.self))
        }
    }

    /// The bundle identifier that a path or URL ends in.
    static func bundleID(inPath path: String) -> BundleID? {
        let withoutQuery = path.prefix { $0 != "?" && $0 != "#" }
        guard var name = withoutQuery.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) else {
            return nil
        }
        for suffix in suffixes where name.lowercased().hasSuffix(suffix) {
            name.removeLast(suffix.count)
            break
        }
        guard name.contains("."), FieldReader.isBundleID(name) else { return nil }
        return BundleID(name)
    }

    private static func parse(_ text: String) throws(DriverError) -> Value {
        do {
            return try JSONText.parse(text.utf8)
        } catch {
            throw DriverError(describing: error)
        }
    }

    private static func manifest(_ value: Value) throws(DriverError) -> AppManifest {
        do {
            return try AppManifest(value, at: "app")
        } catch {
            throw DriverError(describing: error)
        }
    }

    private static func unreadable(_ text: String) -> DriverError {
        DriverError(
            .invalidArgument,
            """
            Greenroom simulates processes and opens no app: 'app' is an object as PUT .../apps/{bundleID} takes it, with \
            'bundleID', or a path whose last component is a bundle identifier, such as /builds/com.example.notes.ipa. \
            Given: \(text.prefix(bytes: 120))
            """
        )
    }
}

extension DeviceDriver {
    /// Installs an app, or updates it.
    ///
    /// - Parameter updates: Whether an app that is installed and only named is updated with what it is; else it stays.
    func install(_ source: AppSource, updates: Bool) async throws {
        switch source {
        case .described(let manifest): try await install(manifest)
        case .named(let bundleID):
            guard let installed = try await installedApp(bundleID) else {
                return try await install(AppManifest(bundleID: bundleID))
            }
            if updates { try await install(installed.manifest) }
        }
    }
}

extension AppSource {
    /// The app that is named or described.
    var bundleID: BundleID {
        switch self {
        case .described(let manifest): manifest.bundleID
        case .named(let bundleID): bundleID
        }
    }
}
