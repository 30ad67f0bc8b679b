/// The records of a device that have not been taken yet.
///
/// They are on their way out and change nothing that happens later, so they are no part of the device's state: encoded
/// it is nothing, and a device that is decoded has none.
struct Outbox: Sendable {
    var records: [Record] = []
}

extension Outbox: Codable {
    init(from decoder: any Decoder) { self.init() }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encodeNil()
    }
}
