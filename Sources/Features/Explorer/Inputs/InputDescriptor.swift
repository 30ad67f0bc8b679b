import LifecycleKernel
import WireFormat

/// What a search has to know of a type of event, or of an action, to try it: a row of a table.
///
/// The order of the rows is the order of simplicity: of two sequences that are as long, the one whose inputs come first is
/// reported. The row of an event that no row here is about says why (`CaseDescriptor.untried`). An action is tried only if it
/// has a row.
struct InputDescriptor: Sendable {
    /// What an input has besides its type.
    struct Form: Sendable {
        /// What tells it from others of the type; nil for nothing.
        var suffix: String?
        /// The fields of the event or the action, without its type and the app's identifier.
        var fields: [Value.Member] = []
    }

    /// The type of the event, or the action.
    let type: String
    let group: InputGroup
    /// How likely it is in a random run.
    let weight: Int
    /// Whether it is an action of the target's code, and not an event.
    var isAction = false
    var namesTarget = true
    /// When it may be tried.
    var precondition = TriedInput.Guard.always
    /// For one about a window, its place among those of the target.
    var window: Int?
    /// Whether the app declares what it needs.
    var isDeclared: @Sendable (AppProfile) -> Bool = { _ in true }
    /// The inputs of the type for an app; usually one.
    var forms: @Sendable (AppProfile) -> [Form] = { _ in [Form()] }

    /// The inputs for an app, the simplest first: those that it declares something for, and those that are tried only when
    /// asked for.
    static func rows(for app: AppProfile) -> [Row] {
        table.flatMap { descriptor in
            descriptor.isDeclared(app) ? descriptor.forms(app).map { descriptor.row($0, app) } : []
        }
    }

    /// An input of the table for an app.
    struct Row: Sendable {
        let descriptor: InputDescriptor
        let name: String
        /// The event or the action.
        let value: Value
    }

    private func row(_ form: Form, _ app: AppProfile) -> Row {
        var members = [Value.Member(isAction ? "action" : "type", .string(type))]
        if namesTarget { members.append(Value.Member("bundleID", .string(app.bundleID.rawValue))) }
        return Row(
            descriptor: self,
            name: form.suffix.map { "\(type) \($0)" } ?? type,
            value: .object(members + form.fields)
        )
    }
}

extension InputDescriptor {
    /// An event about the target.
    static func app(
        _ type: String,
        _ group: InputGroup,
        _ weight: Int,
        _ fields: KeyValuePairs<String, Value> = [:],
        named suffix: String? = nil,
        if precondition: TriedInput.Guard = .always,
        in isDeclared: @escaping @Sendable (AppProfile) -> Bool = { _ in true }
    ) -> Self {
        let members = fields.map { Value.Member($0.key, $0.value) }
        return InputDescriptor(
            type: type,
            group: group,
            weight: weight,
            precondition: precondition,
            isDeclared: isDeclared,
            forms: { _ in [Form(suffix: suffix, fields: members)] }
        )
    }

    /// An event of the whole device.
    static func device(
        _ type: String,
        _ group: InputGroup,
        _ weight: Int,
        _ fields: KeyValuePairs<String, Value> = [:],
        named suffix: String? = nil,
        in isDeclared: @escaping @Sendable (AppProfile) -> Bool = { _ in true }
    ) -> Self {
        var descriptor = app(type, group, weight, fields, named: suffix, in: isDeclared)
        descriptor.namesTarget = false
        return descriptor
    }

    /// An action of the target's code.
    static func action(
        _ action: String,
        _ group: InputGroup,
        _ weight: Int,
        _ fields: KeyValuePairs<String, Value>,
        if precondition: TriedInput.Guard,
        in isDeclared: @escaping @Sendable (AppProfile) -> Bool
    ) -> Self {
        var descriptor = app(action, group, weight, fields, if: precondition, in: isDeclared)
        descriptor.isAction = true
        return descriptor
    }

    /// The same with an input for each of what an app declares.
    func each(_ forms: @escaping @Sendable (AppProfile) -> [Form]) -> Self {
        var descriptor = self
        descriptor.forms = forms
        return descriptor
    }
}

/// What inputs have in common, and are asked for or left out by.
enum InputGroup: String, CaseIterable, Sendable {
    case user, code, system, interrupt, memory, push, fetch, tasks, needs, calls, audio, wakes, payloads, windows
    case overlays, conditions, power, harsh

    /// Whether its inputs are tried unless they are left out.
    var isDefault: Bool {
        switch self {
        case .overlays, .conditions, .power, .harsh: false
        default: true
        }
    }
}

extension Exploration {
    /// The groups of inputs, each with the types of the events and the actions in it.
    package static var inputGroups: [(name: String, types: [String])] {
        InputGroup.allCases.map { group in
            (group.rawValue, Set(InputDescriptor.table.filter { $0.group == group }.map(\.type)).sorted())
        }
    }
}

extension InputDescriptor {
    /// The types of events and the actions that are no inputs of their own, with the reason. An exploration may add each of
    /// them as an input.
    static let untried: [String: String] = {
        var reasons: [String: String] = [:]
        for event in Event.descriptions { reasons[event.name] = event.untriedBecause }
        let tried = Set(table.map(\.type))
        for action in Action.descriptions where !tried.contains(action.name) {
            reasons[action.name] = "what the app's code does: it is in the handlers of its behavior"
        }
        return reasons
    }()
}
