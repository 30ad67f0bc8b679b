import LifecycleKernel
import WireFormat

extension ScenarioStep {
    /// Checks that the events, actions, apps and conditions of a step can be read: what cannot is a mistake in the file, and
    /// nothing that an app has done.
    ///
    /// - Parameters:
    ///   - value: The step as it is written.
    ///   - path: Its path.
    /// - Throws: What is wrong, with the path of the field.
    static func checkInputs(of value: Value, at path: String) throws(Rejection) {
        for (event, path) in value.oneOrMore("send", at: path) { _ = try Event(event, at: path) }
        for (action, path) in value.oneOrMore("act", at: path) { _ = try Input.action(naming: action, at: path) }
        if let condition = value["advanceUntil"] { _ = try Condition(condition, at: "\(path).advanceUntil") }
        if let app = value["install"] { _ = try AppManifest(app, at: "\(path).install") }
        if let handler = value["complete"] { try checkReturn(of: handler, at: "\(path).complete") }
    }

    /// What the handler returns is left to the callback, which is not known before it is called.
    private static func checkReturn(of value: Value, at path: String) throws(Rejection) {
        _ = try Completion(value.keeping { $0 == "actions" }, at: path, callback: 0)
    }
}

extension Value {
    /// The objects of a field that has one, or a list of them, with the path of each; none if the field is not given.
    fileprivate func oneOrMore(_ name: String, at path: String) -> [(value: Value, path: String)] {
        switch self[name] {
        case .array(let elements)?:
            elements.enumerated().map { (value: $0.element, path: "\(path).\(name)[\($0.offset)]") }
        case let value?: [(value: value, path: "\(path).\(name)")]
        case nil: []
        }
    }

    /// This object with some of its members.
    fileprivate func keeping(_ isKept: (String) -> Bool) -> Value {
        guard case .object(let members) = self else { return self }
        return .object(members.filter { isKept($0.name) })
    }
}
