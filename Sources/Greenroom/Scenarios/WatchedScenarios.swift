import Foundation

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
