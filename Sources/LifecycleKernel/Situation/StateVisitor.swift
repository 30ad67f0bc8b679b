/// Goes through the state of a device, field by field.
///
/// A search does this for each of its states, some hundred thousand times a second, for which `Codable` is too slow: it
/// makes a container of each structure and looks types up at run time. What is visited is what is encoded, in the same
/// order and under the same keys, without the fields that never count towards a situation; what few states have is
/// handed over to be encoded. Every visit of a structure visits the same fields in the same order: a field that is nil
/// has its place. A test compares what both lead to, and another one the keys with the rows of the table.
package protocol StateVisitor {
    /// Visits a structure that is the value of a field.
    mutating func part(_ key: StaticString, _ structure: StateStructure, _ body: (inout Self) -> Void)
    /// Visits a structure that is stored out of line, which is encoded in two steps.
    mutating func box(_ key: StaticString, _ structure: StateStructure, _ body: (inout Self) -> Void)
    /// Visits a list that is the value of a field.
    mutating func list(_ key: StaticString, _ body: (inout Self) -> Void)
    /// Visits an element of a list.
    mutating func element(_ structure: StateStructure, _ body: (inout Self) -> Void)
    /// Visits a case of an enumeration, within its structure.
    ///
    /// - Parameter place: The number of the case among those of the structure.
    mutating func choice(_ key: StaticString, at place: Int)
    /// Visits a case with a value.
    mutating func choice(
        _ key: StaticString,
        at place: Int,
        _ structure: StateStructure,
        _ body: (inout Self) -> Void
    )
    mutating func visit(_ key: StaticString, _ flag: Bool)
    mutating func visit(_ key: StaticString, _ number: Int64)
    mutating func visit(_ key: StaticString, _ instant: Instant?)
    mutating func visit(_ key: StaticString, process: ProcessID?)
    mutating func visit(_ key: StaticString, scene: SceneID)
    mutating func visit(_ key: StaticString, assertion: AssertionID)
    mutating func visit(_ key: StaticString, _ text: String)
    /// Visits the name of a case of an enumeration, or a text that may be nil.
    mutating func visit(_ key: StaticString, case name: String?)
    /// Visits a set of cases.
    mutating func visit(_ key: StaticString, set: UInt16)
    mutating func visit(_ key: StaticString, state: ProcessState)
    /// Visits an element of a list that is a number of a process, a scene or an instant.
    mutating func element(process: ProcessID)
    mutating func element(scene: SceneID)
    mutating func element(_ instant: Instant)
    /// Visits a field that few states have: it is encoded.
    mutating func rare(_ key: StaticString, _ part: (some Encodable)?)
    /// Encodes an element of a list.
    mutating func rareElement(_ part: some Encodable)
}

/// A structure that is visited, by its name in the table of situations.
package enum StateStructure: Int, CaseIterable {
    case device, screen, window, deadlineQueue, deadline, deadlineKind, taskEnd, watchdog, assertionEnd, transferEnd
    case transferStart, liveActivityEnd, heldPushExpiry, serviceDeadline, conditions, app, history, session, process
    case scene, runLoop, handler, taskClock, assertion, activity, task, trace, energy, use, processorWindow, background

    /// Its name in the table.
    package var name: String {
        switch self {
        case .device: "Device"
        case .screen: "Screen"
        case .window: "Window"
        case .deadlineQueue: "DeadlineQueue"
        case .deadline: "Deadline"
        case .deadlineKind: "Kind"
        case .taskEnd: "Kind.taskEndsItself"
        case .watchdog: "Kind.watchdog"
        case .assertionEnd: "Kind.assertionEnds"
        case .transferEnd: "Kind.transferEnds"
        case .transferStart: "Kind.transferStarts"
        case .liveActivityEnd: "Kind.liveActivityEnds"
        case .heldPushExpiry: "Kind.heldPushExpires"
        case .serviceDeadline: "Kind.notificationService"
        case .conditions: "Conditions"
        case .app: "App"
        case .history: "AppHistory"
        case .session: "SceneSession"
        case .process: "AppProcess"
        case .scene: "Scene"
        case .runLoop: "RunLoop"
        case .handler: "HandlerInFlight"
        case .taskClock: "TaskClock"
        case .assertion: "Assertion"
        case .activity: "ProcessActivity"
        case .task: "BackgroundTask"
        case .trace: "ConductTrace"
        case .energy: "EnergyLedger"
        case .use: "UseInState"
        case .processorWindow: "ProcessorWindow"
        case .background: "BackgroundState"
        }
    }
}
