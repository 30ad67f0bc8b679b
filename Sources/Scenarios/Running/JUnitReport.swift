import LifecycleKernel

/// Results as JUnit XML, which continuous integration systems show.
public struct JUnitReport: Sendable {
    private var cases: [String] = []
    private var failures = 0
    private var errors = 0
    private var seconds = 0.0

    /// A report without results.
    public init() {}

    /// Adds the result of a scenario.
    ///
    /// - Parameters:
    ///   - result: The result.
    ///   - file: The file of the scenario.
    ///   - line: The line of the step that failed, or of the scenario, from 1, if it is known.
    ///   - seconds: How long it took, in seconds of real time.
    public mutating func add(_ result: ScenarioResult, file: String, line: Int? = nil, seconds: Double) {
        self.seconds += seconds
        let head =
            "    <testcase classname=\"\(Self.escaped(file))\""
            + " name=\"\(Self.escaped(result.scenario))\" file=\"\(Self.escaped(file))\""
            + (line.map { " line=\"\($0)\"" } ?? "") + " time=\"\(Self.number(seconds))\""
        guard !result.passed else {
            cases.append(head + "/>")
            return
        }
        failures += 1
        let message = result.failureMessage ?? ""
        cases.append(
            """
            \(head)>
                  <failure message="\(Self.escaped(message))">\(Self.escaped(result.report))</failure>
                </testcase>
            """
        )
    }

    /// Adds a file that could not be read, as an error.
    public mutating func add(_ error: DocumentFileError) {
        errors += 1
        let file = Self.escaped(error.file)
        let line = error.line.map { " line=\"\($0)\"" } ?? ""
        cases.append(
            """
                <testcase classname="\(file)" name="the file can be read" file="\(file)"\(line) time="0.000">
                  <error message="\(Self.escaped(error.rejection.detail))">\(Self.escaped("\(error)"))</error>
                </testcase>
            """
        )
    }

    /// The document.
    public var xml: String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites>
          <testsuite name="greenroom" tests="\(cases.count)" failures="\(failures)" errors="\(errors)" time="\(Self.number(seconds))">
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

    /// The text as XML has it; what XML cannot hold at all becomes a question mark.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "\n": escaped += "&#10;"
            case "\t": escaped.unicodeScalars.append(scalar)
            case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": escaped += "?"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
