import Foundation
import LifecycleKernel
import Scenarios

/// A scenario file as it was named on the command line, and what is in it.
struct ScenarioSource: Sendable {
    /// Its path; that of a folder when it leads to no file.
    let path: String
    /// The scenario, or why it could not be read.
    let content: Result<Scenario, DocumentFileError>

    /// The name of standard input on the command line.
    static let standardInput = "-"

    /// Makes a source of what was read.
    init(path: String, content: Result<Scenario, DocumentFileError>) {
        self.path = path
        self.content = content
    }

    /// Reads a file, or standard input.
    init(path: String) {
        let isStandardInput = path == Self.standardInput
        let name = isStandardInput ? "standard input" : path
        let data =
            isStandardInput
            ? FileHandle.standardInput.readDataToEndOfFile() : FileManager.default.contents(atPath: path)
        self.path = name
        guard let text = data.flatMap({ String(data: $0, encoding: .utf8) }) else {
            let rejection = Rejection(.malformedBody, "It cannot be read as UTF-8 text.")
            content = .failure(DocumentFileError(file: name, rejection: rejection))
            return
        }
        do throws(DocumentFileError) {
            content = .success(try ScenarioFile.parse(text: text, name: name))
        } catch {
            content = .failure(error)
        }
    }
}
