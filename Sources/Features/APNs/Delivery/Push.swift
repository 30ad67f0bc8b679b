import HTTPAPI
import LifecycleKernel

/// A push that is to be delivered.
struct Push: Sendable {
    var headers: PushHeaders
    var payload: Value
    var apnsID: String

    /// How long APNs keeps a push at most, in seconds. Source: Apple, "Viewing the status of push notifications".
    private static let longestLifetime: Int64 = 2_592_000

    init(_ headers: PushHeaders, _ payload: Value, _ apnsID: String) {
        self.headers = headers
        self.payload = payload
        self.apnsID = apnsID
    }

    /// How long it may be kept.
    enum Lifetime: Hashable, Sendable {
        /// As long as APNs keeps any.
        case longest
        /// For so many seconds of the device.
        case seconds(Int64)
        /// It is tried once.
        case once

        /// Whether it is kept while the device cannot be reached.
        var isStorable: Bool { self != .once }

        /// When it ends on a device.
        func end(from now: Instant) -> Instant? {
            guard case .seconds(let seconds) = self else { return nil }
            return now + Milliseconds(seconds * 1_000)
        }
    }

    /// How long it may be kept, from the header `apns-expiration` and the sender's clock: that of the wall.
    func lifetime(from date: Instant) -> Lifetime {
        guard let expiration = headers.expiration else { return .longest }
        let now = date.milliseconds / 1_000
        return expiration > now ? .seconds(min(expiration - now, Self.longestLifetime)) : .once
    }

    /// The event on a device whose clock shows an instant.
    func event(_ lifetime: Lifetime, at now: Instant) -> Event {
        let topic = headers.topic
        guard topic.kind == .notification else {
            let push = VoIPPush(
                payload: payload,
                expiresAt: lifetime.end(from: now),
                apnsID: apnsID,
                isStorable: lifetime.isStorable
            )
            return .wake(topic.bundleID, .voipPush(push))
        }
        return .push(
            RemoteNotification(
                bundleID: topic.bundleID,
                payload: payload,
                pushType: headers.pushType,
                priority: headers.priority,
                collapseID: headers.collapseID,
                expiresAt: lifetime.end(from: now),
                apnsID: apnsID,
                isStorable: lifetime.isStorable
            )
        )
    }
}
