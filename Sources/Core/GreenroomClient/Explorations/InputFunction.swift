import LifecycleKernel
import WireFormat

/// When an exploration tries an input.
public enum AppPhase: String, CaseIterable, Sendable {
    /// While the app is active.
    case active
    /// While it is in the background.
    case background
    /// While it has no process.
    case dead

    /// The states of an app in this phase.
    fileprivate var states: [String] {
        switch self {
        case .active: ["active"]
        case .background: ["background", "suspended"]
        case .dead: ["notRunning", "terminated"]
        }
    }
}

/// A function that an exploration tries as an input.
public struct InputFunction<Code: AppCode>: Sendable {
    /// What is called.
    enum Body: Sendable {
        case call(@Sendable (Code) throws -> Void)
        case change(@Sendable (World) throws -> Void)
    }

    let body: Body
    private let phases: [AppPhase]

    /// A function that is called with the app's code.
    ///
    /// - Parameters:
    ///   - phases: When it is tried; while the process is suspended, and no code runs, it is not.
    ///   - function: The function.
    public static func call(
        while phases: [AppPhase] = [.active],
        _ function: @escaping @Sendable (Code) throws -> Void
    ) -> InputFunction {
        InputFunction(body: .call(function), phases: phases)
    }

    /// A function that changes the app's world, such as one that makes its server go away.
    ///
    /// - Parameters:
    ///   - phases: When it is tried.
    ///   - function: The function.
    public static func change(
        while phases: [AppPhase] = AppPhase.allCases,
        _ function: @escaping @Sendable (World) throws -> Void
    ) -> InputFunction {
        InputFunction(body: .change(function), phases: phases)
    }

    /// The function that is called with the code, if it is one.
    var call: (@Sendable (Code) throws -> Void)? { if case .call(let function) = body { function } else { nil } }

    /// The function that changes the world, if it is one.
    var change: (@Sendable (World) throws -> Void)? { if case .change(let function) = body { function } else { nil } }

    /// An input of the server's that changes nothing, and tells which function is meant.
    func marker(named name: String) -> Value {
        switch body {
        case .call: ["action": "log", "message": .string(name)]
        case .change: ["type": "device.note", "message": .string(name)]
        }
    }

    /// The input as an exploration has it.
    ///
    /// - Throws: `AttachedAppError` if it could never be tried.
    func input(named name: String, of bundleID: String) throws(AttachedAppError) -> Value {
        guard !phases.isEmpty else {
            let all = AppPhase.allCases.map(\.rawValue).joined(separator: ", ")
            throw AttachedAppError(description: "the input \(name) is never tried: name one of \(all)")
        }
        guard call == nil || !phases.contains(.dead) else {
            throw AttachedAppError(
                description: "the input \(name) calls code, and there is none while the app is dead: make it a `change`"
            )
        }
        let states = phases.flatMap(\.states).filter { call == nil || $0 != "suspended" }
        let conditions = states.map { state -> Value in
            ["app": ["bundleID": .string(bundleID), "state": .string(state)]]
        }
        let marker = marker(named: name)
        let step: Value =
            call == nil ? ["send": marker] : ["act": marker.setting("bundleID", to: .string(bundleID))]
        return step.setting("name", to: .string(name))
            .setting("when", to: conditions.count == 1 ? conditions[0] : ["any": .array(conditions)])
    }
}
