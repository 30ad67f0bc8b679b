import LifecycleKernel
import NIOHTTP1
import WireFormat

extension SimulatedDevice {
    /// Carries out steps of a scenario, up to the first that the server refuses.
    ///
    /// - Parameters:
    ///   - steps: The steps.
    ///   - app: The app; it is made anew unless there were steps before.
    ///   - document: What the exploration knows of it.
    ///   - before: The steps of the sequence that were carried out before; nil if it begins.
    ///   - protectedClasses: The data protection classes of the files that cannot be read as a sequence begins, once they are known.
    /// - Returns: What was noticed.
    /// - Throws: `Refusal` of what the app's code did; `AttachedAppError`; what making the app throws.
    func carryOut<Code>(
        _ steps: [Value],
        of app: AppUnderTest<Code>,
        _ document: Value,
        after before: [Value]?,
        protectedClasses: Set<DataProtection>?
    ) async throws -> RunNotes {
        try await playing { device in
            if before == nil { device.add(try app.player(of: document)) }
            guard let player = device.players[app.bundleID] else { return RunNotes() }
            var notes = RunNotes(steps: before ?? [])
            if let protectedClasses {
                notes.protectedClasses = protectedClasses
                if before == nil { device.begin(withProtectedClasses: protectedClasses) }
            } else {
                notes.protectedClasses = try device.protectedClasses
            }
            do {
                for (index, step) in steps.enumerated() {
                    notes.steps.append(step)
                    try device.carryOut(step, of: app, by: player)
                    // What is due now is done before anything else comes: no passing of time would lead to it.
                    if player.isDue { _ = try device.advance(["seconds": 0]) }
                    try notes.add(player, app, after: index + 1)
                }
            } catch let refusal as Refusal where refusal.function == nil || refusal.code == "unknown-device" {
                // The rest of the run cannot be carried out: it is reported as it is.
            }
            notes.abstractState = player.now.flatMap(player.abstractState).map { Self.text($0.without(app.leftOut)) }
            if notes.abstractState == nil { notes.unknownState = player.unknownState }
            return notes
        }
    }

    /// The most bytes that an app says of itself; of more a hash is sent.
    private static let mostBytes = 4_096

    private static func text(_ state: Value) -> String {
        let text = JSONText.write(state)
        return text.count > mostBytes ? SecureHash.sha256(text).hexadecimal : String(decoding: text, as: UTF8.self)
    }
}

extension RunNotes {
    /// Notes what the code has thrown since the last step, and which invariants do not hold after it.
    ///
    /// - Parameter count: How many steps of this run were carried out.
    /// - Throws: What an invariant throws that is no failed assertion.
    fileprivate mutating func add<Code>(_ player: Player, _ app: AppUnderTest<Code>, after count: Int) throws {
        // The names of all steps so far take time: they are read only if something was thrown.
        let inputs = player.thrown.isEmpty ? [] : inputs
        for thrown in player.thrown {
            let error = ExploredError(error: thrown.error, function: thrown.function, inputs: inputs)
            errors.append((thrown.signature, error))
        }
        player.thrown = []
        for (name, why) in try app.invariants(brokenBy: player.world) where broken[name] == nil {
            broken[name] = count
            whyBroken[name] = (steps.count, why)
        }
    }
}

extension DevicePlayer {
    fileprivate func carryOut<Code>(_ step: Value, of app: AppUnderTest<Code>, by player: Player) throws {
        if let seconds = step["advance"] {
            _ = try advance(["seconds": seconds])
        } else if let events = step["send"] {
            _ = try input(["events"], events)
            try app.function(for: events)?.function.change?(player.world)
        } else if let actions = step["act"] {
            try act(actions.elements.isEmpty ? [actions] : actions.elements, of: app, by: player)
        } else {
            throw AttachedAppError(description: "the server asks for a step that this client does not know: \(step)")
        }
    }

    /// Lets apps do something at one instant, and calls the functions that actions stand for.
    private func act<Code>(_ actions: [Value], of app: AppUnderTest<Code>, by player: Player) throws {
        var rest = actions[...]
        while let bundleID = rest.first?["bundleID"]?.text {
            let group = rest.prefix { $0["bundleID"]?.text == bundleID }
            rest = rest.dropFirst(group.count)
            let plain = group.map { action in Value.object(action.members.filter { $0.name != "bundleID" }) }
            if plain.count == 1, bundleID == app.bundleID, let (name, function) = app.function(for: plain[0]),
                let body = function.call
            {
                _ = try player.run(on: self, named: name, after: plain[0], body)
            } else {
                _ = try input(["apps", bundleID, "actions"], plain.count == 1 ? plain[0] : .array(plain))
            }
        }
    }
}
