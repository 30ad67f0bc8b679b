/// A transfer of a background `URLSession`: it belongs to the system and outlives the process. Source: facts 6.3.
struct BackgroundTransfer: Hashable, Codable, Sendable {
    /// Tells it from the others of its device.
    var number: UInt32
    /// The session that it belongs to.
    var identifier: String
    /// How much goes over the network.
    var bytes: Int64
    /// What is left of it when it runs undisturbed.
    var remaining: Milliseconds
    /// When it ends; nil while there is no network.
    var endsAt: Instant?
}
