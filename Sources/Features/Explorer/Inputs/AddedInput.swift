import LifecycleKernel
import WireFormat

/// An input of the user's: events or actions that come at one instant.
public struct AddedInput: Hashable, Sendable {
    public var name: String
    /// Its step of a scenario: `send` or `act`, with one or several.
    public var step: Value
    /// When it may be tried; always if it is nil.
    public var condition: StateCondition?
    /// How likely it is in a random run.
    public var weight: Int
    let inputs: [Input]

    private static let weights: ClosedRange<Int64> = 1...1_000
    private static let defaultWeight = 4
    private static let mostInputs = 64

    /// Reads an input from an object with `name`, either `send` or `act`, and where it is wanted `when` and `weight`.
    ///
    /// - Throws: What is wrong, with the path of the field.
    public init(_ value: Value, at path: String) throws(Rejection) {
        var fields = try FieldReader(value, at: path)
        name = try fields.string("name")
        condition = try fields.has("when") ? fields.nested("when", StateCondition.init(_:at:)) : nil
        weight = try fields.optionalInteger("weight", in: Self.weights).map { Int($0) } ?? Self.defaultWeight
        inputs = try StepInputs.read(&fields, count: 1...Self.mostInputs)
        step = value["act"].map { ["act": $0] } ?? ["send": value["send"] ?? .null]
        try fields.finish()
    }
}

/// The events or the actions of a step: what `send` or `act` has, one or a list.
enum StepInputs {
    private enum Form: String, CaseIterable {
        case send, act
    }

    /// Reads the inputs of the one of both fields that is there.
    ///
    /// - Throws: What is wrong, with the path of the field.
    static func read(_ fields: inout FieldReader, count: ClosedRange<Int>) throws(Rejection) -> [Input] {
        let form = try fields.exactlyOne(of: Form.self)
        return try fields.oneOrMore(form.rawValue, count: count) { value, path throws(Rejection) in
            switch form {
            case .send: .event(try Event(value, at: path))
            case .act: try .action(naming: value, at: path)
            }
        }
    }
}

extension TriedInput {
    /// An input of the user's.
    init(_ added: AddedInput, in app: AppProfile) {
        group = "added"
        name = added.name
        step = added.step
        weight = added.weight
        opensTarget = added.inputs.contains(where: app.isOpened(by:))
        precondition = added.condition.map { .condition($0) } ?? .always
        effect = .inputs(added.inputs)
    }

    /// The handler that the attached target is in returns.
    static let handlerReturn = TriedInput(
        group: "attached",
        name: "return from the handler",
        step: ["complete": .object([])],
        weight: 10,
        opensTarget: false,
        precondition: .always,
        effect: .handlerReturn
    )
}
