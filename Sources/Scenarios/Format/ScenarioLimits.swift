import LifecycleKernel

/// How large a scenario may be.
public enum ScenarioLimits {
    /// Bytes of a file's text.
    public static let bytes = 1 << 18
    /// Values in a file, with those of aliases counted for each use.
    public static let nodes = 100_000
    /// How deep lists and maps may be nested.
    public static let depth = 64
    /// Aliases in a file. Aliases of aliases multiply: a dozen of them make a file at most eighty times as large, a hundred
    /// would make it too large for any memory.
    public static let aliases = 12
    /// Steps of a scenario.
    public static let steps = 1_000
    /// Tags of a scenario.
    public static let tags = 20
    /// Properties of a scenario.
    public static let properties = 32
    /// Apps of a scenario.
    public static let apps = 100
    /// Variables that a file sets.
    public static let variables = 100
    /// How deep variables use others.
    public static let variableDepth = 32
    /// Files that a file includes as a whole.
    public static let includes = 100
    /// How often files are included by a scenario.
    public static let inclusions = 1_000
    /// Bytes of text that are included by a scenario.
    public static let includedBytes = 1 << 22
    /// Elements of any list in a step.
    public static let elements = 1_000
    /// Records of the device that carries a scenario out.
    public static let records = 500_000
    /// Bytes of these records, estimated as JSON.
    public static let recordBytes = 256 * 1_024 * 1_024

    /// What ends a scenario whose device has more records than it may have.
    package static func moreRecords(than limit: Int) -> Rejection {
        Rejection(.limitReached, "A scenario has at most \(limit) records, and \(recordBytes) bytes of them.")
    }
}
