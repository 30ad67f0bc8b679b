/// The durations and limits that members of a fleet share.
public struct FleetRules: Sendable {
    /// How much earlier a lease ends for its member itself.
    public let answerMargin = Duration.milliseconds(100)
    /// How long a new member waits before it claims what it was not offered, so that others are counted.
    public let joinWait = Duration.seconds(1)
    /// How long others leave an offer to the member that it was made to.
    public let offerHold = Duration.seconds(2)
    /// How long a member waits for one with the version of the last owner's kernel.
    public let otherKernelWait = Duration.seconds(10)
    /// How many partitions a member hands over at once.
    public let movesAtOnce = 4
    /// How often a lease is renewed while it lasts.
    public let renewalsPerLease = 3

    /// The rules.
    public init() {}

    /// Whether observations begin anew with every connection. Tests turn it off, to see that it is needed.
    var restartsObservations = true
    /// Whether clocks may differ in rate. Tests turn it off, to see that the margin is needed.
    var allowsForDrift = true
    /// Whether a promoted standby is waited out. Tests turn it off, to see that it is needed.
    var waitsAfterPromotion = true

    /// How long a number of renewals must stay unchanged before the member is fenced.
    ///
    /// The margin is enough for clocks whose rates differ by 10 %.
    public func patience(with lease: Duration) -> Duration {
        allowsForDrift ? lease + max(.milliseconds(300), lease / 10) : lease
    }
}
