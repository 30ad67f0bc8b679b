import LifecycleKernel

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// What the host reads from the operating system.
package enum Machine {
    /// The cores that are online; at least one.
    package static var cores: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

    /// The date and time of day.
    static var date: Instant {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return date(seconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec))
    }

    /// The date of a clock that counts from the year 1970; of one that is set beyond the years 1 to 9999, the nearest that can be written.
    static func date(seconds: Int64, nanoseconds: Int64) -> Instant {
        let (first, last) = (Instant.earliest.milliseconds / 1_000, Instant.latest.milliseconds / 1_000)
        return Instant(milliseconds: min(max(seconds, first), last) * 1_000 + nanoseconds / 1_000_000)
    }
}
