#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// When a line was logged: milliseconds since 1970-01-01T00:00:00Z.
public struct LogTime: Sendable {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    public var milliseconds: Int64

    /// Makes a time.
    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// What the system's clock says.
    @Sendable public static func now() -> LogTime {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return LogTime(milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
    }

    /// ISO 8601 in UTC with milliseconds.
    var iso8601: String {
        let parts = components
        let year = padded(parts.tm_year + 1_900, to: 4)
        return "\(year)-\(padded(parts.tm_mon + 1, to: 2))-\(padded(parts.tm_mday, to: 2))T\(timeOfDay)Z"
    }

    /// Hours, minutes, seconds and milliseconds in UTC.
    var timeOfDay: String {
        let parts = components
        let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { padded($0, to: 2) }.joined(separator: ":")
        return "\(clock).\(padded(Int32(milliseconds - seconds * 1_000), to: 3))"
    }

    /// Whole seconds, rounded down also before 1970.
    private var seconds: Int64 {
        (milliseconds >= 0 ? milliseconds : milliseconds - 999) / 1_000
    }

    private var components: tm {
        var seconds = time_t(seconds)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        return parts
    }

    private func padded(_ value: Int32, to width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(width - digits.count, 0)) + digits
    }
}
