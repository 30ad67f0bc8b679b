import Foundation
import LifecycleKernel
import Scenarios

/// Finds scenario files by what was named on the command line.
package enum ScenarioFiles {
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
    package static func find(_ name: String) throws(DocumentFileError) -> [String] {
        guard name != ScenarioSource.standardInput else { return [name] }
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: name, isDirectory: &isFolder) else {
            throw error(name, "There is no such file or folder.")
        }
        guard isFolder.boolValue else { return [name] }
        let folder = URL(filePath: name, directoryHint: .isDirectory)
        if let unreadable = unreadableFolder(in: name) {
            throw error(name, "The folder \(unreadable, as: "folder") cannot be read.")
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

    private static func error(_ name: String, _ detail: Sentence) -> DocumentFileError {
        DocumentFileError(file: name, rejection: Rejection(.malformedBody, detail))
    }
}

/// Which scenarios are run, and under which rules.
struct ScenarioSelection: Sendable {
    /// Texts of which one is in the name of the scenario or the path of its file; empty for all.
    var filters: [String] = []
    /// Tags of which the scenario has one; empty for all.
    var tags: [String] = []
    /// The profiles of rules that each scenario is run under; empty for the one it names itself.
    var profiles: [RuleProfile] = []
    /// Rules that every scenario overrides.
    var overrides: [RuleOverride] = []

    /// The scenarios that are run. Files that could not be read stay among them.
    func apply(to sources: [ScenarioSource]) -> [ScenarioSource] {
        sources.flatMap { source in
            guard case .success(var located) = source.content else { return [source] }
            guard selects(located.scenario, at: source.path) else { return [] }
            located.scenario = located.scenario.overriding(overrides)
            guard !profiles.isEmpty else { return [ScenarioSource(path: source.path, content: .success(located))] }
            return profiles.map { [located] profile in
                var located = located
                located.scenario = located.scenario.under(profile)
                return ScenarioSource(path: source.path, content: .success(located))
            }
        }
    }

    private func selects(_ scenario: Scenario, at path: String) -> Bool {
        let isNamed = filters.isEmpty || filters.contains { scenario.name.contains($0) || path.contains($0) }
        return isNamed && (tags.isEmpty || tags.contains(where: scenario.tags.contains))
    }
}

/// The files of scenarios as they were when the scenarios were last run.
struct WatchedScenarios {
    /// What tells two versions of a file apart.
    struct Stamp: Hashable {
        var modified: Date?
        var size: Int?

        /// The stamp of a file; one without contents where there is none.
        init(of path: String) {
            let attributes = try? FileManager.default.attributesOfItem(atPath: path)
            modified = attributes?[.modificationDate] as? Date
            size = attributes?[.size] as? Int
        }
    }

    /// The stamps of the files, by path.
    private(set) var stamps: [String: Stamp] = [:]
    /// The files that each scenario file was last made of.
    private var parts: [String: Set<String>] = [:]

    /// The scenarios of which a file is new or different since they were last asked for. The files as they are now are
    /// remembered.
    ///
    /// - Parameter sources: All scenarios, as they were just read.
    mutating func changed(among sources: [ScenarioSource]) -> [ScenarioSource] {
        var current: [String: Set<String>] = [:]
        for source in sources {
            current[source.path, default: []].formUnion(source.files)
            // What keeps it from being read may be a file that is not there any more, and may come back.
            if case .failure = source.content { current[source.path]?.formUnion(parts[source.path] ?? []) }
        }
        let before = stamps
        stamps = [:]
        for file in current.values.joined() where stamps[file] == nil { stamps[file] = Stamp(of: file) }
        parts = current
        return sources.filter { source in
            current[source.path, default: []].contains { before[$0] != stamps[$0] }
        }
    }

    /// Whether all files are still the same.
    ///
    /// - Parameter found: The files that there are now in what is watched.
    func isCurrent(found: [String]) -> Bool {
        Set(found).isSubset(of: stamps.keys) && stamps.allSatisfy { Stamp(of: $0.key) == $0.value }
    }
}
