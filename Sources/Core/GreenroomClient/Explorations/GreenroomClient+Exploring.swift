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
            return try await result(of: exploration, errors: [])
        }
        .checked(options.failOn)
    }

    /// Searches for the shortest sequences in which an app fails whose code is here.
    ///
    /// The server hands out one sequence after the other. Each is run from its start with a new app on a new device, so
    /// nothing may be left of the one before: `makeApp` starts anew whatever is kept outside of the code's instances and
    /// of `AppProcess.storage`, such as files, defaults and globals. An error that the code throws is a crash of the app; a
    /// trap ends the test's process.
    ///
    /// - Parameters:
    ///   - bundleID: The app's identifier.
    ///   - manifest: What it is: `infoPlist` and so on. Its handlers are declared in `behavior` by themselves.
    ///   - options: What is tried, and how far the search goes.
    ///   - functions: Functions that are tried as inputs while the app is active, by their names. The search leaves
    ///     out the input `edit`, which the code does not notice, unless `options` ask for it.
    ///   - makeApp: Called once to see which handlers there are, and then for each sequence; gives what makes the code of
    ///     each process of the app.
    /// - Returns: What was found: failures that are known, or not bad enough.
    /// - Throws: `ExplorationFailed` with the report; `ExplorationUnfinished`; `Refusal` where the server does not accept it,
    ///   or where the code does what makes no sense; what `makeApp` throws. All of it cancels the search.
    @discardableResult public func explore<Code: AppCode>(
        _ bundleID: String,
        _ manifest: [String: Value] = [:],
        options: ExplorationOptions = ExplorationOptions(),
        functions: [String: @Sendable (Code) throws -> Void] = [:],
        makeApp: @escaping @Sendable () throws -> (AppProcess) -> Code
    ) async throws -> ExplorationResult {
        let app = AppUnderTest(bundleID: bundleID, manifest: manifest, functions: functions, make: makeApp)
        var options = options
        app.addInputs(to: &options.inputs)
        var request = options.request(for: try app.document())
        request["remote"] = true
        let exploration = try await beginExploration(request)
        return try await cancelling(exploration) {
            let errors = try await run(app, for: exploration)
            return try await result(of: exploration, errors: errors)
        }
        .checked(options.failOn)
    }

    /// Searches for the shortest sequences in which an app fails whose code is a class that keeps nothing outside of its
    /// instances and of `AppProcess.storage`.
    ///
    /// - Parameters:
    ///   - bundleID: The app's identifier.
    ///   - manifest: What it is: `infoPlist` and so on. Its handlers are declared in `behavior` by themselves.
    ///   - options: What is tried, and how far the search goes.
    ///   - functions: Functions that are tried as inputs while the app is active, by their names.
    ///   - code: The class of its code.
    /// - Returns: What was found: failures that are known, or not bad enough.
    /// - Throws: As `explore(_:_:options:functions:makeApp:)`.
    @discardableResult public func explore<Code: AppCode & SendableMetatype>(
        _ bundleID: String,
        _ manifest: [String: Value] = [:],
        options: ExplorationOptions = ExplorationOptions(),
        functions: [String: @Sendable (Code) throws -> Void] = [:],
        code: Code.Type
    ) async throws -> ExplorationResult {
        try await explore(bundleID, manifest, options: options, functions: functions) { { code.init($0) } }
    }

    private func result(of exploration: ServerExploration, errors: [String]) async throws -> ExplorationResult {
        ExplorationResult(document: try await exploration.read(), text: try await exploration.text(), errors: errors)
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
    /// - Returns: What the app's code has thrown, each once.
    private func run<Code>(_ app: AppUnderTest<Code>, for exploration: ServerExploration) async throws -> [String] {
        var errors: [String] = []
        var stage: SimulatedDevice?
        var run = try await exploration.nextRun()
        while run.isGoingOn {
            guard let number = run.number, let id = run.device else {
                run = try await exploration.nextRun()
                continue
            }
            let device = if let stage, run.continues { stage } else { device(id) }
            if stage !== device { try await device.begin(app) }
            stage = device
            let abstractState = try await device.carryOut(run.steps, of: app)
            errors += await device.errors(of: app.bundleID).filter { !errors.contains($0) }
            guard let next = try await next(after: number, abstractState, of: exploration) else { break }
            run = next
        }
        return errors
    }

    /// Reports a run, and returns the next one; nil if the search ended during the run.
    private func next(
        after number: Int64,
        _ abstractState: String?,
        of exploration: ServerExploration
    ) async throws -> RemoteRun? {
        do {
            return try await exploration.nextRun(after: number, abstractState: abstractState)
        } catch let refusal as Refusal where refusal.code == "unknown-remote-run" {
            guard RemoteRun(document: try await exploration.read()).isGoingOn else { return nil }
            throw refusal
        }
    }
}
