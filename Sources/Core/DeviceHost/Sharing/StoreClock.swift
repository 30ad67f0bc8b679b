/// The clock of a store that several servers share, as far as a server knows it. A pure value: readings are arguments.
///
/// A server asks for the store's time now and then, and counts on with its own clock. The store has read its time between the
/// question and the answer, which bounds how far the clocks are apart. Where that shows an error, it is corrected slowly, so that
/// time does not go back. An error of more than a second is not believed for a minute, and then corrected at once.
package struct StoreClock: Hashable, Sendable {
    /// The store's time, and readings of the server's clock before and after it.
    package struct Measurement: Hashable, Sendable {
        /// The reading before the question was sent.
        package var sent: WallInstant
        /// The store's time since 1970.
        package var time: WallInstant
        /// The reading after the answer was received.
        package var received: WallInstant

        /// Makes a measurement.
        package init(sent: WallInstant, time: WallInstant, received: WallInstant) {
            self.sent = sent
            self.time = time
            self.received = received
        }

        fileprivate var midpoint: Duration { (time - received + (time - sent)) / 2 }
    }

    /// By how much it was ahead of the server's clock at a reading, and by how much it is to be.
    private var lead: Duration
    private var reading: WallInstant
    private var target: Duration
    /// The reading since which measurements are not believed.
    private var refusedSince: WallInstant?

    /// The largest error that is corrected slowly.
    private static let largestError = Duration.seconds(1)
    /// For how long larger ones are refused.
    private static let refusal = Duration.seconds(60)
    /// How much time passes for a unit of correction.
    private static let slowness = 200

    /// Makes a clock of a first measurement.
    package init(_ first: Measurement) {
        lead = first.midpoint
        reading = first.received
        target = lead
    }

    /// Whether it may be wrong by more than a second: what it shows is not to be relied on.
    package var isDoubtful: Bool { refusedSince != nil }

    /// What it shows at a reading of the server's clock.
    package func now(at reading: WallInstant) -> WallInstant { reading + lead(at: reading) }

    private func lead(at reading: WallInstant) -> Duration {
        let most = max(.zero, reading - self.reading) / Self.slowness
        return lead + min(max(target - lead, .zero - most), most)
    }

    /// Corrects it by a measurement.
    package mutating func correct(by measurement: Measurement) {
        lead = lead(at: measurement.received)
        reading = measurement.received
        // A slow answer says little: only what is outside of its bounds is an error.
        target = min(max(lead, measurement.time - measurement.received), measurement.time - measurement.sent)
        let error = target - lead
        guard error > Self.largestError || error < .zero - Self.largestError else {
            refusedSince = nil
            return
        }
        let since = refusedSince ?? reading
        if reading - since >= Self.refusal {
            lead = measurement.midpoint
            refusedSince = nil
        } else {
            refusedSince = since
        }
        target = lead
    }
}
