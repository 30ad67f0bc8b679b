import LifecycleKernel
import WireFormat

/// A webhook: somebody's URL that is told of records.
package struct Webhook: Hashable, Sendable {
    /// Its name.
    package let id: String
    /// Where its messages are sent.
    package var url: WebhookURL
    /// What it hears of.
    package var filter: WebhookFilter
    /// What people say of it.
    package var about: String?
    /// Whether messages are made and sent.
    package var activity: Activity
    /// What its messages are signed with.
    package var secret: WebhookSecret
    /// What they were signed with before, and are for a while beside the new one.
    package var formerSecret: FormerSecret?
    /// When it was registered, by the real clock.
    package let createdAt: Instant

    /// Whether messages are made and sent.
    package enum Activity: Hashable, Sendable {
        /// They are.
        case active
        /// They are made and wait: too many were given up one after another.
        case paused(since: Instant)
        /// None is made: it was disabled by request.
        case disabled
        /// None is made: the receiver answered that it is gone.
        case gone(since: Instant)
    }

    /// Why a webhook does not send, where nobody asked for it.
    package enum StopReason: String, CaseIterable, Sendable {
        /// Too many messages were given up one after another.
        case failures
        /// The receiver answered 410.
        case gone
    }

    /// A secret that another has replaced.
    package struct FormerSecret: Hashable, Sendable {
        /// The secret.
        package var secret: WebhookSecret
        /// Until when messages are signed with it too.
        package var until: Instant
    }

    /// For how long a former secret still signs, so that receivers can change theirs meanwhile: a day.
    package static let rotationTime: Milliseconds = 86_400_000

    /// Whether records become messages.
    package var hears: Bool {
        switch activity {
        case .active, .paused: true
        case .disabled, .gone: false
        }
    }

    /// Since when, and why, it does not send; nil where it does, or was disabled by request.
    package var stopped: (since: Instant, reason: StopReason)? {
        switch activity {
        case .active, .disabled: nil
        case .paused(let since): (since, .failures)
        case .gone(let since): (since, .gone)
        }
    }

    /// Replaces the secret. The one that it replaces signs for a day more.
    mutating func rotate(to new: WebhookSecret, at date: Instant) {
        guard new != secret else { return }
        formerSecret = FormerSecret(secret: secret, until: date + Self.rotationTime)
        secret = new
    }

    /// The signatures of a message, as `webhook-signature` has them.
    func signatures(id: String, body: [UInt8], at date: Instant) -> String {
        let timestamp = date.secondsSince1970
        var secrets = [secret]
        if let formerSecret, date < formerSecret.until { secrets.append(formerSecret.secret) }
        return secrets.map { $0.signature(id: id, timestamp: timestamp, body: body) }.joined(separator: " ")
    }
}

extension Instant {
    /// Whole seconds since 1970.
    var secondsSince1970: Int64 { milliseconds / 1_000 }
}

/// A webhook as the interface shows it, with what became of its messages.
package struct WebhookStatus: FieldWritable, Sendable {
    /// The webhook.
    package let webhook: Webhook
    /// How many messages wait, or are being sent.
    package let waiting: Int
    /// What became of the others, since the server was started.
    package let counts: DeliveryCounts
    /// Its secret, where it is shown: in the answer to the request that made or changed it, and never again.
    package let secret: WebhookSecret?

    /// Puts everything; the secret only where it is shown.
    package func write(to sink: inout some FieldSink) {
        sink.put("id", webhook.id)
        sink.put("url", webhook.url.text)
        sink.put("filter", webhook.filter)
        if let about = webhook.about { sink.put("description", about) } else { sink.putNull("description") }
        sink.put("enabled", webhook.hears)
        if let (since, reason) = webhook.stopped {
            sink.put("pausedSince", instant: since)
            sink.put("why", reason.rawValue)
        } else {
            sink.putNull("pausedSince")
            sink.putNull("why")
        }
        sink.put("createdAt", instant: webhook.createdAt)
        sink.put("waiting", Int64(waiting))
        sink.put("delivered", Int64(counts.delivered))
        sink.put("failed", Int64(counts.failed))
        sink.put("dropped", Int64(counts.dropped))
        if let secret { sink.put("secret", secret.text) }
    }
}
