import DequeModule
import DeviceHost
import Fleet
import HTTPTypes
import Hummingbird
import LifecycleKernel
import NIOCore
import WireFormat

/// Carries out the lines of one batch, and writes their verdicts in the order of the lines.
///
/// Lines are carried out in their order, and the verdict of a line is written only when its change is durable. Further lines
/// are carried out meanwhile, so that one commit of the journal has many of them. Lines for devices of other servers are sent
/// there when their verdicts are due: those of one device in their order, those of several devices at once.
struct Batch {
    private let registry: DeviceRegistry
    /// Takes lines to the owners of their devices; nil where this server has all devices.
    private let routing: PeerRouting?
    private var reader: BatchReader
    /// The lines without a verdict, oldest first.
    private var pendingLines: Deque<PendingLine> = []
    /// About how many bytes what they did takes in memory.
    private var pendingBytes = 0
    /// The devices with pending lines that have not been carried out here.
    private var devicesElsewhere: Set<DeviceID> = []
    private var output = ByteBuffer()

    /// How many lines wait for the journal at once. Enough for commits to carry many; few enough that the batches of many
    /// clients do not fill the queue of the journal.
    private static let linesAtOnce = 256
    /// How many bytes what they did may take; a line that does more is finished at once.
    private static let bytesAtOnce = 1_024 * 1_024
    /// How many bytes of verdicts are collected before they are sent. They are also sent at the end of each part of the body.
    private static let flushSize = 65_536
    /// For how many devices of other servers lines are carried out at once.
    private static let devicesAtOnce = 64

    /// A line that was read.
    private struct PendingLine {
        enum State {
            /// It was carried out here, and may not be durable yet.
            case here(BatchLine, Held<InputOutcome>)
            /// It was not carried out: another server has the device.
            case elsewhere(BatchLine)
            case finished(LineVerdict.Result)
        }

        let number: Int
        var state: State

        /// About how many bytes what it did takes in memory.
        var size: Int {
            if case .here(_, let held) = state { held.keptSize } else { 0 }
        }
    }

    /// - Parameter lineLimit: How many bytes a line may have.
    init(registry: DeviceRegistry, routing: PeerRouting?, lineLimit: Int) {
        self.registry = registry
        self.routing = routing
        reader = BatchReader(limit: lineLimit)
    }

    // MARK: Lines

    /// Carries out a line. A line of white space gets no verdict.
    mutating func add(_ line: LineSplitter.Line) async {
        guard let (number, input) = reader.read(line) else { return }
        let line = PendingLine(number: number, state: await state(of: input))
        pendingLines.append(line)
        pendingBytes += line.size
        while pendingLines.count > Self.linesAtOnce || pendingBytes > Self.bytesAtOnce { await finishOldestLine() }
    }

    /// Writes the verdicts of all lines, once what they did is durable.
    mutating func finishLines() async {
        while !pendingLines.isEmpty { await finishOldestLine() }
    }

    private mutating func state(of input: Result<BatchLine, Problem>) async -> PendingLine.State {
        switch input {
        case .failure(let problem): return .finished(.refused(problem))
        case .success(let line):
            guard owns(line.device) else {
                devicesElsewhere.insert(line.device)
                return .elsewhere(line)
            }
            do throws(HostError) {
                return .here(line, try await begin(line))
            } catch .notOwner where routing != nil {
                devicesElsewhere.insert(line.device)
                return .elsewhere(line)
            } catch {
                return .finished(.refused(error.problem))
            }
        }
    }

    /// Whether a line for a device is carried out here. After a line that was not, none is until that one has its verdict.
    private func owns(_ device: DeviceID) -> Bool {
        guard let routing else { return true }
        guard !devicesElsewhere.contains(device) else { return false }
        guard case .answer = routing.peers.verdict(for: routing.owner(of: device)) else { return false }
        return true
    }

    /// Carries out a line here. If the journal has no room, waits for the lines before it and tries again.
    private mutating func begin(_ line: BatchLine) async throws(HostError) -> Held<InputOutcome> {
        do throws(HostError) {
            return try await registry.begin(.event(line.event), to: line.device)
        } catch .overloaded where !pendingLines.isEmpty {
            await finishLines()
            return try await registry.begin(.event(line.event), to: line.device)
        }
    }

    // MARK: Verdicts

