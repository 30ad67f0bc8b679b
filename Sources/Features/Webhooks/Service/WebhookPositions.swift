import DeviceHost

/// How far the server that sends webhooks has come, as it is kept for the next one.
struct WebhookPositions: Hashable, Sendable, LosslessStringConvertible {
    /// The position up to which the records of all devices were received.
    var read: StreamEventID
    /// For each webhook that hears, the position up to which all its messages were delivered or given up.
    var webhooks: [String: StreamPosition]

    init(read: StreamEventID, webhooks: [String: StreamPosition]) {
        self.read = read
        self.webhooks = webhooks
    }

    /// Reads what `description` writes; nil for anything else.
    init?(_ description: String) {
        let parts = description.split(separator: " ", omittingEmptySubsequences: false)
        guard let first = parts.first, let read = StreamEventID(String(first)) else { return nil }
        self.init(read: read, webhooks: [:])
        for part in parts.dropFirst() {
            let entry = part.split(separator: "=")
            guard entry.count == 2, let id = StreamEventID(String(entry[1])), id.scope == read.scope else { return nil }
            webhooks[String(entry[0])] = id.position
        }
    }

    /// The id of an event, and for each webhook its id with that of an event: `9f-17 webhook-a=9f-12 webhook-b=9f-17`.
    var description: String {
        let entries = webhooks.sorted { $0.key < $1.key }.map { webhook, position in
            " \(webhook)=\(StreamEventID(scope: read.scope, position: position))"
        }
        return "\(read)\(entries.joined())"
    }
}

/// Where something is in the stream of all devices: after a position, and up to another one.
struct StreamStretch: Hashable, Sendable {
    var after: StreamPosition
    var upTo: StreamPosition
}
