import LifecycleKernel

/// An app that every phone has. It is installed on a device when it is first opened, with all defaults.
struct SystemApp: Hashable, Sendable {
    let bundleID: BundleID
    let name: String

    /// The home screen, which is always there and is no app that could be installed.
    static let springBoard: BundleID = "com.apple.springboard"
    static let safari: BundleID = "com.apple.mobilesafari"

    /// The apps with an icon.
    static let all = [
        SystemApp(bundleID: "com.apple.Preferences", name: "Settings"),
        SystemApp(bundleID: safari, name: "Safari"),
        SystemApp(bundleID: "com.apple.MobileSMS", name: "Messages"),
        SystemApp(bundleID: "com.apple.mobilephone", name: "Phone"),
        SystemApp(bundleID: "com.apple.mobilemail", name: "Mail"),
        SystemApp(bundleID: "com.apple.MobileAddressBook", name: "Contacts"),
        SystemApp(bundleID: "com.apple.mobilecal", name: "Calendar"),
        SystemApp(bundleID: "com.apple.mobilenotes", name: "Notes"),
        SystemApp(bundleID: "com.apple.reminders", name: "Reminders"),
        SystemApp(bundleID: "com.apple.mobileslideshow", name: "Photos"),
        SystemApp(bundleID: "com.apple.camera", name: "Camera"),
        SystemApp(bundleID: "com.apple.Maps", name: "Maps"),
        SystemApp(bundleID: "com.apple.mobiletimer", name: "Clock"),
        SystemApp(bundleID: "com.apple.weather", name: "Weather"),
        SystemApp(bundleID: "com.apple.calculator", name: "Calculator"),
        SystemApp(bundleID: "com.apple.DocumentsApp", name: "Files"),
        SystemApp(bundleID: "com.apple.Music", name: "Music"),
        SystemApp(bundleID: "com.apple.Health", name: "Health"),
        SystemApp(bundleID: "com.apple.Passbook", name: "Wallet"),
        SystemApp(bundleID: "com.apple.AppStore", name: "App Store"),
    ]

    /// The app with an identifier; nil if the system has none.
    static func named(_ bundleID: BundleID) -> SystemApp? { all.first { $0.bundleID == bundleID } }

    /// What is installed when it is opened.
    var manifest: AppManifest { AppManifest(bundleID: bundleID, name: name) }
}
