// The state as a search sees it: a flat list of fields. `Visiting` has the fields of each part.

/// The state of a device as a flat list of fields, written by visiting it.
///
/// A search does this for each of its states, some hundred thousand times a second, for which `Codable` is too slow: it
/// makes a container of each structure and looks types up at run time. What is visited is what is encoded, in the same
/// order and under the same keys, without the fields that never count towards a situation; what few states have is
/// handed over to be encoded. Every visit of a structure visits the same fields in the same order: a field that is nil
/// has its place. A test compares what both lead to, and another one the keys with the rows of the table.
///
/// A list, and not a protocol that the reader conforms to: the compiler does not specialize a generic function of this
/// module for a type of another one, and calls through witness tables took a quarter of a search's time.
package struct StateFields {
    /// What a field is, and what its value means.
    package enum Kind: UInt8, Sendable {
        /// A flag that is set.
        case flag
        case number, optionalNumber, instant, process, scene, assertion
        /// Texts: the value is an index in `texts`.
        case text, caseName
        case caseSet
        /// The state of a process; the value is its place among all of them.
        case processState
        /// A case of an enumeration; the fields of its value follow.
        case choice
        /// The beginning of a structure, of one that may be nil, of a structure out of line, of a list: the value is the
        /// index behind its last field.
        case part, optionalPart, box, list
        /// The beginning of an element of a list; the value is as above.
        case element
        case processBegin
        /// Elements of a list that are no structures.
        case instantElement, processNumber, sceneNumber
        /// What is encoded: the value is an index in `rare`.
        case rare, rareElement
    }

    /// A field that counts, or may count.
    package struct Field {
        /// Its structure and its place in it, as an index in `keys`; nothing for elements.
        package var place: UInt16
        package var kind: Kind
        package var value: Int64
    }

    /// The fields, in order; those of a structure follow its beginning.
    package private(set) var fields: [Field] = []
    package private(set) var texts: [String] = []
    package private(set) var rare: [any Encodable] = []
    /// The key of each field by its structure and its place in it, of those visited so far.
    package private(set) var keys = [StaticString?](repeating: nil, count: StateStructure.allCases.count * Self.most)
    /// The place of the next field.
    private var place = 0

    /// The most fields of a structure.
    package static let most = 32

    /// Makes an empty list.
    package init() { fields.reserveCapacity(512) }

    /// Forgets what was written, for the visit of another device.
    package mutating func begin() {
        fields.removeAll(keepingCapacity: true)
        texts.removeAll(keepingCapacity: true)
        rare.removeAll(keepingCapacity: true)
        place = StateStructure.device.rawValue * Self.most
    }

    package static func structure(at place: Int) -> StateStructure { StateStructure.allCases[place / most] }

    private mutating func append(_ key: StaticString, _ kind: Kind, _ value: Int64) {
        note(key, at: place)
        fields.append(Field(place: UInt16(truncatingIfNeeded: place), kind: kind, value: value))
        place += 1
    }

    private mutating func note(_ key: StaticString, at place: Int) {
        if keys[place] == nil { keys[place] = key }
        assert(keys[place]?.description == key.description, "\(key) is visited in another order")
    }

    /// A field that is nil: it has its place.
    private mutating func skip(_ key: StaticString) {
        note(key, at: place)
        place += 1
    }

    private mutating func append(element kind: Kind, _ value: Int64) {
        fields.append(Field(place: 0, kind: kind, value: value))
    }

    /// Writes what a body writes, as the fields of a structure.
    private mutating func visit(_ structure: StateStructure, _ body: (inout Self) -> Void) {
        let next = place
        place = structure.rawValue * Self.most
        body(&self)
        place = next
    }

    // MARK: Structures and lists

    /// Visits a structure that is the value of a field.
    mutating func part(_ key: StaticString, _ structure: StateStructure, _ body: (inout Self) -> Void) {
        let begin = fields.count
        append(key, .part, 0)
        visit(structure, body)
        fields[begin].value = Int64(fields.count)
    }

    /// Visits a structure that is the value of a field that may be nil.
    mutating func part<Part>(
        _ key: StaticString,
        _ structure: StateStructure,
        ifPresent part: Part?,
        _ body: (inout Self, Part) -> Void
    ) {
        guard let part else { return skip(key) }
        let begin = fields.count
        append(key, .optionalPart, 0)
        visit(structure) { body(&$0, part) }
        fields[begin].value = Int64(fields.count)
    }

    /// Visits a structure that is stored out of line, which is encoded in two steps.
    mutating func box(_ key: StaticString, _ structure: StateStructure, _ body: (inout Self) -> Void) {
        let begin = fields.count
        append(key, .box, 0)
        visit(structure, body)
        fields[begin].value = Int64(fields.count)
    }

    /// Visits a list that is the value of a field.
    mutating func list(_ key: StaticString, _ body: (inout Self) -> Void) {
        let begin = fields.count
        append(key, .list, 0)
        body(&self)
        fields[begin].value = Int64(fields.count)
    }

    /// Visits a list of elements that are visited one by one.
    mutating func list<Elements: Sequence>(
        _ key: StaticString,
        _ elements: Elements,
        _ body: (inout Self, Elements.Element) -> Void
    ) {
        list(key) { visitor in
            for element in elements { body(&visitor, element) }
        }
    }

    /// Visits a list that is nil where it is empty.
    mutating func list<Element>(
        _ key: StaticString,
        ifAny elements: [Element],
        _ body: (inout Self, Element) -> Void
    ) {
        if elements.isEmpty { skip(key) } else { list(key, elements, body) }
    }

    /// Visits an element of a list.
    mutating func element(_ structure: StateStructure, _ body: (inout Self) -> Void) {
        let begin = fields.count
        append(element: .element, 0)
        if case .process = structure { append(element: .processBegin, 0) }
        visit(structure, body)
        fields[begin].value = Int64(fields.count)
    }

    /// Visits a case of an enumeration, within its structure.
    ///
    /// - Parameter place: The number of the case among those of the structure.
    mutating func choice(_ key: StaticString, at place: Int) {
        let place = self.place + place
        note(key, at: place)
        fields.append(Field(place: UInt16(truncatingIfNeeded: place), kind: .choice, value: 0))
    }

    /// Visits a case with a value.
    mutating func choice(
        _ key: StaticString,
        at place: Int,
        _ structure: StateStructure,
        _ body: (inout Self) -> Void
    ) {
        choice(key, at: place)
        visit(structure, body)
    }

    // MARK: Fields

    mutating func visit(_ key: StaticString, _ flag: Bool) { if flag { append(key, .flag, 1) } else { skip(key) } }

    mutating func visit(_ key: StaticString, _ number: Int64) { append(key, .number, number) }

    mutating func visit(_ key: StaticString, ifPresent number: Int64?) {
        if let number { append(key, .optionalNumber, number) } else { skip(key) }
    }

    mutating func visit(_ key: StaticString, _ instant: Instant?) {
        if let instant { append(key, .instant, instant.milliseconds) } else { skip(key) }
    }

    mutating func visit(_ key: StaticString, process: ProcessID?) {
        if let process { append(key, .process, Int64(process.rawValue)) } else { skip(key) }
    }

    mutating func visit(_ key: StaticString, scene: SceneID) { append(key, .scene, Int64(scene.rawValue)) }

    mutating func visit(_ key: StaticString, assertion: AssertionID) {
        append(key, .assertion, Int64(assertion.rawValue))
    }

    mutating func visit(_ key: StaticString, _ text: String) {
        append(key, .text, Int64(texts.count))
        texts.append(text)
    }

    /// Visits the name of a case of an enumeration, or a text that may be nil.
    mutating func visit(_ key: StaticString, case name: String?) {
        guard let name else { return skip(key) }
        append(key, .caseName, Int64(texts.count))
        texts.append(name)
    }

    mutating func visit(_ key: StaticString, state: ProcessState) { append(key, .processState, Int64(state.ordinal)) }

    mutating func visit(_ key: StaticString, set: UInt16) { append(key, .caseSet, Int64(set)) }

    // MARK: Elements

    mutating func element(process: ProcessID) { append(element: .processNumber, Int64(process.rawValue)) }

    mutating func element(scene: SceneID) { append(element: .sceneNumber, Int64(scene.rawValue)) }

    mutating func element(_ instant: Instant) { append(element: .instantElement, instant.milliseconds) }

    // MARK: What is encoded

    /// Visits a field that few states have: it is encoded.
    mutating func rare<Part: Encodable>(_ key: StaticString, _ part: Part?) {
        guard let part else { return skip(key) }
        append(key, .rare, Int64(rare.count))
        rare.append(part)
    }

    /// Encodes an element of a list.
    mutating func rareElement(_ part: some Encodable) {
        append(element: .rareElement, Int64(rare.count))
        rare.append(part)
    }
}

