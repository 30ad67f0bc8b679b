import LifecycleKernel

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
                "An Info.plist is made of at most \(FieldReader.maximumNodes) values, nested at most "
                    + "\(FieldReader.maximumDepth) deep, its numbers finite.",
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
                    "The scene configuration \(twice.element.quotedBriefly) is there twice: a name is used once.",
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
