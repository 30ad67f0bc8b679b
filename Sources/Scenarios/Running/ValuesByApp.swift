import LifecycleKernel

/// Values by app; apps in the order of their first value.
struct ValuesByApp {
    private(set) var apps: [(bundleID: String, values: [Value])] = []

    /// Appends a value of an app.
    mutating func append(_ value: Value, of bundleID: String) {
        if let index = apps.firstIndex(where: { $0.bundleID == bundleID }) {
            apps[index].values.append(value)
        } else {
            apps.append((bundleID, [value]))
        }
    }

    var members: [Value.Member] { apps.map { Value.Member($0.bundleID, .array($0.values)) } }
}
