import LifecycleKernel
import WireFormat

/// Results as JUnit XML, which continuous integration systems show.
public struct JUnitReport: Sendable {
    private var cases: [String] = []
    private var failures = 0
    private var errors = 0
    private var skipped = 0
    private var seconds = 0.0

    /// A report without results.
    public init() {}

    /// Adds the result of a scenario.
    ///
    /// - Parameters:
    ///   - result: The result.
    ///   - file: The file of the scenario.
    ///   - place: Where the step that failed, or the scenario, is written.
    ///   - seconds: How long it took, in seconds of real time.
    public mutating func add(_ result: ScenarioResult, file: String, place: DocumentPlace, seconds: Double) {
        self.seconds += seconds
        let head =
            "    <testcase classname=\"\(file.escapedForMarkup)\""
            + " name=\"\(result.scenario.escapedForMarkup)\" file=\"\(place.file.escapedForMarkup)\""
            + (place.line.map { " line=\"\($0)\"" } ?? "") + " time=\"\(Self.number(seconds))\""
        append(head, result.passed ? .passed : .failed(message: result.failureMessage ?? "", text: result.report))
    }

    /// What became of something that was looked for.
    public enum Outcome: Sendable {
        case passed
        /// It failed, with one line and the whole text.
        case failed(message: String, text: String)
        /// It was not looked for, with the reason.
        case skipped(String)
    }

    /// Adds something that was looked for in a file.
    ///
    /// - Parameters:
    ///   - name: What it is called.
    ///   - file: The file.
    ///   - outcome: What became of it.
    public mutating func add(_ name: String, file: String, _ outcome: Outcome) {
        let head =
            "    <testcase classname=\"\(file.escapedForMarkup)\" name=\"\(name.escapedForMarkup)\""
            + " file=\"\(file.escapedForMarkup)\" time=\"0.000\""
        append(head, outcome)
    }

    /// Adds a test case.
    ///
    /// - Parameter head: Its tag without the end.
    private mutating func append(_ head: String, _ outcome: Outcome) {
        switch outcome {
        case .passed: cases.append(head + "/>")
        case .skipped(let reason):
            skipped += 1
            cases.append("\(head)>\n      <skipped message=\"\(reason.escapedForMarkup)\"/>\n    </testcase>")
        case .failed(let message, let text):
            failures += 1
            cases.append(
                """
                \(head)>
                      <failure message="\(message.escapedForMarkup)">\(text.escapedForMarkup)</failure>
                    </testcase>
                """
            )
        }
    }

    /// Adds a file that could not be read, as an error.
    public mutating func add(_ error: DocumentFileError) {
        let file = error.scenario?.place.file ?? error.place.file
        let name = error.scenario?.name ?? "the file can be read"
        let text = error.all.map(\.description).joined(separator: "\n")
        add("\(error.rejection.detail)", text, file: file, name: name, at: error.place)
    }

    /// Adds a scenario that could not be carried out, as an error.
    public mutating func add(_ located: LocatedScenario, notCarriedOutBecause reason: String) {
        add(reason, reason, file: located.place.file, name: located.scenario.name, at: located.place)
    }

    private mutating func add(
        _ message: String,
        _ text: String,
        file: String,
        name: String,
        at place: DocumentPlace
    ) {
        errors += 1
        let line = place.line.map { " line=\"\($0)\"" } ?? ""
        cases.append(
            """
                <testcase classname="\(file.escapedForMarkup)" name="\(name.escapedForMarkup)" \
            file="\(place.file.escapedForMarkup)"\(line) time="0.000">
                  <error message="\(message.escapedForMarkup)">\(text.escapedForMarkup)</error>
                </testcase>
            """
        )
    }

    public var xml: String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites>
          <testsuite name="greenroom" tests="\(cases.count)" failures="\(failures)" errors="\(errors)" skipped="\(skipped)" time="\(Self.number(seconds))">
        \(cases.joined(separator: "\n"))
          </testsuite>
        </testsuites>

        """
    }

    /// A number of seconds with milliseconds.
    private static func number(_ seconds: Double) -> String {
        let milliseconds = Int(max(0, min(seconds, 1e9)) * 1_000)
        let fraction = String(milliseconds % 1_000)
        return "\(milliseconds / 1_000)." + String(repeating: "0", count: 3 - fraction.count) + fraction
    }
}
