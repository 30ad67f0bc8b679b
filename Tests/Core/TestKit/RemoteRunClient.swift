import DeviceHost
import LifecycleKernel
import WireFormat

/// A client that carries out the runs of an exploration with code of its own, as one does over HTTP.
package struct RemoteRunClient: Sendable {
    /// The app whose code it has.
    private let app: BundleID = "com.example.diary"
    /// Asks for a remote run with a report of the one before.
    private let ask: @Sendable (_ report: Value) async throws -> Value
    /// The host that carries the next request out.
    private let registry: @Sendable () -> DeviceRegistry
    /// What the code does in a callback.
    private let code: @Sendable (_ callback: String) -> [Action]
    /// The invariants that do not hold after steps, by name.
    private let invariants: @Sendable (_ steps: [Value]) -> [String]

    /// An app that has no behavior: its code runs in a client.
    package static let exploration: Value = [
        "explore": "diary", "apps": [["bundleID": "com.example.diary"]],
        "inputs": ["with": ["edit"], "without": ["device.lock", "device.unlock", "interrupt", "memory", "windows"]],
        "limits": ["interruptions": 0, "depth": 5],
    ]

    /// Makes a client.
    package init(
        on registry: @escaping @Sendable () -> DeviceRegistry,
        code: @escaping @Sendable (_ callback: String) -> [Action],
        invariants: @escaping @Sendable (_ steps: [Value]) -> [String] = { _ in [] },
        asking ask: @escaping @Sendable (_ report: Value) async throws -> Value
    ) {
        self.registry = registry
        self.code = code
        self.invariants = invariants
        self.ask = ask
    }

    /// Runs until the exploration has ended.
    ///
    /// - Returns: How many remote runs there were.
    package func runAll() async throws -> Int {
        var runs = 0
        var steps: [Value] = []
        var report: Value = .object([])
        while true {
            let answer = try await ask(report)
            guard let number = answer["run"], number != .null else {
                if ["queued", "running"].contains(answer["status"]?.text) {
                    report = .object([])
                    continue
                }
                return runs
            }
            runs += 1
            try await carryOut(answer)
            if answer["continues"] != true { steps = [] }
            report = ["run": number, "abstractState": "", "invariants": .array(broken(in: answer, after: steps))]
            steps += answer["steps"]?.elements ?? []
        }
    }

    /// The invariants that do not hold after the steps of a remote run, as a report has them.
    private func broken(in run: Value, after earlier: [Value]) -> [Value] {
        let steps = run["steps"]?.elements ?? []
        return steps.indices.flatMap { index in
            invariants(earlier + steps[...index]).map { name in
                ["name": .string(name), "steps": .integer(Int64(index + 1))]
            }
        }
    }

    /// Carries out the steps of a remote run, up to one that is refused.
    package func carryOut(_ run: Value) async throws {
        guard let device = run["device"]?.text.flatMap({ DeviceID($0) }) else { return }
        for step in run["steps"]?.elements ?? [] {
            do {
                try await carryOut(step, on: device)
            } catch HostError.rejected {
                return
            }
        }
    }

    private func carryOut(_ step: Value, on device: DeviceID) async throws {
        if let length = step["advance"]?.asMilliseconds {
            var now = try await time(of: device)
            let end = now + length
            while now < end {
                let input = Input.advance(Advance(.by(end - now), stopsAtCallbacks: true))
                _ = try await registry().apply(input, to: device)
                try await runCode(on: device)
                now = try await time(of: device)
            }
            return
        }
        let given = step["send"] ?? step["act"] ?? .null
        let values = if case .array(let list) = given { list } else { [given] }
        let inputs: [Input] = try values.map { value in
            try step["send"] == nil ? .action(naming: value, at: "act") : .event(Event(value, at: "send"))
        }
        _ = try await registry().apply(inputs, to: device)
        try await runCode(on: device)
    }

    private func time(of device: DeviceID) async throws -> Instant {
        try await registry().callbacks(of: app, on: device).time
    }

    /// Returns from the handlers that the device waits for.
    private func runCode(on device: DeviceID) async throws {
        while let callback = try await registry().callbacks(of: app, on: device).value.callbacks.first {
            let name = if case .callback(let name) = callback.callback.called { name.rawValue } else { "" }
            let completion = Completion(callback: callback.callback.sequence, actions: code(name))
            _ = try await registry().apply(.completion(app, completion), to: device)
        }
    }
}
