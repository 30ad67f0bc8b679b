/// Events for which the system wakes apps.
extension App {
    func checkIdentifier(_ identifier: String, isIn allowed: [String], _ what: String) throws(Rejection) {
        guard !allowed.contains(identifier) else { return }
        throw Rejection(
            .notPossibleNow,
            "\(manifest.bundleID) has no \(what) \(identifier.prefix(bytes: 64))",
            field: "identifier",
            state: state.rawValue,
            accepted: allowed
        )
    }
}
