import LifecycleKernel
import Simulation
import WireFormat

@testable import Explorer

/// Inputs of every type that an exploration may add, drawn at random.
enum AddedInputs {
    /// The apps that they are about.
    static let apps: [BundleID] = ["app.a", "app.b"]

    /// The types of events and the actions.
    static let types = Event.knownTypes + Action.knownNames

    /// Some inputs of each type.
    static let examples: [String: [Input]] = {
        var random = SplitMix64(seed: 1)
        let device = Device(DeviceSettings(), at: .manualStart)
        var examples = named
        for _ in 0..<60_000 {
            let input = random.input(for: device)
            guard let type = input.addedType, examples[type, default: []].count < 12 else { continue }
            examples[type, default: []].append(input)
        }
        return examples
    }()

    /// Identifiers of pushes.
    static let identifiers = ["6a5b9a26-1b6d-4cc8-a5b8-0a5c6c1f3e01", "6a5b9a26-1b6d-4cc8-a5b8-0a5c6c1f3e02"]

    /// Inputs that name something by an instant, a number or an identifier, which chance seldom draws.
    private static let named: [String: [Input]] = {
        let soon: Instant = .manualStart + 40_000
        let push = { (id: String) in
            RemoteNotification(
                bundleID: "app.a",
                payload: ["aps": ["alert": "hello"]],
                collapseID: "score",
                expiresAt: id == identifiers[0] ? soon : nil,
                apnsID: id
            )
        }
        return [
            "push.deliver": identifiers.map { .event(.push(push($0))) },
            "voip.push": [
                .event(.wake("app.a", .voipPush(VoIPPush(expiresAt: soon, apnsID: identifiers[0], isStorable: true))))
            ],
            "setAlarm": [.action("app.a", .setAlarm(.at(soon)))],
            "app.tapNotification": [
                .event(.app("app.a", .tapNotification(notificationID: identifiers[0], actionIdentifier: nil)))
            ],
            "edit": [.action("app.a", .edit(count: 1, scene: 2))],
            "save": [.action("app.a", .save(count: 1))],
            "completeFetch": [.action("app.a", .completeFetch(.newData, callback: 8))],
        ]
    }()

    /// A letter for each of so many types, from one of the list of all on.
    ///
    /// - Parameter random: What the examples are drawn from.
    static func letters(from place: Int, count: Int, _ random: inout SplitMix64) throws -> [AddedLetter] {
        try (place..<place + count).map { place in
            let type = types[place % types.count]
            let inputs = examples[type] ?? []
            var letter = inputs[Int(random.next() % UInt64(inputs.count))].step
            // Some letters are several inputs at one instant.
            if let event = letter["send"], random.next() % 4 == 0 {
                letter = ["send": [event, ["type": "device.unlock"]]]
            }
            return try AddedLetter(letter.setting("name", to: .string("added \(type)")), at: "")
        }
    }
}

extension Input {
    /// The type of an event or the action, of one that an exploration may add about the apps; nil for any other input.
    fileprivate var addedType: String? {
        switch self {
        case .event(let event):
            if case .string(let app)? = event.value["bundleID"], !AddedInputs.apps.contains(BundleID(app)) {
                return nil
            }
            return event.typeName
        case .action(let app, let action, of: nil):
            guard AddedInputs.apps.contains(app), case .string(let name)? = action.value["action"] else { return nil }
            return name
        default: return nil
        }
    }

    /// The step of a scenario that does it.
    fileprivate var step: Value {
        switch self {
        case .event(let event): ["send": event.value]
        case .action(let app, let action, _): ["act": action.value.setting("bundleID", to: .string(app.rawValue))]
        default: .object([])
        }
    }
}
