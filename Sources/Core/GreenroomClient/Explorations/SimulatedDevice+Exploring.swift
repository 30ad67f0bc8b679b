import LifecycleKernel
import NIOHTTP1
import WireFormat

extension SimulatedDevice {
    /// The most bytes that an app says of itself; of more a hash is told.
    private static let mostBytes = 4_096

    /// Begins to play the code of an app that is installed here, with a new app.
    ///
    /// - Throws: What making the app throws.
    func begin<Code>(_ app: AppUnderTest<Code>) throws {
        players[app.bundleID] = CodePlayer(bundleID: app.bundleID, crashesOnErrors: true, make: try app.make())
    }

    /// Carries out steps of a scenario, up to the first that the server refuses.
    ///
    /// - Returns: What the app says of itself afterwards; nil where it says nothing.
    /// - Throws: `Refusal` of what the app's code did; `AttachedAppError`.
    func carryOut<Code>(_ steps: [Value], of app: AppUnderTest<Code>) async throws -> String? {
        do {
            for step in steps { try await carryOut(step, of: app) }
        } catch let refusal as Refusal where refusal.function == nil || refusal.code == "unknown-device" {
            // The rest of the run cannot be carried out: it is reported as it is.
        }
        return try await abstractState(of: app.bundleID)
    }

    /// What the code of an app has thrown.
    func errors(of bundleID: String) -> [String] { players[bundleID]?.errors ?? [] }

    private func carryOut<Code>(_ step: Value, of app: AppUnderTest<Code>) async throws {
        if let seconds = step["advance"] {
            _ = try await advance(["seconds": seconds])
        } else if let events = step["send"] {
            _ = try await input(["events"], events)
        } else if let actions = step["act"] {
            try await act(actions.elements.isEmpty ? [actions] : actions.elements, of: app)
        } else {
            throw AttachedAppError(description: "the server asks for a step that this client does not know: \(step)")
        }
    }

    /// Lets apps do something at one instant, and calls the functions that actions stand for.
    private func act<Code>(_ actions: [Value], of app: AppUnderTest<Code>) async throws {
        var rest = actions[...]
        while let bundleID = rest.first?["bundleID"]?.text {
            let group = rest.prefix { $0["bundleID"]?.text == bundleID }
            rest = rest.dropFirst(group.count)
            let plain = group.map { action in
                guard case .object(let members) = action else { return action }
                return .object(members.filter { $0.name != "bundleID" })
            }
            _ = try await input(["apps", bundleID, "actions"], plain.count == 1 ? plain[0] : .array(plain))
            for function in group.compactMap(app.function) { try await run(in: bundleID, input: function) }
        }
    }

    /// What an app says of itself; nil where it says nothing, or the device is gone.
    private func abstractState(of bundleID: String) async throws -> String? {
        guard let player = players[bundleID], player.reportsAbstractState else { return nil }
        do {
            guard let now = try await ask(.GET, ["clock"])["now"]?.instant, let said = player.abstractState(at: now)
            else {
                return nil
            }
            let text = JSONText.write(said)
            guard text.count > Self.mostBytes else { return String(decoding: text, as: UTF8.self) }
            return SecureHash.sha256(text).hexadecimal
        } catch is Refusal {
            return nil
        }
    }
}
