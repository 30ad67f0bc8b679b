import DeviceHost
import LifecycleKernel
import Simulation
import TestKit
import Testing

@testable import OpenTelemetryExport

/// The ids of traces and spans, and what is left of them where records are missing.
@Suite("Ids of traces and spans") struct IdentityTests {
    private func device() throws -> TestDevice {
        var device = try SpanTests.tasks[1].device()
        try device.launch()
        try device.send(.home)
        try device.send(.forceQuit)
        return device
    }

    @Test("The same inputs have the same ids, and another device has others")
    func same() throws {
        let first = TestTrace(try device().history)
        let second = TestTrace(try device().history)
        #expect(first.output == second.output)
        let other = DeviceID("fork") ?? .random()
        let forked = TestTrace(try device().history, of: other)
        #expect(forked.summary == first.summary)
        #expect(Set(forked.output.spans.map(\.id)).isDisjoint(with: first.output.spans.map(\.id)))
        #expect(Set(forked.output.spans.map(\.trace)).isDisjoint(with: first.output.spans.map(\.trace)))
    }

    @Test("Each life of a process is a trace, and its root the parent of everything in it")
    func traces() throws {
        let trace = TestTrace(try device().history)
        let lives = trace.spans("process")
        #expect(lives.count == 2 && Set(lives.map(\.trace)).count == 2)
        for life in lives {
            let others = trace.output.spans.filter { $0.trace == life.trace && $0.id != life.id }
            #expect(!others.isEmpty && others.allSatisfy { $0.parent == life.id })
        }
        let ids = trace.output.spans.map(\.id)
        #expect(Set(ids).count == ids.count)
        #expect(ids.allSatisfy { $0.description.utf8.count == 16 && $0.description != "0000000000000000" })
        #expect(lives.allSatisfy { $0.trace.description.utf8.count == 32 })
    }

    /// Ids are what other systems keep: they stay the same from version to version.
    @Test("The ids are these")
    func golden() {
        let identity = ProcessIdentity(101, of: TestTrace.device)
        #expect(identity.trace.description == "0a8a34b5c9291e496f29f863ace55200")
        #expect(identity.root.description == "13f2a97e652ea3e9")
        #expect(SpanID(beginningWith: 7, of: TestTrace.device).description == "300f8ef0f45246d8")
    }

    @Test("Whoever begins in the midst of a life gives what follows the same ids")
    func lateStart() throws {
        let records = try device().history
        let whole = TestTrace(records).output.spans
        let late = TestTrace(records.dropFirst(12)).output
        #expect(late.spans.contains { $0.name == "backgroundTask" } && late.abandoned == 0)
        for span in late.spans {
            let same = whole.first { $0.id == span.id }
            #expect(same?.trace == span.trace && same?.end == span.end && same?.failure == span.failure, "\(span.name)")
        }
        #expect(late.spans.filter { $0.name == "process" }.count == 1)
    }

    @Test("Where records are missing, what was open is abandoned, and nothing ends that may have ended before")
    func gap() throws {
        let records = try device().history
        let begins = try #require(records.firstIndex { if case .assertion = $0.body { true } else { false } })
        var trace = TestTrace(records[..<(begins + 1)])
        let open = trace.converter.openCount
        #expect(open == 2)
        trace.consume(records[(begins + 3)...])
        #expect(trace.output.abandoned == open && trace.converter.openCount == 0)
        // Those of the second life.
        #expect(trace.spans("transition").count == 1 && trace.spans("process").count == 1)
    }

    @Test("A device that is made again under the same id begins anew")
    func again() throws {
        let records = try device().history
        var trace = TestTrace(records.prefix(20))
        trace.consume(records)
        #expect(trace.output.abandoned > 0 && trace.spans("process").count == 2)
    }

    @Test("With its device everything open ends")
    func deletion() throws {
        var device = try SpanTests.tasks[1].device()
        try device.launch()
        try device.send(.home)
        var trace = TestTrace(device.history)
        let before = trace.output.spans.count
        trace.converter.end(TestTrace.device, at: TestTrace.observed, into: &trace.output)
        let ended = trace.output.spans[before...]
        #expect(ended.map(\.name) == ["transition", "process"] && ended.allSatisfy { $0.failure == nil })
        #expect(ended.allSatisfy { $0.end == device.kernel.now })
        #expect(trace.converter.openCount == 0 && trace.converter.deviceCount == 0)
    }

    @Test("Of too many devices those are forgotten of which nothing was heard for longest")
    func limit() throws {
        var phone = try TestDevice()
        try phone.install()
        try phone.launch()
        var converter = RecordConverter(limit: 40)
        var output = Telemetry()
        let devices = (1...100).compactMap { DeviceID("phone-\($0)") }
        for device in devices {
            for record in phone.history { converter.consume(record, of: device, at: .manualStart, into: &output) }
            #expect(converter.openCount + converter.deviceCount <= 44)
        }
        #expect(output.abandoned + converter.openCount == devices.count)
        let last = try phone.send(.forceQuit)
        for record in last { converter.consume(record, of: devices[99], at: .manualStart, into: &output) }
        #expect(output.spans.filter { $0.name == "process" }.count == 1)
    }

    @Test("In random lives every span ends once, not before it began, and none outlives its process", arguments: 0..<4)
    func randomLives(block: Int) {
        for seed in stride(from: UInt64(block + 1), to: 160, by: 4) {
            let life = Timeline(seed: seed, steps: 60)
            let trace = TestTrace(life.records)
            let ids = trace.output.spans.map(\.id)
            #expect(Set(ids).count == ids.count && trace.output.abandoned == 0, "seed \(seed)")
            #expect(trace.output.spans.allSatisfy { $0.start <= $0.end }, "seed \(seed)")
            let callbacks = life.records.callbacks.count
            let handlers = trace.output.spans.count { $0[.applicationState] != nil }
            let living = life.device.processes.count { $0.state.hasProcess }
            #expect(callbacks - living...callbacks ~= handlers, "seed \(seed)")
            let held = life.device.processes.reduce(0) { $0 + $1.assertions.count }
            #expect(held + living...held + 2 * living ~= trace.converter.openCount, "seed \(seed)")
            #expect(trace.missedReturns(in: life.records).isEmpty, "seed \(seed)")
            let begins = Dictionary(uniqueKeysWithValues: trace.output.spans.map { ($0.id, $0.start) })
            let late = TestTrace(life.records.dropFirst(30)).output.spans
            #expect(late.allSatisfy { begins[$0.id] == $0.start && $0.start <= $0.end }, "seed \(seed)")
        }
    }
}
