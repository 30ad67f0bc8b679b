import LifecycleKernel
import Reports
import TestKit
import Testing

/// Apps that end, and the reports of it.
extension TestDevice {
    /// The app that is meant where a test names none.
    static let notes: BundleID = "com.example.notes"

    /// Returns a device without apps.
    static func forReports(_ profile: RuleProfile = .ios18, memoryBytes: ByteCount = 6_442_450_944) -> TestDevice {
        TestDevice(DeviceSettings(profile: profile, memoryBytes: memoryBytes, seed: 7), app: notes)
    }

    /// Installs an app with the name and the version that the reports show.
    mutating func installNotes(
        _ app: BundleID = Self.notes,
        _ lifecycle: AppLifecycle = .appDelegate,
        footprintBytes: ByteCount = 83_886_080,
        infoPlist: InfoPlist = InfoPlist(),
        handlers: [CallbackName: [AppBehavior.Entry]] = [:]
    ) throws {
        try install(
            AppManifest(
                bundleID: app,
                name: "Notes",
                version: "1.2",
                lifecycle: lifecycle,
                infoPlist: infoPlist,
                footprintBytes: footprintBytes,
                behavior: AppBehavior(handlers)
            )
        )
    }

    /// What is remembered of the ends of an app's processes.
    func incidents(_ app: BundleID = Self.notes) -> [Incident] { kernel.incidents(of: app) ?? [] }

    /// The newest report of an app.
    func report(_ app: BundleID = Self.notes) throws -> DiagnosticReport {
        DiagnosticReport(try #require(incidents(app).last), deviceID: "phone")
    }
}
