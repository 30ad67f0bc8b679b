import LifecycleKernel
import WireFormat

/// An app whose code is here, and that is made anew for each sequence of an exploration.
struct AppUnderTest<Code: AppCode>: Sendable {
    let bundleID: String
    /// What it is installed with, but for the handlers.
    let manifest: [String: Value]
    /// Functions that are tried as inputs, by their names.
    let functions: [String: @Sendable (Code) throws -> Void]
    let make: @Sendable () throws -> (AppProcess) -> Code

    /// The app as a document, with its handlers declared, and the methods of delegates that it has.
    ///
    /// - Throws: What making the app throws.
    func document() throws -> Value {
        let probe = AppProcess()
        // The instance is only asked which handlers it registers.
        _ = try make()(probe)
        defer { probe.end() }
        var document = manifest.declaringHandlers(of: probe)
        if document["delegateImplements"] == nil, case .object(let handlers)? = document["behavior"] {
            let methods = handlers.map(\.name).filter { CallbackName(rawValue: $0)?.isMethod == true }
            document["delegateImplements"] = .array(methods.map { .string($0) })
        }
        document["bundleID"] = .string(bundleID)
        return .object(document)
    }

    /// Adds an input for each of the functions: a line in the timeline, whereupon the function is called.
    ///
    /// It leaves out the input `edit`, which the code does not notice, unless the options ask for it.
    func addInputs(to inputs: inout [String: Value]) {
        guard !functions.isEmpty else { return }
        let added = functions.keys.sorted().map { name -> Value in
            [
                "name": .string(name), "act": .object(Self.note(name).merging(["bundleID": .string(bundleID)]) { $1 }),
                "when": ["app": ["bundleID": .string(bundleID), "state": "active"]],
            ]
        }
        inputs["add"] = .array((inputs["add"]?.elements ?? []) + added)
        let asked = ["only", "with"].flatMap { inputs[$0]?.elements ?? [] }
        if !asked.contains("edit"), !asked.contains("code") {
            inputs["without"] = .array((inputs["without"]?.elements ?? []).filter { $0 != "edit" } + ["edit"])
        }
    }

    /// The function that an action stands for.
    func function(for action: Value) -> (@Sendable (Code) throws -> Void)? {
        guard let name = action["message"]?.text, action["bundleID"]?.text == bundleID, action["action"] == "log" else {
            return nil
        }
        return functions[name]
    }

    private static func note(_ name: String) -> [String: Value] { ["action": "log", "message": .string(name)] }
}
