import LifecycleKernel

/// Instants as reports print them, in UTC: a simulated device has no time zone.
extension Instant {
    /// To the second, as in `2026-01-01 00:00:20 +0000`.
    var reportSecond: String { "\(reportDate) \(reportClock) +0000" }

    /// With a fraction of so many digits, as in `2026-01-01 00:00:20.00 +0000`; milliseconds are all there is.
    func reportText(fraction digits: Int) -> String {
        let fraction = (description.dropFirst(20).prefix(3) + "000").prefix(digits)
        return "\(reportDate) \(reportClock).\(fraction) +0000"
    }

    /// As file names have it, such as `2026-01-01-000020`.
    var fileNameText: String { reportDate + "-" + reportClock.filter { $0 != ":" } }

    private var reportDate: String { String(description.prefix(10)) }
    private var reportClock: String { String(description.dropFirst(11).prefix(8)) }
}
