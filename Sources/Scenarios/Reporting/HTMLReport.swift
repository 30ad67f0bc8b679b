import LifecycleKernel
import WireFormat

/// Results as one HTML page that needs nothing else: for each scenario a picture of what its apps went through, its steps,
/// and what was expected and seen where one failed.
public struct HTMLReport: Sendable {
    private var sections: [String] = []

    /// A report without results.
    public init() {}

    /// Adds the result of a scenario. It has a picture if the run kept the records.
    ///
    /// - Parameters:
    ///   - result: The result.
    ///   - scenario: The scenario, for what it says about itself.
    ///   - place: Where the step that failed, or the scenario, is written.
    ///   - seconds: How long it took, in seconds of real time.
    public mutating func add(_ result: ScenarioResult, of scenario: Scenario, place: DocumentPlace, seconds: Double) {
        let lanes = TimelineLanes(result)
        let about = [scenario.about, scenario.source.map { "Source: \($0)" }].compactMap { $0 }
        sections.append(
            """
            <details class="\(result.passed ? "passed" : "failed")"\(result.passed ? "" : " open")>
            <summary><b>\(result.passed ? "passed" : "FAILED")</b> \(result.scenario.escapedForMarkup) \
            <small>\(place.description.escapedForMarkup), \(Milliseconds(Int64(seconds * 1_000)).secondsText) s</small></summary>
            \(about.map { "<p>\($0.escapedForMarkup)</p>" }.joined(separator: "\n"))
            <div class="picture">\(TimelinePicture(lanes).svg)</div>
            \(lanes.isCut ? "<p>The picture ends after \(TimelineLanes.maximumColumns) columns.</p>" : "")
            \(result.setup.map(Self.failure).joined(separator: "\n"))
            <ol start="0">
            \(result.steps.map(Self.step).joined(separator: "\n"))
            </ol>
            </details>
            """
        )
    }

    /// Adds a file that could not be read.
    public mutating func add(_ error: DocumentFileError) {
        addError(error.scenario?.description ?? error.place.file, "\(error)")
    }

    /// Adds a scenario that could not be carried out.
    public mutating func add(_ located: LocatedScenario, notCarriedOutBecause reason: String) {
        addError("\(located.scenario.name) (\(located.place))", reason)
    }

    private mutating func addError(_ title: String, _ text: String) {
        sections.append(
            """
            <details class="failed" open>
            <summary><b>ERROR</b> \(title.escapedForMarkup)</summary>
            <pre>\(text.escapedForMarkup)</pre>
            </details>
            """
        )
    }

    /// The page.
    ///
    /// - Parameter summary: The sum of all results, as a sentence.
    public func page(summary: String) -> String {
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
        <title>\(summary.escapedForMarkup)</title>
        <style>
        \(Self.style)
        </style>
        </head>
        <body>
        <h1>\(summary.escapedForMarkup)</h1>
        <p class="legend">\(Self.legend)</p>
        \(sections.joined(separator: "\n"))
        </body>
        </html>

        """
    }

    private static let legend =
        ProcessState.allCases.filter(\.hasProcess).map(\.rawValue)
        .map { "<span class=\"\($0)\">\($0)</span>" }.joined(separator: " ")
        + " <span>| callback</span> <span>✕ exit</span> <span>▲ finding</span>"

    private static func step(_ step: StepResult) -> String {
        let kind = step.isSkipped ? "skipped" : step.passed ? "passed" : "failed"
        let callbacks = names(.callback, in: step).joined(separator: ", ")
        let caused =
            (callbacks.isEmpty ? [] : [callbacks]) + names(.exit, in: step).map { "✕ \($0)" }
            + names(.finding, in: step).map { "▲ \($0)" }
        let lines = caused.map { "<br><small>\($0.escapedForMarkup)</small>" }.joined()
        let failures = step.failures.map(failure).joined(separator: "\n")
        return "<li class=\"\(kind)\"><code>\(step.does.escapedForMarkup)</code>\(lines)\(failures)</li>"
    }

    /// What the records of a kind that a step caused are called.
    private static func names(_ kind: Record.Kind, in step: StepResult) -> [String] {
        step.records.filter { $0["kind"]?.text == kind.rawValue }.map { TimelineLanes.name(of: $0, kind.rawValue) }
    }

    private static func failure(_ failure: CheckFailure) -> String {
        "<pre>\(failure.lines.map { $0.dropFirst(6) }.joined(separator: "\n").escapedForMarkup)</pre>"
    }
}
