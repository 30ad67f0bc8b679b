import LifecycleKernel
import WireFormat

/// What an app to install is named by: an app as it is described to the interface, or a path, of an app with a bundle
/// identifier. No file is ever opened.
enum AppSource: Hashable, Sendable {
    case described(AppManifest)
    /// An app with all defaults, if it is not installed yet.
    case named(BundleID)

    /// What a path may end in.
    private static let suffixes = [".app", ".ipa", ".zip", ".tar.gz", ".tgz"]

    /// Reads what was given: an object, its JSON text, or a path or URL.
    ///
    /// - Parameters:
    ///   - value: What was given.
    ///   - bundleID: The bundle identifier of the app in the file, if it is known.
    ///   - fallback: The bundle identifier of an app whose path does not end in one.
    /// - Throws: `invalid argument` for a path that no bundle identifier is known of.
    init(_ value: Value, bundleID: BundleID? = nil, fallback: BundleID? = nil) throws(DriverError) {
        switch value {
        case .object: self = .described(try Self.manifest(value))
        case .string(let text):
            if text.first(where: { !$0.isWhitespace }) == "{" {
                self = .described(try Self.manifest(try Self.parse(text)))
            } else if let bundleID = bundleID ?? Self.bundleID(inPath: text) ?? fallback, !text.isEmpty {
                self = .named(bundleID)
            } else {
                throw Self.unreadable(text)
            }
        case .null, .bool, .integer, .number, .array:
            throw Self.unreadable(String(decoding: JSONText.write(value), as: UTF8.self))
        }
    }

    /// The name of the file that a path or URL ends in, without what says its kind.
    static func fileName(inPath path: String) -> String {
        let withoutQuery = path.prefix { $0 != "?" && $0 != "#" }
        var name = withoutQuery.split(whereSeparator: { "/\\".contains($0) }).last.map(String.init) ?? ""
        while let suffix = suffixes.first(where: { name.lowercased().hasSuffix($0) }) {
            name.removeLast(suffix.count)
        }
        return name
    }

    /// The bundle identifier that a path or URL ends in. It has three parts or more; the first is a word and the last no
    /// number, as the file of an app often ends in its version.
    static func bundleID(inPath path: String) -> BundleID? {
        let name = fileName(inPath: path)
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count >= 3, parts[0].allSatisfy(\.isLetter), Int(parts[parts.count - 1]) == nil,
            FieldReader.isBundleID(name)
        else { return nil }
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
            Greenroom opens no file, so it does not know the bundle identifier of the app \(text.prefix(bytes: 120)). Give it: \
            in a session as 'appium:bundleId', or describe this app alone in 'greenroom:apps'; in 'mobile: installApp' as \
            'bundleId'. Or give 'app' as an object, as PUT .../apps/{bundleID} takes it with 'bundleID', or as a path that ends in the \
            identifier, such as /builds/com.example.notes.ipa.
            """
        )
    }
}

extension Session {
    /// The app under test, if a path is that of the session's `app` in another version.
    func bundleIDOfUpdate(_ app: Value) -> BundleID? {
        guard let new = app.text, let old = capabilities["appium:app"]?.text else { return nil }
        func stem(_ path: String) -> String {
            let name = AppSource.fileName(inPath: path).lowercased()
            let words = name.split(whereSeparator: { "-_ .".contains($0) })
            return words.prefix { !$0.dropFirst($0.first == "v" ? 1 : 0).allSatisfy(\.isNumber) }.joined(separator: " ")
        }
        return stem(new) == stem(old) ? bundleID : nil
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
