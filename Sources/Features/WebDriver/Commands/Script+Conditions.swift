import DeviceHost
import Foundation
import HTTPAPI
import LifecycleKernel
import WireFormat

// The scripts about conditions, permissions, pushes and locations.
extension Script {
    static let conditions: [Script] = [
        Script("mobile: pushNotification", ["bundleId", "payload"], run: push),
        Script("mobile: sendMemoryWarning", ["bundleId"], run: warnOfMemory),
        Script("mobile: listConditionInducers") { try await Inducer.list($0) },
        Script("mobile: enableConditionInducer", ["conditionID", "profileID"], run: induce),
        Script("mobile: disableConditionInducer", run: endInducing),
        Script("mobile: setPermission", ["bundleId", "access"], run: setPermission),
        Script("mobile: setSimulatedLocation", ["latitude", "longitude"], run: setLocation),
        Script("mobile: getSimulatedLocation", run: location),
        Script("mobile: resetSimulatedLocation") { call in
            try await call.core.simulations.set(nil, of: call.device)
            return .null
        },
        Script("mobile: simctl", ["command"], optional: ["args"], run: simctl),
    ]

    /// A push past APNs, straight to the device, as `simctl push` sends it. It gets an apns-id, by which it is found.
    @Sendable private static func push(_ call: Call) async throws -> Value {
        let bundleID = try call.arguments.bundleID()
        let payload = try call.arguments.object("payload")
        guard case .object? = payload["aps"] else {
            throw DriverError(.invalidArgument, "'payload' must have the member 'aps', an object.")
        }
        // Read as the interface reads it, so that a payload that is too large is refused here too.
        let event: Value = [
            "type": "push.deliver", "bundleID": .string(bundleID.rawValue), "payload": payload,
            "apnsID": .string(UUID().uuidString.lowercased()),
        ]
        let outcome = try await call.driver.send(try Event(event, at: ""))
        await call.core.api.dependencies.pushes.note(outcome)
        return .null
    }

    @Sendable private static func warnOfMemory(_ call: Call) async throws -> Value {
        let bundleID = try call.arguments.bundleID()
        guard try await call.driver.app(bundleID).pid != nil else {
            throw DriverError(.invalidArgument, "The app '\(bundleID)' is not running.")
        }
        let event: Value = ["type": "app.memoryWarning", "bundleID": .string(bundleID.rawValue)]
        try await call.driver.send(try Event(event, at: ""))
        return .null
    }

    @Sendable private static func induce(_ call: Call) async throws -> Value {
        let condition = try call.arguments.string("conditionID")
        let profile = try call.arguments.string("profileID")
        guard let inducer = Inducer.all.first(where: { $0.condition == condition && $0.profile == profile }) else {
            let known = Inducer.all.map { "\($0.condition)/\($0.profile)" }.joined(separator: ", ")
            throw DriverError(
                .invalidArgument,
                "There is no such condition. These conditions can be induced: \(known)."
            )
        }
        let before = try await call.driver.situation().conditions
        let induced = Simulations.Induced(condition: condition, profile: profile, ending: inducer.ending(before))
        guard try await call.core.simulations.begin(induced, on: call.device) else {
            throw DriverError(.unknownError, "A condition is already induced. Disable it first.")
        }
        do {
            try await call.driver.send(.condition(inducer.event))
        } catch {
            _ = try await call.core.simulations.end(on: call.device)
            throw error
        }
        return .bool(true)
    }

    @Sendable private static func endInducing(_ call: Call) async throws -> Value {
        guard let induced = try await call.core.simulations.end(on: call.device) else { return .bool(false) }
        try await call.driver.send(.condition(induced.ending))
        return .bool(true)
    }

    @Sendable private static func setPermission(_ call: Call) async throws -> Value {
        let bundleID = try call.arguments.bundleID()
        guard case .object(let access) = try call.arguments.object("access") else { return .null }
        // Read as the interface reads it, so that what is no permission is refused here too; all of them before the first.
        let events = try access.map { member in
            let event: Value = [
                "type": "app.changePermission", "bundleID": .string(bundleID.rawValue),
                "permission": .string(member.name),
            ]
            return try Event(event, at: "")
        }
        for event in events { try await call.driver.send(event) }
        return .null
    }

    @Sendable static func location(_ call: Call) async throws -> Value {
        let location = try await call.core.simulations.location(of: call.device)
        return [
            "latitude": location.map { Value($0.latitude) } ?? .null,
            "longitude": location.map { Value($0.longitude) } ?? .null,
        ]
    }

