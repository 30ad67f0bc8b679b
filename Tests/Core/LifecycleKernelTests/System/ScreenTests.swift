import TestKit
import Testing

@testable import LifecycleKernel

/// What is on screen, by itself: no device, no apps.
@Suite struct ScreenTests {
    private static let notes = Screen.Window(bundleID: "notes", scene: 1)
    private static let mail = Screen.Window(bundleID: "mail", scene: 1)

    /// A change of a screen that shows the windows of two apps, and what it shows then.
    struct Row: Sendable {
        var what: String
        /// The apps that are in front.
        var inFront: [BundleID]
        var overlays: DeactivationReasons
        /// The reasons for which no app on screen is active.
        var reasons: DeactivationReasons
        var change: @Sendable (inout Screen) -> Void

        init(
            _ what: String,
            inFront: [BundleID] = ["notes", "mail"],
            overlays: DeactivationReasons = [],
            reasons: DeactivationReasons? = nil,
            _ change: @escaping @Sendable (inout Screen) -> Void
        ) {
            self.what = what
            self.inFront = inFront
            self.overlays = overlays
            self.reasons = reasons ?? overlays
            self.change = change
        }
    }

    static let rows = [
        Row("nothing happens") { _ in },
        Row("one window stays", inFront: ["mail"]) { $0.show([mail]) },
        Row("the user goes home", inFront: []) { $0.show([]) },
        Row("the switcher opens", overlays: .appSwitcher) { $0.cover(with: .appSwitcher) },
        Row("the switcher opens and closes") {
            $0.cover(with: .appSwitcher)
            $0.uncover(.appSwitcher)
        },
        Row("an alert stays when the user leaves an app", overlays: .systemAlert) {
            $0.cover(with: [.systemAlert, .appSwitcher])
            $0.closeOverlays()
        },
        Row("SpringBoard restarts") {
            $0.cover(with: [.systemAlert, .appSwitcher])
            $0.uncoverAll()
        },
        Row("a call is ringing in a banner") { $0.setCall(.ringing(.banner)) },
        Row("a call is ringing on the whole screen", reasons: .call) { $0.setCall(.ringing(.fullScreen)) },
        Row("a call has the screen", inFront: []) { $0.setCall(.answered(hasScreen: true)) },
        Row("the user leaves the screen of a call") {
            $0.setCall(.answered(hasScreen: true))
            $0.closeOverlays()
        },
        Row("a call is over") {
            $0.setCall(.ringing(.fullScreen))
            $0.setCall(nil)
        },
        Row("the device is locked", inFront: [], overlays: .systemAlert) {
            $0.cover(with: [.systemAlert, .appSwitcher])
            $0.lock()
        },
        Row("the device is locked and unlocked") {
            $0.lock()
            $0.unlock()
        },
        Row("the device restarts", inFront: []) {
            $0.cover(with: .systemAlert)
            $0.restart(isOn: true)
        },
        Row("the device restarts, and is unlocked", inFront: []) {
            $0.restart(isOn: true)
            $0.unlock()
        },
    ]

    @Test("Who is in front follows from the windows and from what covers them", arguments: rows.indices)
    func changes(index: Int) {
        let row = Self.rows[index]
        var screen = Screen()
        screen.show([Self.notes, Self.mail])
        row.change(&screen)
        let apps: [BundleID] = ["notes", "mail"]
        #expect(apps.filter { screen.hasInFront($0) } == row.inFront, "\(row.what)")
        #expect(screen.overlays == row.overlays, "\(row.what)")
        #expect(screen.reasons == row.reasons, "\(row.what)")
    }

    @Test("A device that is off shows nothing, and is locked and never unlocked when it is on again")
    func power() {
        var screen = Screen()
        #expect(!screen.isLocked && screen.isOn && screen.wasUnlockedSinceBoot)
        screen.restart(isOn: false)
        #expect(screen.isLocked && !screen.isOn && screen.isCovered)
        screen.switchOn()
        #expect(screen.isLocked && screen.isOn && !screen.wasUnlockedSinceBoot)
        screen.unlock()
        #expect(!screen.isLocked && screen.wasUnlockedSinceBoot && !screen.isCovered)
        screen.lock()
        #expect(screen.isLocked && screen.wasUnlockedSinceBoot)
    }

    @Test("A car shows one scene, and its app is in front on a locked device; displays beside the device show several")
    func otherDisplays() {
        var screen = Screen()
        screen.lock()
        screen.show(Self.notes, on: .carTemplateApplication)
        screen.show(Self.mail, on: .carTemplateApplication)
        #expect(!screen.hasInFront("notes"))
        #expect(screen.hasInFront("mail"))
        #expect(screen.role(of: 1, of: "mail") == .carTemplateApplication)
        screen.show(Screen.Window(bundleID: "notes", scene: 2), on: .windowExternalDisplayNonInteractive)
        screen.show(Screen.Window(bundleID: "notes", scene: 3), on: .windowExternalDisplayNonInteractive)
        #expect(!screen.hasInFront("notes"))
        #expect(screen.otherDisplays.count == 3)
        screen.removeFromOtherDisplays(Screen.Window(bundleID: "notes", scene: 2))
        #expect(screen.role(of: 2, of: "notes") == nil)
        #expect(screen.role(of: 3, of: "notes") == .windowExternalDisplayNonInteractive)
        screen.removeFromOtherDisplays("notes")
        #expect(screen.otherDisplays.map(\.window.bundleID) == ["mail"])
    }
}

/// Every overlay.
@Suite struct OverlayTests {
    @Test("Every overlay has a name and a reason of its own")
    func distinct() {
        let reasons = Overlay.all.map(\.reason)
        #expect(Set(reasons).count == reasons.count)
        #expect(Set(Overlay.all.map(\.name)).count == reasons.count)
        let others: DeactivationReasons = [
            .appSwitcher, .systemAlert, .systemAlertUntilLock, .call, .ownAlert, .shareSheet, .launching, .notOnScreen,
        ]
        #expect(reasons.allSatisfy { others.isDisjoint(with: $0) })
    }

    @Test("An overlay deactivates the app in front until it is dismissed", arguments: Overlay.all)
    func deactivates(overlay: Overlay) throws {
        var device = try TestDevice(.documents)
        try device.install()
        try device.launch()
        #expect(device.refusal(of: .device(.dismiss(overlay))) == .notPossibleNow)
        #expect(try device.send(.present(overlay)).callbacks == [.applicationWillResignActive])
        #expect(device.refusal(of: .device(.present(overlay))) == .notPossibleNow)
        #expect(device.process()?.deactivationReasons == [overlay.name])
        #expect(try device.send(.dismiss(overlay)).callbacks == [.applicationDidBecomeActive])
    }
}

extension Overlay {
    static let notificationCenter = Overlay.existing("notificationCenter")
    static let controlCenter = Overlay.existing("controlCenter")
    static let siri = Overlay.existing("siri")

    private static func existing(_ name: String) -> Overlay {
        guard let overlay = named(name) else { preconditionFailure("there is no overlay \(name)") }
        return overlay
    }
}
