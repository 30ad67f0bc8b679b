import LifecycleKernel

// An app as it is installed.
extension AppManifest: FieldWritable {
    /// Reads a manifest from an object.
    package convenience init(_ value: Value, at path: String) throws(Rejection) {
        try self.init(value, at: path, bundleID: nil)
    }

    /// Reads a manifest of an app that may be named elsewhere, such as in a URL.
    ///
    /// - Parameter bundleID: The app, when it is named elsewhere: the field `bundleID` may then be missing, and names
    ///   no other app.
    package convenience init(_ value: Value, at path: String, bundleID: BundleID?) throws(Rejection) {
        var fields = try FieldReader(value, at: path)
        let identifier = try Self.identifier(reading: &fields, named: bundleID)
        let footprintBytes = try fields.bytes("footprintBytes", orElse: Self.usualFootprintBytes)
        self.init(
            bundleID: identifier,
            name: try fields.optionalString("name"),
            version: try fields.string("version", orElse: "1.0"),
            lifecycle: try fields.optionalChoice("lifecycle", as: AppLifecycle.self),
            driver: try fields.choice("driver", orElse: .simulated),
            infoPlist: try fields.has("infoPlist") ? fields.nested("infoPlist", InfoPlist.init(_:at:)) : InfoPlist(),
            entitlements: try fields.has("entitlements")
                ? fields.nested("entitlements", Entitlements.init(_:at:)) : nil,
            footprintBytes: footprintBytes,
            // Not more can be purged than there is.
            purgeableBytes: try fields.bytes("purgeableBytes", in: 0...footprintBytes.count, orElse: 0),
            responders: try Responder.tree(reading: &fields),
            behavior: try fields.has("behavior") ? fields.nested("behavior", AppBehavior.init(_:at:)) : AppBehavior(),
            delegateImplements: try Self.names("delegateImplements", among: CallbackName.methods, reading: &fields),
            observes: try Self.names("observes", among: NotificationName.allCases, reading: &fields),
            notificationService: try fields.has("notificationService")
                ? fields.nested("notificationService", NotificationServiceExtension.init(_:at:)) : nil
        )
        try fields.finish()
    }

    /// Reads a list of names that Apple gives, if there is one. The result has each once, in their order.
    private static func names<Name: RawRepresentable<String> & Hashable>(
        _ field: String,
        among known: [Name],
        reading fields: inout FieldReader
    ) throws(Rejection) -> [Name]? {
        guard fields.has(field) else { return nil }
        let named = try fields.list(field, count: 0...known.count) { value, path throws(Rejection) in
            guard case .string(let text) = value, let name = known.first(where: { $0.rawValue == text }) else {
                let names = known.map(\.rawValue)
                throw Rejection.invalid(at: path, expected: .choice(names), found: value, accepted: names)
            }
            return name
        }
        return Set(named).sorted { $0.rawValue < $1.rawValue }
    }

    private static func identifier(
        reading fields: inout FieldReader,
        named name: BundleID?
    ) throws(Rejection) -> BundleID {
        guard let name else { return try fields.bundleID() }
        guard FieldReader.isBundleID(name.rawValue) else {
            throw Rejection(
                .invalidValue,
                """
                "\(name.rawValue.shortened, as: "name")" is not a bundle identifier, which has 1 to 155 letters, digits, \
                hyphens and dots.
                """,
                field: fields.path(of: "bundleID")
            )
        }
        guard let given = try fields.optionalBundleID(), given != name else { return name }
        throw Rejection.invalid(
            at: fields.path(of: "bundleID"),
            expected: "the app that the request is for",
            found: .string(given.rawValue),
            accepted: [name.rawValue]
        )
    }

    /// Puts what is installed, the Info.plist as it was given.
    package func write(to sink: inout some FieldSink) {
        sink.put("bundleID", bundleID)
        sink.put("name", name)
        sink.put("version", version)
        if let lifecycle { sink.put("lifecycle", lifecycle.rawValue) }
        sink.put("driver", driver.rawValue)
        sink.put("infoPlist", value: infoPlist.source)
        writeContents(to: &sink)
    }

    /// Puts what the app consists of besides its name and its Info.plist, as it was given.
    func writeContents(to sink: inout some FieldSink) {
        if let entitlements { sink.put("entitlements", value: entitlements.source) }
        sink.put("footprintBytes", footprintBytes)
        sink.put("purgeableBytes", purgeableBytes)
        sink.put("responders", list: responders)
        sink.put("behavior", value: behavior.value)
        if let delegateImplements { sink.put("delegateImplements", strings: delegateImplements.map(\.rawValue)) }
        if let observes { sink.put("observes", strings: observes.map(\.rawValue)) }
        if let notificationService { sink.put("notificationService", notificationService) }
    }
}

