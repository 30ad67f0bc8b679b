import Foundation
import LifecycleKernel
import Scenarios

/// Finds scenario files by what was named on the command line.
enum ScenarioFiles {
    /// The extensions of files that are read from folders; a file that is named itself may have any.
    private static let extensions: Set<String> = ["yaml", "yml", "json"]

    /// Reads what was named, in the order of the names. A name that leads to no file has a source with the reason.
    ///
    /// - Parameters:
    ///   - names: Files and folders.
    ///   - variables: Variables that count more than those of the files.
    static func read(_ names: [String], variables: [String: Value] = [:]) -> [ScenarioSource] {
        names.flatMap { name in
            do throws(DocumentFileError) {
                return try find(name).flatMap { ScenarioSource.read($0, variables: variables) }
            } catch {
                return [ScenarioSource(path: name, content: .failure(error))]
            }
        }
    }

    /// The file of this name (`-` is standard input), or those of the folder and of its folders, in the order of their paths.
    /// In a folder, files and folders whose names begin with an underscore are left out: they are there to be included.
    ///
    /// - Throws: When it does not exist, or the folder has no scenario files.
    static func find(_ name: String) throws(DocumentFileError) -> [String] {
        guard name != ScenarioSource.standardInput else { return [name] }
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: name, isDirectory: &isFolder) else {
            throw error(name, "There is no such file or folder.")
        }
        guard isFolder.boolValue else { return [name] }
        let folder = URL(filePath: name, directoryHint: .isDirectory)
        if let unreadable = unreadableFolder(in: name) {
            throw error(name, "The folder \(unreadable) cannot be read.")
        }
        let entries = FileManager.default.enumerator(atPath: name)?.compactMap { $0 as? String } ?? []
        let files = entries.filter(isScenario).sorted()
        guard !files.isEmpty else { throw error(name, "The folder has no scenario files (*.yaml, *.yml, *.json).") }
        return files.map { folder.appending(path: $0).relativePath }
    }

    /// A folder at any depth whose files cannot be listed, which an enumeration leaves out in silence.
    private static func unreadableFolder(in folder: String) -> String? {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return folder }
        for name in names {
            let path = (folder as NSString).appendingPathComponent(name)
            let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
            if type == .typeDirectory, let unreadable = unreadableFolder(in: path) { return unreadable }
        }
        return nil
    }

    private static func isScenario(_ path: String) -> Bool {
        extensions.contains((path as NSString).pathExtension)
            && !path.split(separator: "/").contains { $0.hasPrefix("_") }
    }

    private static func error(_ name: String, _ detail: String) -> DocumentFileError {
        DocumentFileError(file: name, rejection: Rejection(.malformedBody, detail))
    }
}
