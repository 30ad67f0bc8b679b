import DeviceHost
import DeviceTokens
import LifecycleKernel
import WireFormat

/// The servers that share the devices with this one, for pushes whose device one of them hosts.
package protocol OtherPushServices: Sendable {
    /// Looks a device token up at all servers.
    ///
    /// - Parameter here: What this server knows of it now.
    func find(_ token: DeviceTokenKey, here: @Sendable () -> DeviceTokenIndex.Entry?) async -> TokenFinding

    /// Has the server that hosts a device carry a push out. It is not tried a second time when it may have been carried out.
    ///
    /// - Parameters:
    ///   - push: The push, for `PushService.carryOut(handed:)` of another server.
    ///   - here: Carries it out if this server hosts the device. Throws `notOwner` if it was not carried out.
    /// - Returns: What became of it; nil if that is not known, or nobody hosts the device now.
    func hand(_ push: Value, on device: DeviceID, here: () async throws(HostError) -> Value) async -> Value?
}

/// What the servers of a fleet know of a device token.
package enum TokenFinding: Hashable, Sendable {
    /// One of them knows it.
    case known(DeviceTokenIndex.Entry)
    /// It was never given out.
    case unknown
    /// Not all of them could be asked, or some devices have no owner now.
    case unavailable
}

extension DeviceTokenIndex.Entry {
    /// Whether a push reaches an app by the token.
    package var isLive: Bool { if case .live = self { true } else { false } }

    /// When the token was retired; nil of one that is an installed app's.
    package var retiredAt: Instant? { if case .retired(_, let date) = self { date } else { nil } }

    private var owner: DeviceTokenIndex.Owner {
        switch self {
        case .live(let owner), .retired(let owner, _): owner
        }
    }

    /// As one server tells another.
    package var document: Value {
        var members = [
            Value.Member("device", .string(owner.device.description)),
            Value.Member("bundleID", .string(owner.bundleID.rawValue)),
            Value.Member("kind", .string(owner.kind.rawValue)),
        ]
        if let retiredAt { members.append(Value.Member("retiredAt", .integer(retiredAt.milliseconds))) }
        return .object(members)
    }

    /// Reads `document`; nil for anything else.
    package init?(_ document: Value) {
        guard let device = document["device"]?.text.flatMap(DeviceID.init(_:)),
            let bundleID = document["bundleID"]?.text,
            let kind = document["kind"]?.text.flatMap(DeviceToken.Kind.init(rawValue:))
        else { return nil }
        let owner = DeviceTokenIndex.Owner(device: device, bundleID: BundleID(bundleID), kind: kind)
        guard case .integer(let date)? = document["retiredAt"] else {
            self = .live(owner)
            return
        }
        self = .retired(owner, at: Instant(milliseconds: date))
    }
}
