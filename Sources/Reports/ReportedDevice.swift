import LifecycleKernel

/// How a device is named in reports. What only a real one has is of the right form and plainly invented: model `0,0`,
/// build `0A000`.
struct ReportedDevice {
    /// The device's id.
    let id: String
    let model: DeviceModel
    let profile: RuleProfile
    /// The seed of its random numbers.
    let seed: UInt64

    /// Such as `iPhone0,0`.
    var modelCode: String { Self.modelCode(model) }
    /// Such as `iPhone OS 18.0`; iPads are named so too.
    var train: String { Self.train(profile) }
    /// Train and build, such as `iPhone OS 18.0 (0A000)`.
    var osVersion: String { Self.osVersion(profile) }

    static let build = "0A000"

    static func modelCode(_ model: DeviceModel) -> String { "\(model.rawValue)0,0" }

    static func train(_ profile: RuleProfile) -> String {
        "iPhone OS \(profile.systemVersion.major).\(profile.systemVersion.minor)"
    }

    /// The number of the platform in crash reports. Source: facts 4.4.
    var platform: Int64 { profile == .simulator ? 7 : 2 }

    static func osVersion(_ profile: RuleProfile) -> String { "\(train(profile)) (\(build))" }

    /// An identifier of something on this device.
    func fingerprint(_ what: String, _ of: String = "") -> Fingerprint {
        Fingerprint(id, String(seed), what, of)
    }

    /// The key by which a device's reports are known to belong together.
    var crashReporterKey: String { fingerprint("crashReporterKey").hexadecimal(40) }
}
