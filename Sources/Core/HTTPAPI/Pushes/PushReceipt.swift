import DeviceHost
import LifecycleKernel

/// What is known of a push that was accepted, apart from what became of it.
package struct PushReceipt: Hashable, Sendable {
    /// The header `apns-id`.
    package var apnsID: String
    /// The header `apns-unique-id` of the answer; nil if it did not come through the listener, or before a start.
    package var uniqueID: String?
    package var device: DeviceID
    package var bundleID: BundleID
    /// The device token that it was sent to; nil as above.
    package var token: String?
    /// The header `apns-topic`.
    package var topic: String
    package var pushType: RemoteNotification.PushType
    /// The header `apns-priority`; nil for a PushKit push that did not come through the listener.
    package var priority: Int?
    package var collapseID: String?
    package var isStorable: Bool
    package var expiresAt: Instant?
    /// When it came, by the real clock; nil as above.
    package var receivedAt: Instant?
    /// When it came, by the device's clock.
    package var time: Instant
    /// The sequence of the input.
    package var sequence: SequenceNumber
}

extension PushReceipt {
    /// Whether it came to its device after another push.
    package func follows(_ other: PushReceipt) -> Bool {
        guard device == other.device, let receivedAt, let otherDate = other.receivedAt else { return false }
        // A device that is made anew under the same name counts from the beginning, but later.
        return sequence > other.sequence && receivedAt >= otherDate
    }

    /// Reads the input record of a push; nil for other records, and for pushes without an `apnsID`.
    package init?(_ record: Record, on device: DeviceID) {
        guard case .input(.event(let event)) = record.body else { return nil }
        switch event {
        case .push(let push):
            guard let id = push.apnsID else { return nil }
            let suffix = PushTopic.Suffix.allCases.first { $0.pushTypes.contains(push.pushType) } ?? .none
            self.init(
                apnsID: id,
                device: device,
                bundleID: push.bundleID,
                topic: push.bundleID.rawValue + suffix.rawValue,
                pushType: push.pushType,
                priority: push.priority,
                collapseID: push.collapseID,
                isStorable: push.isStorable,
                expiresAt: push.expiresAt,
                time: record.time,
                sequence: record.sequence
            )
        case .wake(let bundleID, .voipPush(let push)):
            guard let id = push.apnsID else { return nil }
            self.init(
                apnsID: id,
                device: device,
                bundleID: bundleID,
                topic: bundleID.rawValue + PushTopic.Suffix.voip.rawValue,
                pushType: .voip,
                isStorable: push.isStorable,
                expiresAt: push.expiresAt,
                time: record.time,
                sequence: record.sequence
            )
        case .device, .app, .openURL, .scene, .wake, .input: return nil
        }
    }
}
