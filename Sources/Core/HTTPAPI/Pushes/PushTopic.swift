import LifecycleKernel
import WireFormat

/// The header `apns-topic`: an app, and what kind of push it is for by its suffix.
package struct PushTopic: Hashable, Sendable {
    /// The app.
    package var bundleID: BundleID
    /// What follows the bundle identifier.
    package var suffix: Suffix

    /// The suffixes. Source: Apple, "Sending notification requests to APNs".
    package enum Suffix: String, CaseIterable, Sendable {
        case none = ""
        case voip = ".voip"
        case complication = ".complication"
        case fileprovider = ".pushkit.fileprovider"
        case location = ".location-query"
        case liveactivity = ".push-type.liveactivity"
        case pushtotalk = ".voip-ptt"
        case widgets = ".push-type.widgets"

        /// The push types that go with the suffix.
        package var pushTypes: [RemoteNotification.PushType] {
            switch self {
            case .none: [.alert, .background]
            case .voip: [.voip]
            case .complication: [.complication]
            case .fileprovider: [.fileprovider]
            case .location: [.location]
            case .liveactivity: [.liveactivity]
            case .pushtotalk: [.pushtotalk]
            case .widgets: [.widgets]
            }
        }
    }

    /// Which of an app's tokens a push needs, and how large it may be.
    package enum Kind: Hashable, Sendable {
        case notification, voip

        /// How long the body may be, in bytes. Source: Apple, "Generating a remote notification".
        package var payloadLimit: Int { self == .voip ? 5_120 : 4_096 }
    }

    /// What the topic of a certificate for device management begins with. Source: Apple, "Mobile Device Management Protocol
    /// Reference".
    package static let managementPrefix = "com.apple.mgmt."

    /// The push types that go with the topic. Source: Apple, "Sending notification requests to APNs".
    package var pushTypes: [RemoteNotification.PushType] {
        isOfManagement ? [.mdm] : suffix.pushTypes
    }

    /// Whether it is one of device management, and not of an app.
    package var isOfManagement: Bool { text.hasPrefix(Self.managementPrefix) }

    /// The topic as it is written.
    package var text: String { bundleID.rawValue + suffix.rawValue }

    /// Whether a push's topic is meant where this one is named: without a suffix all of the app are.
    package func includes(_ other: PushTopic) -> Bool {
        bundleID == other.bundleID && (suffix == .none || suffix == other.suffix)
    }

    /// The kind of its pushes.
    package var kind: Kind { suffix == .voip ? .voip : .notification }

    /// Reads a topic: a bundle identifier with one of the suffixes, or with none.
    package init?(_ text: String) {
        let suffix = Suffix.allCases.first { $0 != .none && text.hasSuffix($0.rawValue) } ?? .none
        let name = String(text.dropLast(suffix.rawValue.count))
        guard FieldReader.isBundleID(name) else { return nil }
        bundleID = BundleID(name)
        self.suffix = suffix
    }
}
