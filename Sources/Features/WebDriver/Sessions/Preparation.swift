import DeviceHost
import LifecycleKernel
import WireFormat

/// What a session does to its device besides launching the app under test. All of it is read before anything is done, so
/// that a request that is refused leaves nothing behind.
struct Preparation: Sendable {
    /// The apps to install, in order.
    let apps: [AppSource]
    /// The app of the system to install, unless it is there.
    let system: SystemApp?
    /// What the device is set up with: language, locale and orientation.
    let events: [Event]
    /// The app under test.
    let bundleID: BundleID?
    /// The link that is opened after the launch, as far as it can be read before.
    let link: DeviceDriver.Link?

    /// Reads what a request asks for.
    ///
    /// - Throws: `invalid argument`, or a `Rejection`.
    init(_ request: SessionRequest) throws {
        let described = try request.apps.enumerated().map { try AppManifest($1, at: "greenroom:apps[\($0)]") }
        var apps = described.map { AppSource.described($0) }
        // `bundleId` names the app of `app`, unless it names one of the system. Without it, the only app that is described
        // is meant.
        let system = request.bundleID.flatMap { SystemApp.named($0) }
        let app = try request.app.map { app in
            try AppSource(
                app,
                bundleID: system == nil ? request.bundleID : nil,
                fallback: described.count == 1 ? described[0].bundleID : nil
            )
        }
        if let app { apps.append(app) }
        for other in request.otherApps { apps.append(try AppSource(other)) }
        var events = try DeviceDriver.localization(language: request.language, locale: request.locale)
        if let orientation = request.orientation { events.append(try DeviceDriver.rotation(orientation)) }
        let bundleID = request.bundleID ?? app?.bundleID
        if let bundleID { _ = try DeviceDriver.launching(bundleID, request.arguments) }
        self.apps = apps
        self.system = system
        self.events = events
        self.bundleID = bundleID
        link = try request.url.map { try DeviceDriver.link($0, in: nil, among: []) }
    }

    /// The apps that a device has afterwards.
    ///
    /// - Parameter installed: Those that it has.
    fileprivate func apps(besides installed: [AppManifest]) -> [BundleID: AppManifest] {
        var manifests = Dictionary(installed.map { ($0.bundleID, $0) }) { $1 }
        for app in apps {
            switch app {
            case .described(let manifest): manifests[manifest.bundleID] = manifest
            case .named(let bundleID): manifests[bundleID] = manifests[bundleID] ?? AppManifest(bundleID: bundleID)
            }
        }
        if let system { manifests[system.bundleID] = manifests[system.bundleID] ?? system.manifest }
        return manifests
    }
}

extension DeviceDriver {
    /// Checks what can be checked before anything is done to the device.
    ///
    /// - Throws: `session not created`.
    func check(_ preparation: Preparation, _ request: SessionRequest) async throws {
        let situation = try await situation()
        let apps = preparation.apps(besides: try await registry.apps(on: id).value.map(\.manifest))
        guard apps.count <= registry.limits.appsPerDevice else {
            throw Capabilities.refused(
                "The device would have \(apps.count) apps; it can have \(registry.limits.appsPerDevice)."
            )
        }
        let launched = request.launches ? preparation.bundleID : nil
        guard situation.isOn || (preparation.events.isEmpty && launched == nil) else {
            throw Capabilities.refused("not-possible-now: The device is switched off.")
        }
        guard let launched else { return }
        guard apps[launched] != nil else { throw Self.notInstalled(launched) }
        guard request.unlocks || !situation.isLocked else {
            throw Capabilities.refused("device-locked: The device is locked; unlock it first.")
        }
        guard case .event(.openURL(let url, _, nil))? = preparation.link else { return }
        let scheme = url.prefix { $0 != ":" }.lowercased()
        guard apps.values.contains(where: { $0.declares(scheme: scheme) }) else {
            throw Capabilities.refused("No app on the device declares the scheme '\(scheme.prefix(bytes: 64))'.")
        }
    }

    /// The error for a session whose app under test is not installed.
    static func notInstalled(_ bundleID: BundleID) -> DriverError {
        Capabilities.refused(
            """
            App with bundle identifier '\(bundleID)' unknown: it is not installed. Add 'appium:app', any path of an app, or \
            describe the app in 'greenroom:apps'.
            """
        )
    }

    /// Installs apps, and sets the device up.
    func perform(_ preparation: Preparation) async throws {
        for app in preparation.apps { try await install(app, updates: false) }
        if let system = preparation.system, try await installedApp(system.bundleID) == nil {
            try await install(system.manifest)
        }
        for event in preparation.events { try await send(event) }
    }

    /// The events that change the language and the locale, read as the interface reads them.
    ///
    /// - Throws: A `Rejection` for a text that is empty or too long.
    static func localization(language: String?, locale: String?) throws -> [Event] {
        var events: [Event] = []
        if let language {
            events.append(try Event(["type": "device.changeLanguage", "language": .string(language)], at: ""))
        }
        if let locale { events.append(try Event(["type": "device.changeLocale", "locale": .string(locale)], at: "")) }
        return events
    }
}

extension AppManifest {
    fileprivate func declares(scheme: String) -> Bool {
        infoPlist.urlSchemes.contains { $0.lowercased() == scheme }
    }
}
