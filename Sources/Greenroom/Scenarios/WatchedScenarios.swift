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

    /// The scenarios of which a file is new or different since they were last asked for. The files as they are now are
    /// remembered.
    ///
    /// - Parameter sources: All scenarios, as they were just read.
    mutating func changed(among sources: [ScenarioSource]) -> [ScenarioSource] {
        let paths = Set(sources.flatMap(\.files))
        let current = Dictionary(uniqueKeysWithValues: paths.map { ($0, Stamp(of: $0)) })
        let before = stamps
        stamps = current
        return sources.filter { source in source.files.contains { before[$0] != current[$0] } }
    }

    /// Whether all files are still the same.
    ///
    /// - Parameter found: The files that there are now in what is watched.
    func isCurrent(found: [String]) -> Bool {
        Set(found).isSubset(of: stamps.keys) && stamps.allSatisfy { Stamp(of: $0.key) == $0.value }
    }
}