/// A structure that is visited, by its name in the table of situations.
package enum StateStructure: Int, CaseIterable {
    case device, rulebook, screen, window, deadlineQueue, deadline, processDeadline, deviceDeadline, taskEnd, watchdog,
        assertionEnd
    case transferEnd, transferStart, liveActivityEnd, heldPushExpiry, serviceDeadline, conditions, app, history, session
    case process, scene, runLoop, handler, handlerSubject, subjectCallback, subjectNotification
    case taskClock, assertion, activity, task, trace, energy, use, processorWindow
    case background, suspension, missed, work, workScript, step, stepCall, stepPost, stepMove, stepLeftScreen

    package var name: String {
        switch self {
        case .device: "Device"
        case .rulebook: "Rulebook"
        case .screen: "Screen"
        case .window: "Window"
        case .deadlineQueue: "DeadlineQueue"
        case .deadline: "Deadline"
        case .processDeadline: "ProcessDeadline"
        case .deviceDeadline: "DeviceDeadline"
        case .taskEnd: "ProcessDeadline.taskEndsItself"
        case .watchdog: "ProcessDeadline.watchdog"
        case .assertionEnd: "ProcessDeadline.assertionEnds"
        case .transferEnd: "DeviceDeadline.transferEnds"
        case .transferStart: "DeviceDeadline.transferStarts"
        case .liveActivityEnd: "DeviceDeadline.liveActivityEnds"
        case .heldPushExpiry: "DeviceDeadline.heldPushExpires"
        case .serviceDeadline: "DeviceDeadline.notificationService"
        case .conditions: "Conditions"
        case .app: "App"
        case .history: "AppHistory"
        case .session: "SceneSession"
        case .process: "AppProcess"
        case .scene: "Scene"
        case .runLoop: "RunLoop"
        case .handler: "HandlerInFlight"
        case .handlerSubject: "Subject"
        case .subjectCallback: "Subject.callback"
        case .subjectNotification: "Subject.notification"
        case .taskClock: "TaskClock"
        case .assertion: "Assertion"
        case .activity: "ProcessActivity"
        case .task: "BackgroundTask"
        case .trace: "ConductTrace"
        case .energy: "EnergyLedger"
        case .use: "UseInState"
        case .processorWindow: "ProcessorWindow"
        case .background: "BackgroundState"
        case .suspension: "Suspension"
        case .missed: "MissedChanges"
        case .work: "Work"
        case .workScript: "Work.script"
        case .step: "Step"
        case .stepCall: "Step.call"
        case .stepPost: "Step.post"
        case .stepMove: "Step.move"
        case .stepLeftScreen: "Step.leftScreen"
        }
    }
}
