import DeviceHost
import HTTPTypes
import LifecycleKernel
import NIOCore
import WireFormat

/// Carries out the lines of one batch whose devices other servers may own, and writes their verdicts in the order of the
/// lines.
///
/// Lines of one device are carried out in order; those of several at once. At most `linesAtOnce` are in memory.
struct RoutedBatch {
    private let routing: PeerRouting
    private var reader: BatchReader
    private var lines: [BatchReader.Line] = []

    /// How many lines are carried out before the next ones are read.
    private static let linesAtOnce = 1_024
    /// Of how many devices lines are carried out at once.
    private static let devicesAtOnce = 64

    /// - Parameter lineLimit: How many bytes a line may have.
    init(routing: PeerRouting, lineLimit: Int) {
        self.routing = routing
        reader = BatchReader(limit: lineLimit)
    }

    /// Reads a line. A line of white space gets no verdict.
    mutating func add(_ line: LineSplitter.Line) {
        if let line = reader.read(line) { lines.append(line) }
    }

    /// Whether as many lines were read as are carried out at once.
    var isFull: Bool { lines.count >= Self.linesAtOnce }

    /// Carries out the lines that were read.
    ///
    /// - Returns: Their verdicts; nil if there are none.
    mutating func carryOut() async -> ByteBuffer? {
        guard !lines.isEmpty else { return nil }
        let lines = lines
        self.lines = []
        var indices: [DeviceID: [Int]] = [:]
        var devices: [DeviceID] = []
        var verdicts: [[UInt8]] = Array(repeating: [], count: lines.count)
        for (index, line) in lines.enumerated() {
            switch line.input {
            case .failure(let problem): verdicts[index] = Self.verdict(line.number, problem)
            case .success(let input):
                if indices[input.device] == nil { devices.append(input.device) }
                indices[input.device, default: []].append(index)
            }
        }
        await withTaskGroup(of: [(Int, [UInt8])].self) { [routing] group in
            for (count, device) in devices.enumerated() {
                if count >= Self.devicesAtOnce, let done = await group.next() {
                    for (index, verdict) in done { verdicts[index] = verdict }
                }
                let ofDevice = (indices[device] ?? []).map { (index: $0, line: lines[$0]) }
                group.addTask {
                    let inputs = ofDevice.compactMap { try? $0.line.input.get() }
                    let results = await DeviceLines(routing: routing, device: device).carryOut(inputs)
                    return zip(ofDevice, results).map { ($0.index, Self.verdict($0.line.number, $1)) }
                }
            }
            for await done in group {
                for (index, verdict) in done { verdicts[index] = verdict }
            }
        }
        var output = ByteBuffer()
        for verdict in verdicts {
            output.writeBytes(verdict)
            output.writeInteger(UInt8(ascii: "\n"))
        }
        return output
    }

    // MARK: Verdicts

    private static func verdict(_ line: Int, _ problem: Problem) -> [UInt8] {
        JSONText.write(LineVerdict(line: line, result: .failure(problem)))
    }

    private static func verdict(_ line: Int, _ result: DeviceLines.Outcome) -> [UInt8] {
        switch result {
        case .here(let result): JSONText.write(LineVerdict(line: line, result: result))
        // The document of another server is the rest of the verdict.
        case .elsewhere(let document): Array("{\"line\":\(line),\"status\":200,".utf8) + document.dropFirst()
        }
    }
}
