/// How much there is of webhooks.
package struct WebhookLimits: Sendable {
    /// How many webhooks there may be.
    package static let webhooks = 100

    /// How much the queue of each holds.
    var queue = DeliveryQueue.Limits()

    /// The defaults.
    package init() {}
}
