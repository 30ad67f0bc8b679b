import DeviceHost
import LifecycleKernel

/// An alert on the screen: what it says, and its buttons in their order.
struct ScreenAlert: Hashable, Sendable {
    var title: String
    var message: String?
    var buttons: [String]
    /// The app whose own alert it is; nil for an alert of the system.
    var app: BundleID?

    /// What a client is told that it says.
    var text: String { message.map { "\(title)\n\($0)" } ?? title }

    /// The button with a label, whether its apostrophe is curly or straight.
    func hasButton(_ label: String) -> Bool {
        buttons.contains { $0.replacing("’", with: "'") == label.replacing("’", with: "'") }
    }

    private static let buttonHeight: Int64 = 44

    /// The alert in the middle of a screen, its texts above its buttons.
    func node(in screen: ScreenNode.Rectangle) -> ScreenNode {
        let width: Int64 = 270
        let texts = [title] + (message.map { [$0] } ?? [])
        let height = Int64(texts.count + buttons.count) * Self.buttonHeight
        let (x, top) = ((screen.width - width) / 2, (screen.height - height) / 2)
        func row(_ index: Int) -> ScreenNode.Rectangle {
            .init(x: x, y: top + Int64(index) * Self.buttonHeight, width: width, height: Self.buttonHeight)
        }
        var node = ScreenNode(
            type: "Alert",
            name: title,
            rect: .init(x: x, y: top, width: width, height: height)
        )
        node.children = texts.enumerated().map { index, text in
            var label = ScreenNode(type: "StaticText", name: text, rect: row(index))
            label.value = text
            return label
        }
        node.children += buttons.enumerated().map { index, text in
            var button = ScreenNode(type: "Button", name: text, rect: row(texts.count + index))
            button.touch = .closesAlert
            return button
        }
        return node
    }
}

// MARK: What alerts say

extension ScreenAlert {
    private static let deny = "Don’t Allow"

    /// The alert that asks for a permission, in the words of iOS 18.
    ///
    /// - Parameters:
    ///   - permission: The permission; nil if it is not known.
    ///   - app: The name of the app that asks.
    init(permission: String?, app: String) {
        self.init(title: "“\(app)” Would Like to Use Your Data", buttons: [Self.deny, "Allow"])
        guard let permission else { return }
        switch permission.lowercased().filter(\.isLetter) {
        case "camera": title = "“\(app)” Would Like to Access the Camera"
        case "microphone": title = "“\(app)” Would Like to Access the Microphone"
        case "photos", "photolibrary":
            title = "“\(app)” Would Like to Access Your Photo Library"
            buttons = ["Limit Access…", "Allow Full Access", Self.deny]
        case "contacts": title = "“\(app)” Would Like to Access Your Contacts"
        case "calendar", "calendars":
            title = "“\(app)” Would Like Full Access to Your Calendar"
            buttons = [Self.deny, "Allow Full Access"]
        case "reminders": title = "“\(app)” Would Like to Access Your Reminders"
        case "notifications", "pushnotifications", "usernotifications":
            title = "“\(app)” Would Like to Send You Notifications"
            message =
                "Notifications may include alerts, sounds, and icon badges. These can be configured in Settings."
        case "location", "locationwheninuse":
            title = "Allow “\(app)” to use your location?"
            buttons = ["Allow Once", "Allow While Using App", Self.deny]
        case "locationalways":
            title = "Allow “\(app)” to also use your location even when you are not using the app?"
            buttons = ["Keep Only While Using", "Change to Always Allow"]
        case "bluetooth": title = "“\(app)” Would Like to Use Bluetooth"
        case "motion": title = "“\(app)” Would Like to Access Your Motion & Fitness Activity"
        case "speech", "speechrecognition": title = "“\(app)” Would Like to Access Speech Recognition"
        case "tracking", "usertracking":
            title = "Allow “\(app)” to track your activity across other companies’ apps and websites?"
            buttons = ["Ask App Not to Track", "Allow"]
        case "faceid": title = "Do you want to allow “\(app)” to use Face ID?"
        case "localnetwork": title = "Allow “\(app)” to find devices on local networks?"
        case "siri": title = "“\(app)” Would Like to Use Siri"
        case "homekit", "home": title = "“\(app)” Would Like to Access Your Home Data"
        case "medialibrary", "music":
            title = "“\(app)” Would Like to Access Apple Music, Your Music Activity, and Your Media Library"
        default: title = "“\(app)” Would Like to Access \(permission)"
        }
    }

