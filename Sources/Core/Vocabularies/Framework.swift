import LifecycleKernel

/// A framework that reports the life cycle to an app's code under names of its own, or a program that watches the app from
/// outside and has names of its own for it.
///
/// The raw values are the names in the interface.
public enum Framework: String, CaseIterable, Sendable {
    /// The events of `$app.listen` in a JSBox script.
    case jsbox
    /// The events of React Native's `AppState`.
    case reactNative
    /// The values of `AppState.currentState` of React Native.
    case reactNativeState
    /// The states of Flutter's `AppLifecycleState`.
    case flutter
    /// The document events of cordova-ios.
    case cordova
    /// The events of `@capacitor/app`.
    case capacitor
    /// The values of SwiftUI's `scenePhase`.
    case swiftUI
    /// The values of SwiftUI's `scenePhase`, read in the `App`.
    case swiftUIApp
    /// The messages that Unity sends to every `MonoBehaviour`.
    case unity
    /// The events of Compose Multiplatform's `Lifecycle`.
    case compose
    /// The events of a .NET MAUI `Window`.
    case maui
    /// The events of a module of the Expo Modules API.
    case expo
    /// The states of `XCUIApplication`, as a UI test sees them from outside.
    case xcuiApplication
    /// The values of `ios.app.state` in OpenTelemetry's event `device.app.lifecycle`.
    case openTelemetry
    /// The messages that `runningboardd` logs about the process.
    case runningboard
}

/// Returns what a framework would have reported to its code, record by record.
///
/// It consumes the records of a device in order, and keeps a small state for each living process: some frameworks report
/// only what has changed. So it must be given every record from the oldest on; where the launch of a process is no longer
/// among them, the first record of the process gives the state that it was in.
public struct Interpreter: Sendable {
    public let framework: Framework
    private let reportsEveryCallback: Bool
    private let reactNativeInitialState: ReactNativeInitialState
    private var listeners: [ProcessID: any Listener] = [:]
    /// Processes that were only prewarmed: nothing of the app has run in them.
    private var prewarmed: Set<ProcessID> = []
    /// Scenes on the display of a car or on one beside the device. Frameworks that draw windows report nothing of them.
    private var otherScenes: Set<ConnectedScene> = []

    /// The kinds of records that can cause a report; the others may be left out.
    public static let kinds: [Record.Kind] = [.process, .scene, .callback, .notification, .assertion, .exit]

    /// Makes an interpreter that has consumed nothing.
    ///
    /// - Parameters:
    ///   - framework: The framework.
    ///   - rules: The rules of the device; `jsboxEvents` and `reactNativeInitialState` are those that count.
    package init(_ framework: Framework, rules: Rulebook) {
        self.framework = framework
        reportsEveryCallback = rules.jsboxEvents == .everyCallback
        reactNativeInitialState = rules.reactNativeInitialState
    }

    /// Consumes the next record.
    ///
    /// - Returns: What the framework reports to the app's code for it, in order; nothing for most records.
    public mutating func consume(_ record: Record) -> [String] {
        guard record.appExtension == nil, !record.isOfImplicitScene, let record = withoutPrewarming(record),
            let pid = record.pid, let before = stateBefore(record),
            !isOfOtherScene(record)
        else { return [] }
        var listener = listeners[pid] ?? listener(before: before)
        let reports = listener.consume(record)
        listeners[pid] = record.endsProcess ? nil : listener
        if record.endsProcess, !otherScenes.isEmpty { otherScenes = otherScenes.filter { $0.pid != pid } }
        return reports
    }

    /// Whether a record is about a scene that is no window; the system's own log has it all the same. What connects such a
    /// scene names its role.
    private mutating func isOfOtherScene(_ record: Record) -> Bool {
        guard framework != .runningboard, let pid = record.pid, let scene = record.scene else { return false }
        if case .callback(let callback) = record.body, callback.connectsOtherScene {
            otherScenes.insert(ConnectedScene(pid: pid, scene: scene))
        }
        return !otherScenes.isEmpty && otherScenes.contains(ConnectedScene(pid: pid, scene: scene))
    }

    /// The state of the process before what a record says; nil for a record that the framework does not report.
    private func stateBefore(_ record: Record) -> ProcessState? {
        // The system's own log reports every record of the process, and takes the state from it.
        framework == .runningboard ? .notRunning : record.stateBefore
    }

    /// A launch in a prewarmed process is reported as any other, and nothing that happens to the process before it; but
    /// the system's own log has that too.
    private mutating func withoutPrewarming(_ record: Record) -> Record? {
        guard framework != .runningboard else { return record }
        guard case .process(var change) = record.body, let pid = record.pid else { return record }
        if change.reason == .prewarmed {
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

    /// A listener for a process that has been in this state until now; `notRunning` when it is launched.
    private func listener(before state: ProcessState) -> any Listener {
        switch framework {
        case .jsbox: JSBoxEvents(before: state, reportsEveryCallback: reportsEveryCallback)
        case .reactNative: ReactNativeAppState(before: state)
        case .reactNativeState: ReactNativeState(before: state, inactive: reactNativeInitialState.rawValue)
        case .flutter: FlutterViews(before: state)
        case .cordova: NotificationMapping.cordova
        case .capacitor: NotificationMapping.capacitor
        case .swiftUI: SwiftUIScenePhase()
        case .swiftUIApp: SwiftUIAppPhase(before: state)
        case .unity: NotificationMapping.unity
        case .compose: ComposeLifecycle(before: state)
        case .maui: MAUIWindows(before: state)
        case .expo: NotificationMapping.expo
        case .xcuiApplication: XCUIApplicationState()
        case .openTelemetry: NotificationMapping.openTelemetry
        case .runningboard: RunningBoardLog()
        }
    }
}

/// The state that a framework keeps of one process.
protocol Listener: Sendable {
    /// Consumes the next record about the process.
    ///
    /// - Returns: What it reports to its code.
    mutating func consume(_ record: Record) -> [String]
}

private struct ConnectedScene: Hashable {
    var pid: ProcessID
    var scene: SceneID
}

extension Callback {
    /// Whether it connects a scene that is no window.
    fileprivate var connectsOtherScene: Bool {
        (name == .configurationForConnecting || name == .sceneWillConnect) && arguments.contains { $0.name == "role" }
    }
}
