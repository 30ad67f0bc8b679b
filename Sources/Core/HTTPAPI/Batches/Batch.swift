import DequeModule
import DeviceHost
import HTTPTypes
import LifecycleKernel
import NIOCore
import WireFormat

/// Carries out the lines of one batch, and writes their verdicts in the order of the lines.
///
/// Lines are carried out in their order, and the verdict of a line is written only when its change is durable. Further lines
/// are carried out meanwhile, so that one commit of the store has many of them.
struct Batch {
    private let registry: DeviceRegistry
    private let pushes: PushHistory
    private let language: Language
    private var reader: BatchReader
    /// The lines without a verdict, oldest first.
    private var pendingLines: Deque<PendingLine> = []
    /// About how many bytes what they did takes in memory.
    private var pendingBytes = 0
    private var output = ByteBuffer()

    /// How many lines wait for the store at once. Enough for commits to carry many; few enough that the batches of many
    /// clients do not fill the commit queue.
    private static let linesAtOnce = 256
    /// How many bytes what they did may take; a line that does more is finished at once.
    private static let bytesAtOnce = 1_024 * 1_024
    /// How many bytes of verdicts are collected before they are sent. They are also sent at the end of each part of the body.
    private static let flushSize = 65_536

    /// A line that was carried out, and may not be durable yet, or was refused.
    private struct PendingLine {
        let number: Int
        /// The line, if other servers may change its device at the same time: it may have to be carried out again.
        let line: BatchLine?
        let result: Result<Held<InputOutcome>, Problem>
        /// About how many bytes what it did takes in memory.
        let size: Int

        init(number: Int, line: BatchLine?, result: Result<Held<InputOutcome>, Problem>) {
            self.number = number
            self.line = line
            self.result = result
            size = if case .success(let held) = result { held.keptSize } else { 0 }
        }

        /// What came of it, if that is known to be durable.
        var settled: Result<InputOutcome, Problem>? {
            switch result {
            case .failure(let problem): .failure(problem)
            case .success(let held): held.settled.map { .success($0) }
            }
        }
    }

    /// - Parameters:
    ///   - lineLimit: How many bytes a line may have.
    ///   - language: The language in which refusals are told.
    init(registry: DeviceRegistry, pushes: PushHistory, lineLimit: Int, language: Language) {
        self.registry = registry
        self.pushes = pushes
        self.language = language
        reader = BatchReader(limit: lineLimit)
    }

    // MARK: Lines

    /// Carries out a line. A line of white space gets no verdict.
    mutating func add(_ line: LineSplitter.Line) async {
        guard let (number, input) = reader.read(line) else { return }
        let line =
            if registry.isShared, let shared = try? input.get() {
                PendingLine(number: number, line: shared, result: await result(ofShared: shared))
            } else {
                PendingLine(number: number, line: nil, result: await result(of: input))
            }
        pendingLines.append(line)
        pendingBytes += line.size
        while pendingLines.count > Self.linesAtOnce || pendingBytes > Self.bytesAtOnce { await finishOldestLine() }
    }

    /// Writes the verdicts of all lines, once what they did is durable.
    mutating func finishLines() async {
        while !pendingLines.isEmpty { await finishOldestLine() }
    }

    /// Carries out a line whose device other servers may change at the same time.
    ///
    /// If one does, lines that wait are carried out again. So this one is carried out while they wait only if it is part of the same
    /// changes of the device, which are committed together or not at all.
    private mutating func result(ofShared line: BatchLine) async -> Result<Held<InputOutcome>, Problem> {
        if let earlier = pendingLines.last(where: { $0.line?.device == line.device }) {
            if let held = try? earlier.result.get(),
                let next = await registry.begin(.event(line.event), to: line.device, rightAfter: held)
            {
                return .success(next)
            }
            await finishLines()
        }
        return await result(of: .success(line))
    }

    private mutating func result(of input: Result<BatchLine, Problem>) async -> Result<Held<InputOutcome>, Problem> {
        switch input {
        case .failure(let problem): return .failure(problem)
        case .success(let line):
            do throws(HostError) {
                return .success(try await begin(line))
            } catch {
                return .failure(error.problem)
            }
        }
    }

    /// Carries out a line. If the queue has no room, waits for the lines before it and tries again.
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
        let line = pendingLines.removeFirst()
        pendingBytes -= line.size
        let outcome = if let settled = line.settled { settled } else { await outcome(of: line) }
        if case .success(let outcome) = outcome { await pushes.note(outcome) }
        let verdict = LineVerdict(line: line.number, result: outcome)
        output.writeBytes(JSONText.write(verdict, in: language))
        output.writeInteger(UInt8(ascii: "\n"))
    }

    /// The outcome of a line, once it is durable.
    private func outcome(of pending: PendingLine) async -> Result<InputOutcome, Problem> {
        switch pending.result {
        case .failure(let problem): return .failure(problem)
        case .success(let held):
            do throws(HostError) {
                guard let line = pending.line else { return .success(try await held.whenDurable()) }
                var begun: Held<InputOutcome>? = held
                let found = FoundDevices(line.device, held)
                return .success(
                    try await registry.changing(found) { () async throws(HostError) in
                        if let first = begun.take() { return first }
                        return try await registry.begin(.event(line.event), to: line.device)
                    }
                )
            } catch {
                return .failure(error.problem)
            }
        }
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

/// The result of one line of a batch.
private struct LineVerdict: FieldWritable {
    /// The line's number in the batch, from 1.
    let line: Int
    let result: Result<InputOutcome, Problem>

    func write(to sink: inout some FieldSink) {
        sink.put("line", Int64(line))
        switch result {
        case .success(let outcome):
            sink.put("status", 200)
            outcome.write(to: &sink)
        case .failure(let problem):
            sink.put("status", Int64(problem.status.code))
            sink.put("problem", problem)
        }
    }
}