    /// An alert that the system presents by itself.
    ///
    /// - Parameter app: The name of the app in front.
    init(_ alert: SystemAlert, app: String) {
        switch alert {
        case .permission: self.init(permission: nil, app: app)
        case .lowBattery:
            self.init(title: "Low Battery", message: "20% battery remaining.", buttons: ["Low Power Mode", "Close"])
        case .applePay: self.init(title: "Apple Pay", buttons: ["Cancel", "Pay with Passcode"])
        case .faceID:
            self.init(title: "Face Not Recognized", message: "Try Again", buttons: ["Cancel", "Try Face ID Again"])
        case .signInWithApple: self.init(title: "Sign in with Apple", buttons: ["Cancel", "Continue"])
        case .webAuthentication:
            self.init(
                title: "“\(app)” Wants to Use a Website to Sign In",
                message: "This allows the app and website to share information about you.",
                buttons: ["Cancel", "Continue"]
            )
        case .other: self.init(title: "Alert", buttons: ["Cancel", "OK"])
        }
    }
}

// MARK: The alert of a device

extension DeviceDriver {
    /// The alert on the screen: the system's, or that of the app in front.
    func alert() async throws -> ScreenAlert? {
        let situation = try await situation()
        if situation.overlays.contains(.systemAlert) { return try await systemAlert(over: situation.front) }
        // Whether an alert of its own deactivates an app is a rule; that it can be closed says that there is one.
        guard let front = situation.front else { return nil }
        let possible = try await registry.possibleEvents(on: id, for: front).value
        guard possible.contains(.app(front, .dismissAlert)) else { return nil }
        return try await ownAlert(of: app(front))
    }

    /// Returns the texts of an app's own alert: those that the responder declares that presented it, or else the name
    /// of the app.
    private func ownAlert(of app: AppStatus) async throws -> ScreenAlert {
        let (manifest, bundleID) = (app.manifest, app.manifest.bundleID)
        guard let pid = app.pid, let presenter = try await registry.process(pid, on: id).value.alertPresenter,
            let alert = manifest.responders.first(where: { $0.name.hasSameBytes(as: presenter) })?.alert
        else { return ScreenAlert(title: manifest.name, buttons: ["Cancel", "OK"], app: bundleID) }
        return ScreenAlert(title: alert.title, message: alert.message, buttons: alert.buttons, app: bundleID)
    }

    /// What the system's alert says.
    private func systemAlert(over front: BundleID?) async throws -> ScreenAlert {
        let query = TimelineQuery(
            limit: PresentedAlert.recordsRead,
            kinds: [.input, .callback],
            last: PresentedAlert.recordsRead
        )
        let apps = try await registry.apps(on: id).value.map(\.manifest)
        let alert = PresentedAlert(newestIn: try await registry.timeline(of: id, query).records, of: apps)
        func name(_ bundleID: BundleID?) -> String {
            bundleID.map { app in apps.first { $0.bundleID == app }?.name ?? app.rawValue } ?? "App"
        }
        if let alert, let permission = alert.permission {
            return ScreenAlert(permission: permission, app: name(alert.bundleID))
        }
        return ScreenAlert(alert?.kind ?? .other, app: name(front))
    }

    /// The alert on the screen.
    ///
    /// - Throws: `no such alert`.
    func requireAlert() async throws -> ScreenAlert {
        guard let alert = try await alert() else {
            throw DriverError(
                .noSuchAlert,
                """
                There is no alert on the screen. A touch of a responder with 'alert', and the event 'app.presentAlert', show \
                one of the app; the action 'requestPermission' shows one that asks for a permission.
                """
            )
        }
        return alert
    }

    /// Closes the alert on the screen, by whichever button: what the user answers is not simulated.
    ///
    /// - Parameter button: The button that was named.
    /// - Throws: `no such alert`; `invalid argument` for a button that it does not have.
    func closeAlert(button: String? = nil) async throws {
        let alert = try await requireAlert()
        if let button, !alert.hasButton(button) {
            throw DriverError(
                .invalidArgument,
                "The alert has no button '\(button.prefix(bytes: 60))'; it has: \(alert.buttons.joined(separator: ", "))."
            )
        }
        try await close(alert)
    }

    private func close(_ alert: ScreenAlert) async throws {
        if let app = alert.app { try await send(.app(app, .dismissAlert)) } else { try await send(.dismissSystemAlert) }
    }

    /// How many alerts are answered one after the other: an app may ask for the next when one is closed.
    private static let mostAlerts = 20

    /// Closes the alerts on the screen, for a session that has them answered by themselves.
    func closeAlerts() async throws {
        for _ in 0..<Self.mostAlerts {
            guard let alert = try await alert() else { return }
            try await close(alert)
        }
    }
}
