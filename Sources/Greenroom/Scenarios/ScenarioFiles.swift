import Foundation

/// Finds scenario files by what was named on the command line.
enum ScenarioFiles {
    /// The extensions of files that are read from folders; a file that is named itself may have any.
    private static let extensions: Set<String> = ["yaml", "yml", "json"]

    /// The files that were named (`-` for standard input), and those of the folders that were named and of theirs, in the order of their paths.
    ///
    /// - Throws: When something named does not exist, or a folder has no scenario files.
    static func find(_ names: [String]) throws(ScenarioFilesError) -> [String] {
        var found: [String] = []
        for name in names { found += try files(named: name) }
        return found
    }

    private static func files(named name: String) throws(ScenarioFilesError) -> [String] {
        guard name != ScenarioSource.standardInput else { return [name] }
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: name, isDirectory: &isFolder) else {
            throw .missing(name)
        }
        guard isFolder.boolValue else { return [name] }
        let folder = URL(filePath: name, directoryHint: .isDirectory)
        let entries = FileManager.default.enumerator(atPath: name)?.compactMap { $0 as? String } ?? []
        let files = entries.filter { extensions.contains(($0 as NSString).pathExtension) }.sorted()
        guard !files.isEmpty else { throw .empty(name) }
        return files.map { folder.appending(path: $0).relativePath }
    }
}

/// Why there are no scenario files.
enum ScenarioFilesError: Error, Hashable, CustomStringConvertible {
    /// There is no file or folder of this name.
    case missing(String)
    /// The folder has no scenario files.
    case empty(String)

    var description: String {
        switch self {
        case .missing(let name): "\(name): there is no such file or folder"
        case .empty(let name): "\(name): the folder has no scenario files (*.yaml, *.yml, *.json)"
        }
    }
}
