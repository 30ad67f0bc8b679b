import ArgumentParser
import Scenarios

/// How a continuous integration system is shown what failed, at its line of the file.
enum TestAnnotation: String, CaseIterable, ExpressibleByArgument {
    /// The workflow commands of GitHub Actions.
    case github

    /// The system that the environment is of, if it is known.
    static func ofEnvironment(_ environment: [String: String]) -> TestAnnotation? {
        environment["GITHUB_ACTIONS"] == "true" ? .github : nil
    }

    /// The line to print for an outcome; nil for one that passed.
    ///
    /// Source: GitHub, "Workflow commands for GitHub Actions", setting an error message.
    func line(for outcome: TestOutcome, of source: ScenarioSource) -> String? {
        switch outcome {
        case .finished(let result, let line, _):
            guard let message = result.failureMessage else { return nil }
            return command(source.path, line, title: "\(result.scenario): \(message)", message: result.report)
        case .unreadable(let error):
            return command(error.file, error.line, title: "The scenario cannot be read", message: "\(error)")
        }
    }

    private func command(_ file: String, _ line: Int?, title: String, message: String) -> String {
        let place = "file=\(Self.property(file))" + (line.map { ",line=\($0)" } ?? "")
        return "::error \(place),title=\(Self.property(title))::\(Self.data(message))"
    }

    /// A message as the command has it.
    private static func data(_ text: String) -> String {
        text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
    }

    /// A value of a property, which ends at a comma or a colon.
    private static func property(_ text: String) -> String {
        data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
    }
}
