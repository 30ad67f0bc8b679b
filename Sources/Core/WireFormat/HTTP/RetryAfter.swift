import LifecycleKernel

/// Reads the header field `Retry-After`: seconds, or a date. Source: RFC 9110, 10.2.3.
package enum RetryAfter {
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    /// Longer than anybody waits.
    private static let longest = Int64(Int32.max)

    /// How long to wait from a date on; nil for what cannot be read.
    package static func duration(_ text: String, at date: Instant) -> Duration? {
        if !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
            return .seconds(Int64(text) ?? longest)
        }
        return instant(text).map { .milliseconds(max($0 - date, .zero).count) }
    }

    /// Reads `Sun, 06 Nov 1994 08:49:37 GMT`, the one form that is still written.
    private static func instant(_ text: String) -> Instant? {
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[1].utf8.count == 2, parts[5] == "GMT",
            let month = months.firstIndex(where: { $0 == parts[2] })
        else { return nil }
        let number = month < 9 ? "0\(month + 1)" : "\(month + 1)"
        return Instant(iso8601: "\(parts[3])-\(number)-\(parts[1])T\(parts[4])Z")
    }
}
