/// Events for which the system wakes apps.
extension App {
    func checkIdentifier(_ identifier: String, isIn known: [String], _ what: String) throws(Rejection) {
        guard !known.contains(identifier) else { return }
        throw Rejection(
            .notPossibleNow,
            "\(manifest.bundleID) has no \(what) \(identifier.prefix(64))",
            field: "identifier",
            state: state.rawValue,
            accepted: known
        )
    }
}
