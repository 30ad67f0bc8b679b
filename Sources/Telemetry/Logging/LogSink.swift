#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Where log lines go.
public protocol LogSink: Sendable {
    /// Takes one line, which ends in a line feed and contains no other.
    func write(_ line: String)
}

/// Writes each line to standard error, in one system call where the system allows, so that lines of several threads
/// do not mix.
public struct StandardErrorSink: LogSink {
    /// Makes a sink.
    public init() {}

    /// Writes a line. What cannot be written is lost: an error has no other place to be reported.
    public func write(_ line: String) {
        var line = line
        line.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            while let start = rest.baseAddress, !rest.isEmpty {
                let written = systemWrite(STDERR_FILENO, start, rest.count)
                if written < 0 && errno == EINTR { continue }
                if written <= 0 { return }
                rest = UnsafeRawBufferPointer(rebasing: rest[written...])
            }
        }
    }
}

/// The system call, under a name that the sink's own method does not hide.
private func systemWrite(_ file: Int32, _ start: UnsafeRawPointer, _ count: Int) -> Int {
    write(file, start, count)
}
