/// The clock of a shared store, as one server knows it. A pure value: readings are arguments.
///
/// A server asks for the store's time now and then, and between answers uses its own clock. The store reads its time between the
/// question and the answer, so the two bound the difference of the clocks. An error that this shows is corrected slowly, so that
/// time never goes back. An error of more than a second is ignored for a minute, and then corrected at once.
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

    /// `lead` is how far it was ahead of the server's clock at `reading`; `target` is how far it should be.
    private var lead: Duration
    private var reading: WallInstant
    private var target: Duration
    /// The reading since which measurements are ignored.
    private var refusedSince: WallInstant?

    /// The largest error that is corrected slowly.
    private static let largestError = Duration.seconds(1)
    /// How long larger errors are ignored.
    private static let refusal = Duration.seconds(60)
    /// How many units of time pass for one unit of correction.
    private static let slowness = 200

    /// Creates a clock from a first measurement.
    package init(_ first: Measurement) {
        lead = first.midpoint
        reading = first.received
        target = lead
    }

    /// Whether it may be wrong by more than a second, so that nobody should rely on it.
    package var isDoubtful: Bool { refusedSince != nil }

    /// What it shows at a reading of the server's clock.
    package func now(at reading: WallInstant) -> WallInstant { reading + lead(at: reading) }

    private func lead(at reading: WallInstant) -> Duration {
        let most = max(.zero, reading - self.reading) / Self.slowness
        return lead + min(max(target - lead, .zero - most), most)
    }

    /// Corrects the clock by a measurement.
    package mutating func correct(by measurement: Measurement) {
        lead = lead(at: measurement.received)
        reading = measurement.received
        // A slow answer is inexact: only a lead outside of its bounds is an error.
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
