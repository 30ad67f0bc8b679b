#if canImport(Glibc)
// The C library's `stdout` is a variable, which nothing here changes.
@preconcurrency import Glibc
#else
@preconcurrency import Darwin
#endif

/// What commands print.
package enum StandardOutput {
    /// Whether everything that was printed could be written. It is kept back for a while, so that an error such as a full
    /// disk is only known when the rest is written, which this does.
    package static var isWritten: Bool { fflush(stdout) == 0 && ferror(stdout) == 0 }
}
