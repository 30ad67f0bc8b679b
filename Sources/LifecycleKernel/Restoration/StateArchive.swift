/// The interface that an app with an app delegate has preserved; it outlives the process. Source: facts 1.7.
struct StateArchive: Hashable, Codable, Sendable {
    /// The version of the app that wrote it, which an update leaves as it is.
    var version: String

    /// What a callback is given to read it with.
    var coder: [Value.Member] { [Value.Member("stateRestorationBundleVersionKey", .string(version))] }
}