    @Sendable static func setLocation(_ call: Call) async throws -> Value {
        let location = Simulations.Location(
            latitude: try call.arguments.number("latitude"),
            longitude: try call.arguments.number("longitude")
        )
        guard abs(location.latitude) <= 90, abs(location.longitude) <= 180 else {
            throw DriverError(
                .invalidArgument,
                "The latitude must be from -90 to 90, and the longitude from -180 to 180."
            )
        }
        for app in try await call.core.registry.apps(on: call.device).value
        where app.manifest.infoPlist.backgroundModes.contains("location") {
            try await call.driver.send(.wake(app.manifest.bundleID, .locationUpdate))
        }
        try await call.core.simulations.set(location, of: call.device)
        return .null
    }

    // MARK: simctl

    @Sendable private static func simctl(_ call: Call) async throws -> Value {
        let command = try call.arguments.string("command")
        let words = try call.arguments.optionalStrings("args") ?? []
        func word(_ index: Int, _ name: String) throws(DriverError) -> String {
            guard words.indices.contains(index) else {
                throw DriverError(.invalidArgument, "'simctl \(command)' needs '\(name)' in 'args'.")
            }
            return words[index]
        }
        var output = ""
        switch command {
        case "launch":
            let bundleID = BundleID(try word(0, "the bundle identifier"))
            let arguments = Array(words.dropFirst())
            try await call.requireRoom(for: bundleID, arguments)
            guard try await call.driver.prepare(bundleID) else { break }
            let isNew = try await call.driver.app(bundleID).pid == nil
            try await call.driver.launch(bundleID, arguments: arguments)
            try await call.launched(bundleID, isNew ? (arguments, .object([])) : nil)
            if let pid = try await call.driver.app(bundleID).pid { output = "\(bundleID): \(pid)\n" }
        case "terminate": _ = try await call.terminate(BundleID(try word(0, "the bundle identifier")))
        case "openurl": try await call.driver.open(try word(0, "the URL"), in: nil)
        case "uninstall":
            let bundleID = BundleID(try word(0, "the bundle identifier"))
            try await call.core.sessions.removeApp(bundleID, on: call.device)
            _ = try await call.driver.uninstall(bundleID)
        case "privacy":
            guard ["grant", "revoke", "reset"].contains(try word(0, "grant, revoke or reset")) else {
                throw DriverError(.invalidArgument, "'simctl privacy' takes grant, revoke or reset.")
            }
            let event: Value = [
                "type": "app.changePermission", "permission": .string(try word(1, "the service")),
                "bundleID": .string(try word(2, "the bundle identifier")),
            ]
            try await call.driver.send(try Event(event, at: ""))
        case "shutdown": try await call.driver.send(.powerOff)
        case "boot": try await call.driver.send(.powerOn)
        default:
            throw DriverError(
                .unsupportedOperation,
                """
                'simctl \(command.prefix(bytes: 60))' means nothing here; launch, terminate, openurl, uninstall, privacy, shutdown \
                and boot do.
                """
            )
        }
        return ["stdout": .string(output), "stderr": "", "code": 0]
    }
}

/// A condition that can be induced: a row.
struct Inducer: Sendable {
    let condition: String
    let profile: String
    let name: String
    /// What it does.
    let event: ConditionEvent

    static let all = [
        Inducer(
            condition: "SlowNetworkCondition",
            profile: "SlowNetwork100PctLoss",
            name: "100% Loss",
            event: .setNetwork(.none)
        ),
        Inducer(condition: "ThermalCondition", profile: "ThermalFair", name: "Fair", event: .setThermalState(.fair)),
        Inducer(
            condition: "ThermalCondition",
            profile: "ThermalSerious",
            name: "Serious",
            event: .setThermalState(.serious)
        ),
        Inducer(
            condition: "ThermalCondition",
            profile: "ThermalCritical",
            name: "Critical",
            event: .setThermalState(.critical)
        ),
    ]

    /// What puts back the conditions that were before.
    func ending(_ before: Conditions) -> ConditionEvent {
        if case .setNetwork = event { return .setNetwork(before.network) }
        return .setThermalState(before.thermalState)
    }

    /// The conditions that can be induced, as `listConditionInducers` tells them.
    static func list(_ call: Call) async throws -> Value {
        let active = try await call.core.simulations.induced(on: call.device)
        var conditions: [String] = []
        for inducer in all where !conditions.contains(inducer.condition) { conditions.append(inducer.condition) }
        return .array(
            conditions.map { condition in
                let isActive = active?.condition == condition
                return [
                    "identifier": .string(condition), "isActive": .bool(isActive), "isInternal": false,
                    "profilesSorted": true, "isDestructive": false,
                    "activeProfile": .string(isActive ? active?.profile ?? "" : ""),
                    "profiles": .array(
                        all.filter { $0.condition == condition }.map {
                            [
                                "identifier": .string($0.profile), "name": .string($0.name),
                                "description": .string($0.name),
                            ]
                        }
                    ),
                ]
            }
        )
    }
}
