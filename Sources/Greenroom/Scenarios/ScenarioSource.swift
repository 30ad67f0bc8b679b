import Foundation
import LifecycleKernel
import Scenarios

/// A scenario of what was named on the command line, and where it is.
struct ScenarioSource: Sendable {
    /// The path of its file; that of a folder when it leads to no file.
    let path: String
    /// The scenario, or why it could not be read.
    var content: Result<LocatedScenario, DocumentFileError>

    /// The name of standard input on the command line.
    static let standardInput = "-"

    /// Reads the scenarios of a file, or of standard input: at least one.
    static func read(_ path: String) -> [ScenarioSource] {
        let isStandardInput = path == standardInput
        let name = isStandardInput ? "standard input" : path
        let data =
            isStandardInput
            ? FileHandle.standardInput.readDataToEndOfFile() : FileManager.default.contents(atPath: path)
        guard let text = data.flatMap({ String(data: $0, encoding: .utf8) }) else {
            let rejection = Rejection(.malformedBody, "It cannot be read as UTF-8 text.")
            let error = DocumentFileError(file: name, rejection: rejection)
            return [ScenarioSource(path: name, content: .failure(error))]
        }
        return ScenarioFile.parseAll(text: text, name: name).map { ScenarioSource(path: name, content: $0) }
    }
}