extension InfoPlist {
    /// The keys that the model uses.
    private static let usedKeys = [
        "UIBackgroundModes", "BGTaskSchedulerPermittedIdentifiers", "UIApplicationExitsOnSuspend",
        "UIApplicationSceneManifest", "CFBundleURLTypes", "CFBundleExecutable", "CFBundleVersion",
        "DTPlatformVersion", "NSSupportsLiveActivities",
    ]
    /// How many elements an array of the Info.plist may have.
    private static let listCount = 0...1_000

    /// Reads an Info.plist. Keys that the model does not use are kept and named in `ignoredKeys`.
    ///
    /// - Throws: `invalid-value` when a key that the model uses has a value of another type.
    package init(_ value: Value, at path: String) throws(Rejection) {
        var fields = try FieldReader(value, at: path)
        guard value.isBounded else {
            throw Rejection(
                .invalidValue,
                """
                An Info.plist can have at most \(FieldReader.maximumNodes, as: "limit") values, nested at most \
                \(FieldReader.maximumDepth, as: "depth") deep, and only finite numbers.
                """,
                field: path.isEmpty ? nil : path
            )
        }
        _ = try fields.bool("NSSupportsLiveActivities", orElse: false)
        self.init(
            backgroundModes: try fields.strings("UIBackgroundModes", count: Self.listCount),
            permittedTaskIdentifiers: try fields.has("BGTaskSchedulerPermittedIdentifiers")
                ? fields.strings("BGTaskSchedulerPermittedIdentifiers", count: Self.listCount) : nil,
            exitsOnSuspend: try fields.bool("UIApplicationExitsOnSuspend", orElse: false),
            sceneManifest: try fields.optionalObject("UIApplicationSceneManifest")
                .map { manifest throws(Rejection) in try SceneManifest(reading: manifest) },
            urlSchemes: try fields.list("CFBundleURLTypes", count: Self.listCount, Self.schemes).flatMap { $0 },
            ignoredKeys: fields.members.filter { !Self.uses($0) }.map(\.name).sorted(),
            source: value
        )
    }

    /// Whether the model uses a key with this value. `DTPlatformVersion` decides whether an app has to adopt scenes, and
    /// a number, as YAML reads 27.0, is no version.
    private static func uses(_ member: Value.Member) -> Bool {
        guard member.name == "DTPlatformVersion" else { return usedKeys.contains(member.name) }
        guard case .string(let text) = member.value else { return false }
        return text.wholeMatch(of: /[0-9]{1,3}(\.[0-9]{1,3}){0,2}/) != nil
    }

    /// The schemes of one of `CFBundleURLTypes`; its other keys do not matter here.
    private static func schemes(_ value: Value, at path: String) throws(Rejection) -> [String] {
        var type = try FieldReader(value, at: path)
        return try type.strings("CFBundleURLSchemes", count: listCount)
    }
}

extension SceneManifest {
    /// How many scene configurations an app may have.
    private static let configurationCount = 0...100

    /// Reads a scene manifest. Other keys and other roles, such as that of an external display, do not matter here.
    fileprivate init(reading manifest: FieldReader) throws(Rejection) {
        var manifest = manifest
        let supportsMultipleScenes = try manifest.bool("UIApplicationSupportsMultipleScenes", orElse: false)
        var names: [String] = []
        if var roles = try manifest.optionalObject("UISceneConfigurations") {
            let role = "UIWindowSceneSessionRoleApplication"
            names = try roles.list(role, count: Self.configurationCount, Self.configurationName).compactMap { $0 }
            if let twice = names.enumerated().first(where: { names[..<$0.offset].contains($0.element) }) {
                throw Rejection(
                    .invalidValue,
                    """
                    There are two scene configurations with the name "\(twice.element.shortened, as: "name")": a name can \
                    be used only once.
                    """,
                    field: roles.path(of: role)
                )
            }
        }
        self.init(supportsMultipleScenes: supportsMultipleScenes, configurationNames: names)
    }

    /// The name of a configuration, which may go without one.
    private static func configurationName(_ value: Value, at path: String) throws(Rejection) -> String? {
        var configuration = try FieldReader(value, at: path)
        return try configuration.optionalString("UISceneConfigurationName")
    }
}

extension Entitlements {
    /// Reads entitlements. Those that the model does not use are kept.
    ///
    /// - Throws: `invalid-value` when one that the model uses is no boolean.
    package init(_ value: Value, at path: String) throws(Rejection) {
        var fields = try FieldReader(value, at: path)
        guard value.isBounded else {
            throw Rejection(
                .invalidValue,
                """
                Entitlements can have at most \(FieldReader.maximumNodes, as: "limit") values, nested at most \
                \(FieldReader.maximumDepth, as: "depth") deep, and only finite numbers.
                """,
                field: path.isEmpty ? nil : path
            )
        }
        for name in Self.used { _ = try fields.bool(name, orElse: false) }
        self.init(source: value)
    }
}
