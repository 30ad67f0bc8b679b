import DeviceHost
import LifecycleKernel
import WireFormat

// A webhook as the store keeps it, with its secret.
extension Webhook {
    /// What is kept of it.
    var item: ServerItem { ServerItem(.webhook, id, JSONText.write(Kept(webhook: self))) }

    /// That nothing is kept of it any more.
    static func removal(of id: String) -> ServerItem { ServerItem(.webhook, id, nil) }

    private struct Kept: FieldWritable {
        let webhook: Webhook

        func write(to sink: inout some FieldSink) {
            sink.put("id", webhook.id)
            sink.put("url", webhook.url.text)
            sink.put("filter", webhook.filter)
            if let about = webhook.about { sink.put("description", about) }
            sink.put("secret", webhook.secret.text)
            if let former = webhook.formerSecret {
                sink.put("formerSecret", former.secret.text)
                sink.put("formerSecretUntil", instant: former.until)
            }
            sink.put("createdAt", instant: webhook.createdAt)
            sink.put("enabled", webhook.activity != .disabled)
            if let (since, reason) = webhook.stopped {
                sink.put("pausedSince", instant: since)
                sink.put("why", reason.rawValue)
            }
        }
    }

    /// Reads what `item` holds.
    init(kept value: Value) throws(Rejection) {
        var fields = try FieldReader(value, at: "")
        self.init(
            id: try fields.string("id"),
            url: try fields.keptURL(),
            filter: try fields.nested("filter", WebhookFilter.init(recorded:at:)),
            about: try fields.optionalString("description", length: FieldReader.descriptionLength),
            activity: try fields.keptActivity(),
            secret: try fields.keptSecret("secret"),
            formerSecret: try fields.keptFormerSecret(),
            createdAt: try fields.instant("createdAt")
        )
        try fields.finish()
    }
}

extension FieldReader {
    fileprivate mutating func keptURL() throws(Rejection) -> WebhookURL {
        guard let url = WebhookURL(try string("url", length: WebhookURL.length)) else {
            throw Rejection(.invalidValue, "this is not the URL of a webhook", field: "url")
        }
        return url
    }

    fileprivate mutating func keptSecret(_ name: String) throws(Rejection) -> WebhookSecret {
        guard let secret = WebhookSecret(try string(name)) else {
            throw Rejection(.invalidValue, "this is not the secret of a webhook", field: name)
        }
        return secret
    }

    fileprivate mutating func keptFormerSecret() throws(Rejection) -> Webhook.FormerSecret? {
        guard let until = try optionalInstant("formerSecretUntil") else { return nil }
        return Webhook.FormerSecret(secret: try keptSecret("formerSecret"), until: until)
    }

    fileprivate mutating func keptActivity() throws(Rejection) -> Webhook.Activity {
        let isEnabled = try bool("enabled")
        let since = try optionalInstant("pausedSince")
        let reason = try optionalChoice("why", as: Webhook.StopReason.self)
        switch (isEnabled, since, reason) {
        case (false, _, _): return .disabled
        case (true, let since?, .failures): return .paused(since: since)
        case (true, let since?, .gone): return .gone(since: since)
        case (true, _, _): return .active
        }
    }
}
