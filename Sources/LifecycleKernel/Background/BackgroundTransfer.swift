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
}
