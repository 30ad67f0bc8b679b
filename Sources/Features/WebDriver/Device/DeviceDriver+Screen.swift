import DeviceHost
import LifecycleKernel
import WireFormat

// What is on the screen: links, orientation, alerts.
extension DeviceDriver {
    /// Opens a link; see `link`.
    func open(_ url: String, in bundleID: BundleID?, orElse fallback: BundleID?) async throws {
        try await send(try Self.link(url, in: bundleID, orElse: fallback))
    }

    /// What opens a link: a web page as the activity of browsing, any other by its scheme.
    ///
    /// - Parameters:
    ///   - url: The link.
    ///   - bundleID: The app to open it in, if one was named.
    ///   - fallback: The app to open a web page in otherwise.
    /// - Throws: `invalid argument` if nobody is named to open a web page; a `Rejection` for what is no URL.
    static func link(_ url: String, in bundleID: BundleID?, orElse fallback: BundleID?) throws -> Event {
        let scheme = url.prefix { $0 != ":" }.lowercased()
        // Read as the interface reads it, so that what is refused there is refused here too.
        var fields: Value
        if scheme == "http" || scheme == "https" {
            guard let app = bundleID ?? fallback else {
                throw DriverError(.invalidArgument, "No app is named to open \(url.prefix(bytes: 120)): give bundleId.")
            }
            fields = [
                "type": "app.continueActivity", "bundleID": .string(app.rawValue),
                "activityType": .string(Self.browsing), "webpageURL": .string(url),
            ]
        } else {
            fields = ["type": "app.openURL", "url": .string(url)]
            if let bundleID { fields = fields.setting("bundleID", to: .string(bundleID.rawValue)) }
        }
        return try Event(fields, at: "")
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

    // MARK: Alerts

    /// An alert on the screen.
    enum Alert: Hashable, Sendable {
        case system(kind: String)
        case app(BundleID)

        /// What it says: its kind.
        var text: String {
            switch self {
            case .system(let kind): kind
            case .app: "app"
            }
        }
    }

    /// The buttons of every alert.
    static let alertButtons = ["Cancel", "OK"]

    /// The alert on the screen: the system's, or that of the app in front.
    func alert() async throws -> Alert? {
        let situation = try await situation()
        if situation.overlays.contains(.systemAlert) { return .system(kind: try await systemAlertKind()) }
        // Whether an alert of its own deactivates an app is a rule; that it can be closed says that there is one.
        guard let front = situation.front else { return nil }
        let possible = try await registry.possibleEvents(on: id, for: front).value
        return possible.contains(.app(front, .dismissAlert)) ? .app(front) : nil
    }

    /// What the system's alert asks for; the timeline has it.
    private func systemAlertKind() async throws -> String {
        let inputs = try await registry.timeline(of: id, TimelineQuery(limit: 1_000, kinds: [.input], last: 1_000))
        for record in inputs.records.reversed() {
            if case .input(.event(.device(.presentSystemAlert(let alert)))) = record.body { return alert.rawValue }
        }
        return SystemAlert.other.rawValue
    }

    /// The alert on the screen.
    ///
    /// - Throws: `no such alert`.
    func requireAlert() async throws -> Alert {
        guard let alert = try await alert() else {
            throw DriverError(.noSuchAlert, "There is no alert on the screen.")
        }
        return alert
    }

    /// Closes the alert on the screen, by whichever button.
    ///
    /// - Parameter button: The button that was named.
    /// - Throws: `no such alert`; `invalid argument` for a button that it does not have.
    func closeAlert(button: String? = nil) async throws {
        let alert = try await requireAlert()
        if let button, !Self.alertButtons.contains(button) {
            throw DriverError(
                .invalidArgument,
                "The alert has no button '\(button.prefix(bytes: 60))'; it has \(Self.alertButtons.joined(separator: ", "))."
            )
        }
        switch alert {
        case .system: try await send(.dismissSystemAlert)
        case .app(let bundleID): try await send(.app(bundleID, .dismissAlert))
        }
    }
}
