import LifecycleKernel
import Testing
import WireFormat

@testable import Scenarios

@Suite("The HTML report") struct HTMLReportTests {
    private static let text = """
        scenario: leaves & comes <back>
        about: Why "this" matters.
        apps: [{bundleID: com.example.notes}]
        steps:
          - send: {type: app.launch, bundleID: com.example.notes}
          - send: {type: device.home}
          - advance: 60
            states: {com.example.notes: suspended}
          - send: {type: app.forceQuit, bundleID: com.example.notes}
            states: {com.example.notes: STATE}
          - check:
        """

    private func run(expecting state: String, keepingRecords: Bool = true) async throws -> (Scenario, ScenarioResult) {
        let scenario = try ScenarioFile.parse(text: Self.text.replacing("STATE", with: state), name: "a.yaml")
        return (scenario, await ScenarioRunner.run(scenario, on: InProcessTarget(), keepingRecords: keepingRecords))
    }

    @Test("lanes have the states of an app one after another, and its exit") func lanes() async throws {
        let lanes = TimelineLanes(try await run(expecting: "notRunning").1)
        let lane = try #require(lanes.lanes.first)
        #expect(lanes.lanes.map(\.bundleID) == ["com.example.notes"])
        #expect(lane.spans.map(\.state) == ["background", "inactive", "active", "inactive", "background", "suspended"])
        for (one, next) in zip(lane.spans, lane.spans.dropFirst()) {
            #expect(one.columns.upperBound == next.columns.lowerBound)
        }
        #expect(lane.marks.last?.kind == "exit")
        #expect(lane.marks.contains { $0.name == "sceneDidEnterBackground(_:)" })
        #expect(lanes.starts.map(\.step) == [0, 1, 2, 3, 4])
        #expect(lanes.starts.map(\.elapsed) == [0, 0, 0, 60_000, 60_000])
        #expect(lane.spans.allSatisfy { $0.columns.upperBound <= lanes.columns })
    }

    @Test("the page says what failed, with its place, and escapes what scenarios say") func page() async throws {
        var report = HTMLReport()
        let (scenario, result) = try await run(expecting: "active")
        report.add(result, of: scenario, place: DocumentPlace(file: "a.yaml", line: 9), seconds: 0.25)
        report.add(DocumentFileError(file: "b.yaml", rejection: Rejection(.tooComplex, "<script>")))
        let page = report.page(summary: "0 passed, 1 failed")
        #expect(page.contains("leaves &amp; comes &lt;back&gt;"))
        #expect(page.contains("a.yaml:9, 0.25 s"))
        #expect(page.contains("Why &quot;this&quot; matters."))
        #expect(page.contains("<rect class=\"suspended\""))
        #expect(page.contains("expected  {&quot;com.example.notes&quot;:&quot;active&quot;}"))
        #expect(page.contains("<li class=\"skipped\">"))
        #expect(page.contains("&lt;script&gt;"))
        #expect(!page.contains("<script"))
    }

    @Test("a result without records has no picture") func withoutRecords() async throws {
        let (scenario, result) = try await run(expecting: "notRunning", keepingRecords: false)
        #expect(result.passed)
        #expect(result.steps.allSatisfy { $0.records.isEmpty })
        var report = HTMLReport()
        report.add(result, of: scenario, place: DocumentPlace(file: "a.yaml"), seconds: 0)
        #expect(!report.page(summary: "").contains("<svg"))
    }
}
