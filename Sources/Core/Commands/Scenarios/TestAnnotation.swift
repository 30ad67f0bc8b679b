import ArgumentParser
import Foundation
import Scenarios

/// How a continuous integration system is shown what failed, at its line of the file.
enum TestAnnotation: String, CaseIterable, ExpressibleByArgument {
    /// The workflow commands of GitHub Actions.
    case github

    /// The folder from which the system takes the paths of files; nil for the working directory.
    static func folder(_ environment: [String: String]) -> String? {
        environment["GITHUB_WORKSPACE"].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The system that the environment is of, if it is known.
    static func ofEnvironment(_ environment: [String: String]) -> TestAnnotation? {
        environment["GITHUB_ACTIONS"] == "true" ? .github : nil
    }

    /// The lines to print for an outcome, one unless a file has several mistakes; nil for one that passed.
    ///
    /// - Parameter folder: The folder from which the path of the file is told, if it is in there; nil for the working directory.
    ///
    /// Source: GitHub, "Workflow commands for GitHub Actions", setting an error message.
    func line(for outcome: TestOutcome, in folder: String? = nil) -> String? {
        switch outcome {
        case .finished(let result, let place, _):
            guard let message = result.failureMessage else { return nil }
            return command(place, folder, title: "\(result.scenario): \(message)", message: result.report)
        case .unreadable(let error):
            return error.all.map { error in
                command(error.place, folder, title: "The scenario cannot be read", message: "\(error)")
            }
            .joined(separator: "\n")
        case .notCarriedOut(let obstacle, let located):
            return command(located.place, folder, title: "The scenario cannot be carried out", message: "\(obstacle)")
        }
    }

    private func command(_ place: DocumentPlace, _ folder: String?, title: String, message: String) -> String {
        let file = folder.map { Self.path(of: place.file, from: $0) } ?? place.file
        let properties =
            "file=\(Self.property(file))" + (place.line.map { ",line=\($0)" } ?? "")
            + (place.column.map { ",col=\($0)" } ?? "")
        return "::error \(properties),title=\(Self.property(title))::\(Self.data(message))"
    }

    /// The path of a file from a folder; as it is for a file that is elsewhere, and for standard input.
    private static func path(of file: String, from folder: String) -> String {
        let resolved = URL(filePath: file).resolvingSymlinksInPath().pathComponents
        let parents = URL(filePath: folder).resolvingSymlinksInPath().pathComponents
        guard file != ScenarioSource.standardInputName, resolved.starts(with: parents) else { return file }
        return resolved.dropFirst(parents.count).joined(separator: "/")
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
