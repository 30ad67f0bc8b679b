/// A transfer of a background `URLSession`: it belongs to the system and outlives the process. Source: facts 6.3.
struct BackgroundTransfer: Hashable, Codable, Sendable {
    /// Tells it from the others of its device.
    var number: UInt32
    /// The session that it belongs to.
    var identifier: String
    /// How many bytes go over the network.
    var bytes: ByteCount
    /// The time it still takes with a network.
    var remaining: Milliseconds
    /// When it ends; nil while there is no network.
    var endsAt: Instant?
    /// What it is; nil where the app did not say.
    var kind: TransferKind?
    /// Whether it waits for Wi-Fi and power; nil for no.
    var isDiscretionary: Bool?
    /// When it starts, while the resume rate limiter holds it; nil once it has started.
    var startsAt: Instant?
}

/// What a transfer of a background `URLSession` is.
public enum TransferKind: String, CaseIterable, Codable, Sendable {
    case download, upload
}

/// A transfer that has ended and is not reported to the app yet.
struct FinishedTransfer: Hashable, Sendable {
    /// The session that it belonged to.
    var identifier: String
    /// What it was; nil where the app did not say.
    var kind: TransferKind?
}

/// Encoded as its session if it has no kind, as all were before there were kinds.
extension FinishedTransfer: Codable {
    private enum CodingKeys: CodingKey {
        case identifier, kind
    }

    /// Reads a session, or a session and a kind.
    init(from decoder: any Decoder) throws {
        if let session = try? decoder.singleValueContainer().decode(String.self) {
            identifier = session
            kind = nil
        } else {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            identifier = try values.decode(String.self, forKey: .identifier)
            kind = try values.decodeIfPresent(TransferKind.self, forKey: .kind)
        }
    }

    /// Writes a session, or a session and a kind.
    func encode(to encoder: any Encoder) throws {
        guard let kind else {
            var container = encoder.singleValueContainer()
            try container.encode(identifier)
            return
        }
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(identifier, forKey: .identifier)
        try values.encode(kind, forKey: .kind)
    }
}
