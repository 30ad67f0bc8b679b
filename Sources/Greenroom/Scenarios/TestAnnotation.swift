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
    func line(for outcome: TestOutcome) -> String? {
        switch outcome {
        case .finished(let result, let place, _):
            guard let message = result.failureMessage else { return nil }
            return command(place, title: "\(result.scenario): \(message)", message: result.report)
        case .unreadable(let error):
            return command(
                error.place,
                title: "The scenario cannot be read",
                message: "\(error)"
            )
        }
    }

    private func command(_ place: DocumentPlace, title: String, message: String) -> String {
        let properties =
            "file=\(Self.property(place.file))" + (place.line.map { ",line=\($0)" } ?? "")
            + (place.column.map { ",col=\($0)" } ?? "")
        return "::error \(properties),title=\(Self.property(title))::\(Self.data(message))"
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
