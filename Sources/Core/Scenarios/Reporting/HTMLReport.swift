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
        let text = error.all.map(\.description).joined(separator: "\n")
        addError(error.scenario?.description ?? error.place.file, text)
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

extension HTMLReport {
    /// The style of the page, in the colours of the dashboard.
    static let style = """
        :root { color-scheme: light dark; --paper: #f6f5f1; --panel: #fffefb; --ink: #20241f; --quiet: #5f665d;
          --line: #dedbd0; --active: #2f9e6a; --inactive: #d99a1c; --background: #3f7fc4; --suspended: #9aa0a6;
          --bad: #c0392b; --warning: #8a5a00; font: 15px/1.45 system-ui, sans-serif; }
        @media (prefers-color-scheme: dark) { :root { --paper: #14171a; --panel: #1c2024; --ink: #e8e8e3;
          --quiet: #a2a8a3; --line: #31373c; --active: #3dbb80; --inactive: #e0a93a; --background: #5c9ee6;
          --suspended: #6c747b; --bad: #ff7b6b; --warning: #e0a93a; } }
        body { margin: 0 auto; padding: 1rem; max-width: 1120px; background: var(--paper); color: var(--ink); }
        h1 { font-size: 1.35rem; }
        small, .legend { color: var(--quiet); }
        .legend span { margin-right: .8rem; }
        .legend [class]::before { content: ""; display: inline-block; width: .8em; height: .8em; margin-right: .3em; }
        details { margin: .6rem 0; padding: .5rem .8rem; background: var(--panel); border: 1px solid var(--line);
          border-radius: 6px; }
        details.failed { border-color: var(--bad); }
        summary { cursor: pointer; overflow-wrap: anywhere; }
        .failed > summary b, li.failed::marker { color: var(--bad); }
        .passed > summary b, li.passed::marker { color: var(--active); }
        li.skipped { color: var(--quiet); }
        li.skipped::after { content: " skipped"; }
        .picture { overflow-x: auto; }
        pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: .5rem; border: 1px solid var(--line); border-radius: 4px; }
        code, li small { overflow-wrap: anywhere; }
        svg { display: block; font-size: 11px; }
        svg text { fill: var(--ink); }
        svg .state { fill: var(--paper); }
        svg .time { fill: var(--quiet); }
        svg line.step { stroke: var(--line); }
        svg .callback { stroke: var(--ink); }
        svg .exit, svg .finding { text-anchor: middle; fill: var(--bad); font-weight: bold; }
        svg .finding { fill: var(--warning); }
        \(states)
        """

    private static let states = ["active", "inactive", "background", "suspended"].map { state in
        "svg .\(state) { fill: var(--\(state)); } .legend .\(state)::before { background: var(--\(state)); }"
    }.joined(separator: "\n")
}
