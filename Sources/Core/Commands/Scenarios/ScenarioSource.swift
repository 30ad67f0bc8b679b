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
    /// Its name where a file is named.
    static let standardInputName = "standard input"

    /// Reads the scenarios of a file, or of standard input: at least one.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - variables: Variables that count more than those of the file.
    static func read(_ path: String, variables: [String: Value] = [:]) -> [ScenarioSource] {
        let isStandardInput = path == standardInput
        let name = isStandardInput ? standardInputName : path
        do throws(Rejection) {
            let text =
                isStandardInput
                ? try ScenarioFolder.text(FileHandle.standardInput.readDataToEndOfFile())
                : try ScenarioFolder().text(at: path)
            return ScenarioFile.parseAll(text: text, name: name, including: ScenarioFolder(), variables: variables)
                .map { ScenarioSource(path: name, content: $0) }
        } catch {
            return [ScenarioSource(path: name, content: .failure(DocumentFileError(file: name, rejection: error)))]
        }
    }

    /// Whether it is an exploration, which `greenroom explore` carries out.
    var isExploration: Bool { if case .failure(let error) = content { error.isExploration } else { false } }

    /// The paths of all files that it is made of.
    var files: [String] {
        switch content {
        case .success(let located): [path] + located.files
        case .failure(let error): [path, error.place.file]
        }
    }
}

/// The files that scenarios include, from the folder of the file that includes them.
struct ScenarioFolder: IncludedFiles {
    func path(of name: String, from file: String) -> String {
        let folder = file.contains("/") ? URL(filePath: file).deletingLastPathComponent().relativePath : ""
        return (((folder as NSString).appendingPathComponent(name)) as NSString).standardizingPath
    }

    func text(at path: String) throws(Rejection) -> String {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw Rejection(.invalidValue, "The file \(path, as: "path") is not there, or cannot be read.")
        }
        return try Self.text(data)
    }

    fileprivate static func text(_ data: Data) throws(Rejection) -> String {
        guard let text = String(data: data, encoding: .utf8) else {
            throw Rejection(.malformedBody, "It cannot be read as UTF-8 text.")
        }
        return text
    }
}
