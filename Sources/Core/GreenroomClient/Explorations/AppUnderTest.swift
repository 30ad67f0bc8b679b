import LifecycleKernel
import WireFormat

/// An app whose code runs in this process. It is made anew for each sequence of an exploration.
struct AppUnderTest<Code: AppCode>: Sendable {
    let bundleID: String
    /// What it is installed with, in addition to the manifest of the code.
    let manifest: [String: Value]
    /// Functions that are tried as inputs, by their names.
    let functions: [String: InputFunction<Code>]
    /// What must hold after each input, by its name.
    let invariants: [String: @Sendable (World) throws -> Bool]
    /// The names of the members that the reported abstract states leave out.
    let leftOut: Set<String>
    let make: @Sendable () throws -> (AppProcess) throws -> Code

    /// Makes the app.
    ///
    /// - Parameter document: What the exploration knows of it; nil if it has not begun.
    /// - Throws: What making it throws; `AttachedAppError` if one of its handlers can never be called, or if it is another
    ///   app.
    func player(of document: Value?) throws -> Player {
        let player = try Player(Code.self, bundleID: bundleID, manifest: manifest, isExplored: true, make: try make())
        if let document, self.document(of: player) != document {
            throw AttachedAppError(
                description: """
                    \(bundleID) was made with another manifest or other handlers than before; the same app must be made each time
                    """
            )
        }
        return player
    }

    /// The app as a document.
    func document(of player: Player) -> Value {
        .object(player.manifest.merging(["bundleID": .string(bundleID)]) { $1 })
    }

    /// Adds an input for each of the functions: something that changes nothing on the device, whereupon the function is called.
    ///
    /// It leaves out the input `edit`, which the code does not notice, unless the options ask for it: code says `edited`.
    ///
    /// - Throws: `AttachedAppError` if one of them could never be tried.
    func addInputs(to inputs: inout [String: Value]) throws(AttachedAppError) {
        guard !functions.isEmpty else { return }
        var added = inputs["add"]?.elements ?? []
        for (name, function) in functions.sorted(by: { $0.key < $1.key }) {
            added.append(try function.input(named: name, of: bundleID))
        }
        inputs["add"] = .array(added)
        let asked = ["only", "with"].flatMap { inputs[$0]?.elements ?? [] }
        if !asked.contains("edit"), !asked.contains("code") {
            inputs["without"] = .array((inputs["without"]?.elements ?? []).filter { $0 != "edit" } + ["edit"])
        }
    }

    /// The function that an event or an action stands for, and its name.
    func function(for input: Value) -> (name: String, function: InputFunction<Code>)? {
        guard let name = input["message"]?.text, let function = functions[name],
            function.marker(named: name) == input
        else { return nil }
        return (name, function)
    }

    /// The names of the invariants that a world breaks, each with the message of the assertion that failed, or an empty
    /// text.
    ///
    /// - Throws: Any error of an invariant that is not a failed assertion.
    func invariants(brokenBy world: World) throws -> [String: String] {
        var broken: [String: String] = [:]
        for (name, holds) in invariants.sorted(by: { $0.key < $1.key }) {
            do {
                if try !holds(world) { broken[name] = "" }
            } catch let error where error is InvariantBroken || "\(type(of: error))" == "ExpectationFailedError" {
                // The second is what `#require` of Swift Testing throws.
                broken[name] = "\(error)"
            }
        }
        return broken
    }
}

/// An invariant throws this if it does not hold, so that the report says why.
public struct InvariantBroken: Error, CustomStringConvertible {
    /// Why.
    public let description: String

    /// Makes the error.
    ///
    /// - Parameter description: Why the invariant does not hold.
    public init(_ description: String) { self.description = description }
}

/// What was noticed while the steps of a run were carried out.
struct RunNotes: Sendable {
    /// What the code has thrown, by its signature.
    var errors: [(signature: String, error: ExploredError)] = []
    /// The invariants that did not hold, each with after how many steps of this run.
    var broken: [String: Int] = [:]
    /// Why they did not hold, each with how many steps the sequence had then.
    var whyBroken: [String: (count: Int, why: String)] = [:]
    /// The steps of the sequence, up to the first that the server refused.
    var steps: [Value] = []
    /// What the app says of itself afterwards; nil where it says nothing.
    var abstractState: String?
    /// Why that is nil, as a line of the report.
    var unknownState: String?
    /// The data protection classes of the files that could not be read as the sequence began.
    var protectedClasses: Set<DataProtection> = []

    /// The inputs of the sequence, in a few words each.
    var inputs: [String] { steps.map(Self.name) }

    private static func name(of step: Value) -> String {
        if let seconds = step["advance"] {
            return "\(String(decoding: JSONText.write(seconds), as: UTF8.self)) s pass"
        }
        let part = step["send"] ?? step["act"] ?? .null
        let parts = part.elements.isEmpty ? [part] : part.elements
        return parts.compactMap { part in
            let type = part["type"].flatMap { $0 == "device.note" ? nil : $0 }
            return (type ?? part["message"] ?? part["action"])?.text
        }
        .joined(separator: " and ")
    }
}

/// What the code has shown in the runs of an exploration, each with the shortest sequence that was seen.
struct ExploredCode: Sendable {
    /// What it has thrown, by its signature.
    private var thrown: [String: ExploredError] = [:]
    /// Why invariants did not hold, each with how many steps the sequence had.
    private var whyBroken: [String: (count: Int, why: String)] = [:]
    /// Why the state of the code is unknown, if it was in a run.
    private var unknownState: String?

    /// What it has thrown.
    var errors: [ExploredError] { thrown.sorted { $0.key < $1.key }.map(\.value) }

    /// What the report of the server cannot say: the messages of invariants, and why the state is unknown.
    var notes: [String] {
        let broken = whyBroken.sorted { $0.key < $1.key }.filter { !$0.value.why.isEmpty }.map { name, broken in
            let lines = broken.why.split(whereSeparator: \.isNewline).filter { !$0.allSatisfy(\.isWhitespace) }
            return "note  the invariant \(name) is broken: \(lines.joined(separator: "\n      "))"
        }
        return broken + [unknownState].compactMap(\.self)
    }

    mutating func add(_ notes: RunNotes) {
        for (signature, error) in notes.errors where error.inputs.count < thrown[signature]?.inputs.count ?? .max {
            thrown[signature] = error
        }
        for (name, broken) in notes.whyBroken where broken.count < whyBroken[name]?.count ?? .max {
            whyBroken[name] = broken
        }
        unknownState = unknownState ?? notes.unknownState
    }
}

/// An error that the app's code has thrown in an exploration.
public struct ExploredError: Error, CustomStringConvertible {
    /// The error.
    public let error: any Error
    /// The function that threw it, for people.
    public let function: String
    /// The inputs of the shortest sequence that was seen, in a few words each.
    public let inputs: [String]

    /// One line for people.
    public var description: String {
        "\(type(of: error)): \(error) (\(function)) after \(inputs.joined(separator: ", "))"
    }
}
