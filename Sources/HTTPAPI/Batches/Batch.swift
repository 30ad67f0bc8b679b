import DequeModule
import DeviceHost
import HTTPTypes
import LifecycleKernel
import NIOCore
import WireFormat

/// Carries out the lines of one batch in order, and writes their verdicts in the same order.
///
/// With a journal, the verdict of a line is written only when its change is durable. Further lines are carried out
/// meanwhile, so that one commit of the journal has many of them; at most `linesAtOnce` wait for their commit, with what they did.
struct Batch {
    private let registry: DeviceRegistry
    private var reader: BatchReader
    /// The lines without a verdict, oldest first.
    private var pendingLines: Deque<PendingLine> = []
    private var output = ByteBuffer()

    /// About how many bytes what they did takes in memory.
    private var pendingBytes = 0

    /// How many lines wait for the journal at once. Enough for commits to carry many; few enough that the batches of many
    /// clients do not fill the queue of the journal.
    private static let linesAtOnce = 256
    /// How many bytes what they did may take; a line that does more is finished at once.
    private static let bytesAtOnce = 1_024 * 1_024
    /// How many bytes of verdicts are collected before they are sent. They are also sent at the end of each part of the body.
    private static let flushSize = 65_536

    /// A line that has been carried out, or refused.
    private struct PendingLine {
        var number: Int
        var result: Result<Held<InputOutcome>, Problem>
        /// About how many bytes what it did takes in memory.
        var size: Int { (try? result.get())?.keptSize ?? 0 }
    }

    /// - Parameter lineLimit: How many bytes a line may have.
    init(registry: DeviceRegistry, lineLimit: Int) {
        self.registry = registry
        reader = BatchReader(limit: lineLimit)
    }

    // MARK: Lines

    /// Carries out a line. A line of white space gets no verdict.
    mutating func carryOut(_ line: LineSplitter.Line) async {
        guard let line = reader.read(line) else { return }
        let result = await result(of: line.input)
        let pending = PendingLine(number: line.number, result: result)
        pendingLines.append(pending)
        pendingBytes += pending.size
        while pendingLines.count > Self.linesAtOnce || pendingBytes > Self.bytesAtOnce { await finishOldestLine() }
    }

    /// Writes the verdicts of all lines, once what they did is durable.
    mutating func finishLines() async {
        while !pendingLines.isEmpty { await finishOldestLine() }
    }

    private mutating func result(of input: Result<BatchLine, Problem>) async -> Result<Held<InputOutcome>, Problem> {
        switch input {
        case .failure(let problem): return .failure(problem)
        case .success(let line):
            do throws(HostError) {
                return .success(try await begin(line.event, on: line.device))
            } catch {
                return .failure(error.problem)
            }
        }
    }

    /// Carries out an event. If the journal has no room, waits for the lines before it and tries again.
    private mutating func begin(_ event: Event, on id: DeviceID) async throws(HostError) -> Held<InputOutcome> {
        do throws(HostError) {
            return try await registry.begin(.event(event), to: id)
        } catch .overloaded where !pendingLines.isEmpty {
            await finishLines()
            return try await registry.begin(.event(event), to: id)
        }
    }

    // MARK: Verdicts

    private mutating func finishOldestLine() async {
        let line = pendingLines.removeFirst()
        pendingBytes -= line.size
        output.writeBytes(JSONText.write(LineVerdict(line: line.number, result: await Self.outcome(of: line.result))))
        output.writeInteger(UInt8(ascii: "\n"))
    }

    /// The outcome of a line, once it is durable.
    private static func outcome(
        of result: Result<Held<InputOutcome>, Problem>
    ) async -> Result<InputOutcome, Problem> {
        switch result {
        case .failure(let problem): return .failure(problem)
        case .success(let held):
            do throws(HostError) {
                return .success(try await held.whenDurable())
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
struct LineVerdict: FieldWritable {
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