    private mutating func finishOldestLine() async {
        guard let line = pendingLines.first else { return }
        let result: LineVerdict.Result
        switch line.state {
        case .finished(let known): result = known
        case .elsewhere:
            await carryOutElsewhere()
            return await finishOldestLine()
        case .here(let input, let held):
            do throws(HostError) {
                result = .carriedOut(try await held.whenDurable())
            } catch .notOwner where routing != nil {
                // Another server has taken the device over, and none of its lines that wait was carried out.
                moveElsewhere(input.device)
                return await finishOldestLine()
            } catch {
                result = .refused(error.problem)
            }
        }
        pendingLines.removeFirst()
        pendingBytes -= line.size
        output.writeBytes(LineVerdict(line: line.number, result: result).text)
        output.writeInteger(UInt8(ascii: "\n"))
    }

    private mutating func moveElsewhere(_ device: DeviceID) {
        for index in pendingLines.indices {
            guard case .here(let line, _) = pendingLines[index].state, line.device == device else { continue }
            pendingBytes -= pendingLines[index].size
            pendingLines[index].state = .elsewhere(line)
        }
        devicesElsewhere.insert(device)
    }

    /// Has other servers carry out the lines that are theirs.
    private mutating func carryOutElsewhere() async {
        guard let routing else { preconditionFailure("a server alone has all devices") }
        devicesElsewhere = []
        var indices: [DeviceID: [Int]] = [:]
        for (index, line) in pendingLines.enumerated() {
            if case .elsewhere(let line) = line.state { indices[line.device, default: []].append(index) }
        }
        let lines = pendingLines
        await withTaskGroup(of: [(Int, LineVerdict.Result)].self) { group in
            for (count, ofDevice) in indices.values.sorted(by: { $0[0] < $1[0] }).enumerated() {
                if count >= Self.devicesAtOnce, let results = await group.next() { finish(results) }
                group.addTask {
                    var results: [(Int, LineVerdict.Result)] = []
                    for index in ofDevice {
                        guard case .elsewhere(let line) = lines[index].state else { continue }
                        results.append((index, await routing.carryOut(line)))
                    }
                    return results
                }
            }
            for await results in group { finish(results) }
        }
    }

    private mutating func finish(_ results: [(Int, LineVerdict.Result)]) {
        for (index, result) in results { pendingLines[index].state = .finished(result) }
    }

    /// The verdicts written so far, if there are enough of them to be sent.
    mutating func takeFullOutput() -> ByteBuffer? { output.readableBytes >= Self.flushSize ? takeOutput() : nil }

    /// The verdicts written so far; nil when there are none.
    mutating func takeOutput() -> ByteBuffer? {
        guard output.readableBytes > 0 else { return nil }
        defer { output = ByteBuffer() }
        return output
    }
}

extension PeerRouting {
    fileprivate func owner(of device: DeviceID) -> Target { .owner(peers.partition(of: device)) }

    /// Carries out a line wherever the device is.
    fileprivate func carryOut(_ line: BatchLine) async -> LineVerdict.Result {
        let request = PeerRequest(
            .post,
            "/v1/devices/\(line.device)/events",
            headers: [.contentType: MediaType.json],
            body: ByteBuffer(bytes: line.eventText),
            timeout: .seconds(10)
        )
        do {
            let response = try await deliver(to: owner(of: line.device)) {
                request
            } here: {
                let outcome = try await registry.begin(.event(line.event), to: line.device).whenDurable()
                return Answer(applied: outcome).response()
            }
            if let problem = await response.problem { return .refused(problem) }
            let collected = CollectedBody()
            try await response.body.write(collected)
            guard response.status == .ok, collected.bytes.first == UInt8(ascii: "{") else {
                return .refused(.brokenOff)
            }
            return .carriedOutElsewhere(collected.bytes)
        } catch {
            return .refused(Problem(describing: error) ?? .brokenOff)
        }
    }
}

/// The result of one line of a batch.
private struct LineVerdict: FieldWritable {
    enum Result {
        case carriedOut(InputOutcome)
        /// Another server has carried it out, and answers with this document.
        case carriedOutElsewhere([UInt8])
        case refused(Problem)
    }

    /// The line's number in the batch, from 1.
    let line: Int
    let result: Result

    /// The verdict as a line of the answer.
    var text: [UInt8] {
        // The document of another server is the rest of the verdict.
        if case .carriedOutElsewhere(let document) = result {
            return Array("{\"line\":\(line),\"status\":200,".utf8) + document.dropFirst()
        }
        return JSONText.write(self)
    }

    func write(to sink: inout some FieldSink) {
        sink.put("line", Int64(line))
        switch result {
        case .carriedOut(let outcome):
            sink.put("status", 200)
            outcome.write(to: &sink)
        case .carriedOutElsewhere:
            sink.put("status", 200)
        case .refused(let problem):
            sink.put("status", Int64(problem.status.code))
            sink.put("problem", problem)
        }
    }
}
