#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// One figure of a benchmark.
public struct Figure: Sendable {
    let name: String
    let value: Double
    let unit: String

    /// Makes a figure.
    public init(_ name: String, _ value: Double, _ unit: String) {
        self.name = name
        self.value = value
        self.unit = unit
    }

    /// How many there are in a second.
    public static func rate(_ name: String, _ count: Int, in length: Duration) -> Figure {
        Figure(name, Double(count) / (length / .seconds(1)), "1/s")
    }

    /// Prints it as a line of JSON.
    public func report() { print("{\"name\":\"\(name)\",\"value\":\(value),\"unit\":\"\(unit)\"}") }
}

/// A clock of the processor time that this process has used; so what else the machine does meanwhile does not count.
public struct ProcessorTime: Sendable {
    private let start = ProcessorTime.used

    /// Starts now.
    public init() {}

    /// The processor time since.
    public var elapsed: Duration { Self.used - start }

    private static var used: Duration {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}

/// The memory of this process that is in use, in bytes, as the system counts it; 0 where it does not say.
public func residentBytes() -> Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 128)
    guard fgets(&line, Int32(line.count), file) != nil else { return 0 }
    let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    let fields = text.split(separator: " ")
    return fields.count > 1 ? (Int(fields[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE))) : 0
}
