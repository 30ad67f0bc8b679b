import LifecycleKernel

/// Says what a framework would have told its code, record by record.
///
/// It hears the records of a device in order, and keeps a small state for each process that lives: some frameworks tell
/// only what has changed. So it is to be fed from the oldest record there is; where the launch of a process is no longer
/// among them, the first record heard of it says what state it was in.
public struct Interpreter: Sendable {
    /// The framework whose words these are.
    public let framework: Framework
    private let hearsEveryCallback: Bool
    private var listeners: [ProcessID: any Listener] = [:]
    /// Processes that were only prewarmed: nothing of the app has run in them.
    private var prewarmed: Set<ProcessID> = []

    /// The kinds of records that a framework can hear anything of; the others need not be fed.
    public static let kinds: [Record.Kind] = [.process, .scene, .callback, .notification]

    /// Makes an interpreter that has heard nothing.
    ///
    /// - Parameters:
    ///   - framework: The framework.
    ///   - rules: The rules of the device; `jsboxEvents` is the one that counts.
    public init(_ framework: Framework, rules: Rulebook) {
        self.framework = framework
        hearsEveryCallback = rules.jsboxEvents == .everyCallback
    }

    /// Hears the next record.
    ///
    /// - Returns: What the framework tells the app's code because of it, in order; nothing for most records.
    public mutating func heard(_ record: Record) -> [String] {
        guard let record = withoutPrewarming(record), let pid = record.pid, let before = record.stateBefore else {
            return []
        }
        var listener = listeners[pid] ?? listener(before: before)
        let words = listener.heard(record)
        listeners[pid] = record.endsProcess ? nil : listener
        return words
    }

    /// A launch in a prewarmed process is one like any other, and of what befalls the process before nobody hears.
    private mutating func withoutPrewarming(_ record: Record) -> Record? {
        guard case .process(var change) = record.body, let pid = record.pid else { return record }
        if change.launchReason == .prewarm {
            prewarmed.insert(pid)
            return nil
        }
        let wasPrewarmed = prewarmed.remove(pid) != nil
        guard change.launchReason != nil else { return wasPrewarmed ? nil : record }
        change.from = .notRunning
        var record = record
        record.body = .process(change)
        return record
    }

    /// What listens in a process that has been in this state up to now; `notRunning` when it is launched.
    private func listener(before state: ProcessState) -> any Listener {
        switch framework {
        case .jsbox: JSBoxEvents(before: state, hearsEveryCallback: hearsEveryCallback)
        case .reactNative: ReactNativeAppState(before: state)
        case .flutter: FlutterViews(before: state)
        case .cordova: NotificationWords.cordova
        case .capacitor: NotificationWords.capacitor
        case .swiftUI: SwiftUIScenePhase()
        case .xcuiApplication: XCUIApplicationState()
        case .openTelemetry: NotificationWords.openTelemetry
        }
    }
}

/// A framework inside one process, or that looks at one.
protocol Listener: Sendable {
    /// Hears the next record about the process.
    ///
    /// - Returns: What it tells its code.
    mutating func heard(_ record: Record) -> [String]
}
