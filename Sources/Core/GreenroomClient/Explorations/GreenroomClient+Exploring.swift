public import LifecycleKernel
import WireFormat

extension GreenroomClient {
    /// Searches for the shortest sequences in which a declared app fails.
    ///
    /// - Parameters:
    ///   - app: The app as a document, a scenario, or an exploration.
    ///   - options: What is tried, and how far the search goes.
    /// - Returns: What was found: failures that are known, or not bad enough.
    /// - Throws: `ExplorationFailed` with the report; `ExplorationUnfinished`; `Refusal` where the server does not accept it.
    @discardableResult public func explore(
        _ app: Value,
        options: ExplorationOptions = ExplorationOptions()
    ) async throws -> ExplorationResult {
        let exploration = try await beginExploration(options.request(for: app))
        return try await cancelling(exploration) {
            try await exploration.wait()
            return try await result(of: exploration)
        }
        .checked(options.failOn)
    }

    /// Searches for the shortest sequences in which an app fails whose code is here.
    ///
    /// The server hands out one sequence after the other. Each is run from its start with a new app on a new device, so
    /// nothing may be left of the one before: `makeApp` starts anew whatever is kept outside of the code's instances and
    /// of the world, such as files of the machine and globals. An error that the code throws is a crash of the app; a
    /// trap ends the test's process.
    ///
    /// - Parameters:
    ///   - bundleID: The app's identifier; that of the code when nil.
    ///   - manifest: What it is, in addition to the manifest of the code.
    ///   - options: What is tried, and how far the search goes.
    ///   - functions: Functions that are tried as inputs, by their names: `.call` with the code, `.change` with the world. The search
    ///     leaves out the input `edit`, which the code does not notice, unless `options` ask for it.
    ///   - invariants: What must hold after each input, also while no process lives, by its name: functions that are called with
    ///     the app's world, and return false, or throw `InvariantBroken` or what `#require` throws, if it does not. Any other error
    ///     ends the search.
    ///   - makeApp: Called once to see which handlers there are, and then for each sequence; gives what makes the code of
    ///     each process of the app.
    /// - Returns: What was found: failures that are known, or not bad enough.
    /// - Throws: `ExplorationFailed` with the report; `ExplorationUnfinished`; `Refusal` where the server does not accept it,
    ///   or where the code does what makes no sense; what `makeApp` or an invariant throws. All of it cancels the search.
    ///   `AttachedAppError` if a function could never be tried.
    @discardableResult public func explore<Code: AppCode>(
        _ bundleID: String? = nil,
        _ manifest: [String: Value] = [:],
        options: ExplorationOptions = ExplorationOptions(),
        functions: [String: InputFunction<Code>] = [:],
        invariants: [String: @Sendable (World) throws -> Bool] = [:],
        makeApp: @escaping @Sendable () throws -> (AppProcess) throws -> Code
    ) async throws -> ExplorationResult {
        let app = AppUnderTest(
            bundleID: bundleID ?? Code.bundleID,
            manifest: manifest,
            functions: functions,
            invariants: invariants,
            leftOut: options.leftOut,
            make: makeApp
        )
        var options = options
        try app.addInputs(to: &options.inputs)
        let document = app.document(of: try app.player(of: nil))
        var request = options.request(for: document)
        request["remote"] = true
        let exploration = try await beginExploration(request)
        return try await cancelling(exploration) {
            let code = try await run(app, document, for: exploration)
            return try await result(of: exploration, code)
        }
        .checked(options.failOn)
    }

    /// Searches for the shortest sequences in which an app fails whose code is a class that keeps nothing outside of its
    /// instances and of the world.
    ///
    /// - Parameters:
    ///   - code: The class of its code.
    ///   - manifest: What it is, in addition to the manifest of the code.
    ///   - options: What is tried, and how far the search goes.
    ///   - functions: Functions that are tried as inputs, by their names: `.call` with the code, `.change` with the world.
    ///   - invariants: What must hold after each input, also while no process lives, by its name.
    /// - Returns: What was found: failures that are known, or not bad enough.
    /// - Throws: As `explore(_:_:options:functions:invariants:makeApp:)`.
    @discardableResult public func explore<Code: AppCode>(
        _ code: Code.Type,
        _ manifest: [String: Value] = [:],
        options: ExplorationOptions = ExplorationOptions(),
        functions: [String: InputFunction<Code>] = [:],
        invariants: [String: @Sendable (World) throws -> Bool] = [:]
    ) async throws -> ExplorationResult {
        try await explore(nil, manifest, options: options, functions: functions, invariants: invariants) {
            { try code.init($0) }
        }
    }

    private func result(
        of exploration: ServerExploration,
        _ code: ExploredCode = ExploredCode()
    ) async throws -> ExplorationResult {
        ExplorationResult(
            document: try await exploration.read(),
            text: try await exploration.text() + code.notes.map { "\($0)\n" }.joined(),
            errors: code.errors
        )
    }

    /// Calls a function, and cancels an exploration where that throws: nobody waits for it any more.
    private func cancelling<Result: Sendable>(
        _ exploration: ServerExploration,
        _ body: () async throws -> Result
    ) async throws -> Result {
        do {
            return try await body()
        } catch {
            await exploration.cancelRegardless()
            throw error
        }
    }

    /// Runs what the server hands out until the search is over.
    ///
    /// - Returns: What the app's code has shown.
    private func run<Code>(
        _ app: AppUnderTest<Code>,
        _ document: Value,
        for exploration: ServerExploration
    ) async throws -> ExploredCode {
        var code = ExploredCode()
        var stage: (device: SimulatedDevice, notes: RunNotes)?
        var run = try await exploration.nextRun()
        while run.isGoingOn {
            guard let number = run.number, let id = run.device else {
                run = try await exploration.nextRun()
                continue
            }
            let before = run.continues ? stage : nil
            let device = before?.device ?? device(id)
            // Each device is made in the same way.
            let notes = try await device.carryOut(
                run.steps,
                of: app,
                document,
                after: before?.notes.steps,
                protectedClasses: stage?.notes.protectedClasses
            )
            stage = (device, notes)
            code.add(notes)
            guard let next = try await next(after: number, notes, of: exploration) else { break }
            run = next
        }
        return code
    }

    /// Reports a run, and returns the next one; nil if the search ended during the run.
    private func next(
        after number: Int64,
        _ notes: RunNotes,
        of exploration: ServerExploration
    ) async throws -> RemoteRun? {
        do {
            return try await exploration.nextRun(
                after: number,
                abstractState: notes.abstractState,
                invariants: notes.broken
            )
        } catch let refusal as Refusal where refusal.code == "unknown-remote-run" {
            guard RemoteRun(document: try await exploration.read()).isGoingOn else { return nil }
            throw refusal
        }
    }
}
