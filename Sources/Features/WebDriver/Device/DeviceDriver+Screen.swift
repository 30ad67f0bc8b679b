import DeviceHost
import LifecycleKernel
import WireFormat

// Links and orientation.
extension DeviceDriver {
    /// Opens a link.
    ///
    /// - Parameters:
    ///   - url: The link.
    ///   - bundleID: The app to open it in, if one was named.
    func open(_ url: String, in bundleID: BundleID?) async throws {
        let apps = try await registry.apps(on: id).value.map(\.manifest)
        switch try Self.link(url, in: bundleID, among: apps) {
        case .event(let event): try await send(event)
        case .safari: try await open(SystemApp.safari)
        }
    }

    /// What opens a link.
    enum Link: Hashable, Sendable {
        case event(Event)
        /// Safari comes to the front, as no app declares the domain.
        case safari
    }

    /// What opens a link: a web page the app that declares its domain, else Safari; any other link the app of its scheme.
    ///
    /// - Parameters:
    ///   - url: The link.
    ///   - bundleID: The app to open it in, if one was named.
    ///   - apps: The apps that are installed.
    /// - Throws: A `Rejection` for what is no URL.
    static func link(_ url: String, in bundleID: BundleID?, among apps: [AppManifest]) throws -> Link {
        let scheme = url.prefix { $0 != ":" }.lowercased()
        // Read as the interface reads it, so that what is refused there is refused here too.
        var fields: Value
        if scheme == "http" || scheme == "https" {
            let domain = scheme == "https" ? url.domain : nil
            guard
                let app = bundleID ?? domain.flatMap({ domain in apps.first { $0.declares(domain: domain) }?.bundleID })
            else { return .safari }
            fields = [
                "type": "app.continueActivity", "bundleID": .string(app.rawValue),
                "activityType": .string(Self.browsing), "webpageURL": .string(url),
            ]
        } else {
            fields = ["type": "app.openURL", "url": .string(url)]
            if let bundleID { fields = fields.setting("bundleID", to: .string(bundleID.rawValue)) }
        }
        return .event(try Event(fields, at: ""))
    }

    /// `NSUserActivityTypeBrowsingWeb`.
    private static let browsing = "NSUserActivityTypeBrowsingWeb"

    // MARK: Orientation

    /// The names that clients give to orientations, and what they are.
    private static let orientations: [(name: String, orientation: Orientation)] = [
        ("PORTRAIT", .portrait), ("LANDSCAPE", .landscapeLeft),
        ("UIA_DEVICE_ORIENTATION_LANDSCAPERIGHT", .landscapeRight),
        ("UIA_DEVICE_ORIENTATION_PORTRAIT_UPSIDEDOWN", .portraitUpsideDown),
    ]

    /// Turns the device.
    ///
    /// - Throws: `invalid argument` for a name that is none.
    func rotate(_ name: String) async throws { try await send(try Self.rotation(name)) }

    /// The event that turns the device.
    ///
    /// - Throws: `invalid argument` for a name that is none.
    static func rotation(_ name: String) throws(DriverError) -> Event {
        guard let row = Self.orientations.first(where: { $0.name == name.uppercased() }) else {
            let names = Self.orientations.map(\.name).joined(separator: ", ")
            throw DriverError(.invalidArgument, "The orientation must be one of \(names).")
        }
        return .device(.condition(.rotate(row.orientation)))
    }

    /// The name of the orientation: what WebDriverAgent has more names for is told to its clients.
    func orientation(_ dialect: Dialect) async throws -> String {
        let situation = try await situation()
        let exact = Self.orientations.first { $0.orientation == situation.conditions.orientation }?.name
        return dialect == .wda ? exact ?? "PORTRAIT" : situation.isLandscape ? "LANDSCAPE" : "PORTRAIT"
    }
}

extension AppManifest {
    /// Whether the app declares a domain of web pages, by its name or as `*.` and a domain above it.
    fileprivate func declares(domain: String) -> Bool {
        let entries = entitlements?.source["com.apple.developer.associated-domains"]?.elements ?? []
        return entries.contains { entry in
            guard let text = entry.text?.lowercased(), text.hasPrefix("applinks:") else { return false }
            let declared = text.dropFirst("applinks:".count).prefix { $0 != "?" }
            guard declared.hasPrefix("*.") else { return declared == domain }
            return domain.hasSuffix(declared.dropFirst())
        }
    }
}

extension String {
    /// The domain of a URL, without user and port.
    fileprivate var domain: String? {
        guard let start = firstRange(of: "://")?.upperBound else { return nil }
        let authority = self[start...].prefix { !"/?#".contains($0) }
        let host = authority.split(separator: "@").last?.prefix { $0 != ":" }
        return host.map { $0.lowercased() }
    }
}
