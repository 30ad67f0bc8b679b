/// The keys of an Info.plist that matter to the life cycle, and what else was given.
public struct InfoPlist: Hashable, Codable, Sendable {
    /// `UIBackgroundModes`, as given.
    public var backgroundModes: [String]
    /// `BGTaskSchedulerPermittedIdentifiers`; nil when the key is missing.
    public var permittedTaskIdentifiers: [String]?
    /// `UIApplicationExitsOnSuspend`.
    public var exitsOnSuspend: Bool
    /// `UIApplicationSceneManifest`.
    public var sceneManifest: SceneManifest?
    /// The schemes of all `CFBundleURLTypes`.
    public var urlSchemes: [String]
    /// `CFBundleExecutable`: what the process is called in reports.
    package var executable: String? { string("CFBundleExecutable") }
    /// `CFBundleVersion`: the build.
    package var build: String? { string("CFBundleVersion") }
    /// `DTPlatformVersion`: the version of the SDK that the app was built with, such as `27.0`.
    package var platformVersion: String? { string("DTPlatformVersion") }
    /// `NSSupportsLiveActivities`.
    package var supportsLiveActivities: Bool { source["NSSupportsLiveActivities"] == true }
    /// The keys given that the model does not use, sorted.
    public var ignoredKeys: [String]
    /// The Info.plist as it was given.
    public var source: Value

    public init(
        backgroundModes: [String] = [],
        permittedTaskIdentifiers: [String]? = nil,
        exitsOnSuspend: Bool = false,
        sceneManifest: SceneManifest? = nil,
        urlSchemes: [String] = [],
        ignoredKeys: [String] = [],
        source: Value = .object([])
    ) {
        self.backgroundModes = backgroundModes
        self.permittedTaskIdentifiers = permittedTaskIdentifiers
        self.exitsOnSuspend = exitsOnSuspend
        self.sceneManifest = sceneManifest
        self.urlSchemes = urlSchemes
        self.ignoredKeys = ignoredKeys
        self.source = source
    }

    /// Whether `UIBackgroundModes` contains a mode. Source: facts 6.1.
    func declares(_ mode: BackgroundMode) -> Bool { backgroundModes.contains(mode.rawValue) }

    /// Whether the app was built with the SDK of this version of iOS or of a newer version; false if the SDK is not
    /// known.
    func isBuilt(withSDK major: Int) -> Bool {
        guard let platformVersion, let version = Int(platformVersion.prefix { $0 != "." }) else { return false }
        return version >= major
    }

    /// The class of the scene delegate in a configuration of `UIApplicationSceneManifest` for a role, or in the first one;
    /// nil if there is none.
    func sceneDelegateClass(ofConfiguration name: String?, for role: SceneRole) -> String? {
        let configurations = configurations(for: role)
        guard
            let configuration = name.map({ name in
                configurations.first { $0["UISceneConfigurationName"] == .string(name) }
            }) ?? configurations.first,
            case .string(let delegateClass)? = configuration["UISceneDelegateClassName"]
        else { return nil }
        return delegateClass
    }

    func configurationNames(for role: SceneRole) -> [String] {
        if role == .windowApplication { return sceneManifest?.configurationNames ?? [] }
        return configurations(for: role).compactMap { configuration in
            if case .string(let name)? = configuration["UISceneConfigurationName"] { name } else { nil }
        }
    }

    private func configurations(for role: SceneRole) -> [Value] {
        let roles = source["UIApplicationSceneManifest"]?["UISceneConfigurations"]
        if case .array(let configurations)? = roles?[role.manifestKey] { return configurations }
        return []
    }

    /// The text of a key that is only shown; nil if its value is not a text.
    private func string(_ key: String) -> String? {
        if case .string(let text) = source[key] { text } else { nil }
    }
}

/// `UIApplicationSceneManifest`. Source: facts 7.
public struct SceneManifest: Hashable, Codable, Sendable {
    /// `UIApplicationSupportsMultipleScenes`.
    public var supportsMultipleScenes: Bool
    /// The names of the scene configurations of the role `UIWindowSceneSessionRoleApplication`, each once.
    public var configurationNames: [String]

    public init(supportsMultipleScenes: Bool = false, configurationNames: [String] = []) {
        self.supportsMultipleScenes = supportsMultipleScenes
        self.configurationNames = configurationNames
    }
}
