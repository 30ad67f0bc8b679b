import LifecycleKernel
import Scenarios
import Telemetry
import WireFormat

/// What an answer says about apps that who installed them may not expect.
struct AppWarnings {
    /// The warnings, each on a line.
    private(set) var lines: [String] = []

    /// Takes them from the resource of an app.
    init(app: Value) {
        let bundleID = app["bundleID"]?.text ?? ""
        add("these keys of the Info.plist have no effect", app["ignoredInfoPlistKeys"], of: bundleID)
        add(Self.neverCalled, app["behaviorNeverCalled"], of: bundleID)
    }

    /// Takes them from the resource of a device, which has them by app.
    init(device: Value) {
        guard case .object(let apps)? = device["behaviorNeverCalled"] else { return }
        for app in apps { add(Self.neverCalled, app.value, of: app.name) }
    }

    private static let neverCalled = "these handlers of the behavior are never called"

    private mutating func add(_ message: String, _ names: Value?, of bundleID: String) {
        let names = (names?.elements ?? []).compactMap(\.text)
        guard !names.isEmpty else { return }
        lines.append("\(bundleID): \(message): \(names.joined(separator: ", "))".onOneLine)
    }

    /// Writes them to standard error, so that standard output stays what the command prints.
    func write() {
        for line in lines { StandardErrorSink().write("greenroom: warning: \(line)\n") }
    }
}
