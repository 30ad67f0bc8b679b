import DeviceHost
import Foundation
import HTTPAPI
import LifecycleKernel
import Reports
import WireFormat

// How a session is opened: its device, its apps, its app under test. Nothing is left behind if it cannot be.
extension DriverCore {
    /// Opens a session of Appium.
    ///
    /// - Throws: `session not created`.
    func open(_ body: Arguments) async throws -> Session {
        let capabilities = try Capabilities(body)
        let request = try SessionRequest(capabilities)
        return try await open(request, id: RandomID.lowerCase(), .appium, capabilities.merged)
    }

    /// Opens a session of WebDriverAgent, which ends the one that its device has. Of several at once, the last one stays.
    ///
    /// - Throws: As `open`.
    func openAgentSession(_ body: Arguments, on device: DeviceID) async throws -> Session {
        let request = try SessionRequest(agentBody: body, device: device.description)
        return try await agentTurns.take(for: device.description) {
            if let active = try await sessions.active(on: device) { try await end(active) }
            return try await open(request, id: RandomID.upperCase(), .wda, .object([]))
        }
    }

    private func open(_ request: SessionRequest, id: String, _ dialect: Dialect, _ asked: Value) async throws -> Session
    {
        do {
            try await sessions.reserve()
        } catch {
            throw DriverError(describing: error).with(.sessionNotCreated)
        }
        do {
            return try await make(request, id: id, dialect, asked)
        } catch {
            sessions.giveUp()
            throw DriverError(describing: error).with(.sessionNotCreated)
        }
    }

    private func make(_ request: SessionRequest, id: String, _ dialect: Dialect, _ asked: Value) async throws -> Session
    {
        let preparation = try Preparation(request)
        let (device, isNew) = try await device(request, session: id, asked)
        do {
            let driver = driver(device)
            let session = try await make(request, preparation, id: id, dialect, asked, on: driver, isNew: isNew)
            try await sessions.add(session)
            return session
        } catch {
            if isNew { await delete(device) }
            throw error
        }
    }

    private func make(
        _ request: SessionRequest,
        _ preparation: Preparation,
        id: String,
        _ dialect: Dialect,
        _ asked: Value,
        on driver: DeviceDriver,
        isNew: Bool
    ) async throws -> Session {
        let identity = try await identity(of: driver.id)
        let before = try await driver.situation()
        let reports = try await driver.reportIDs()
        let bundleID = preparation.bundleID
        try await driver.check(preparation, request)
        try await driver.perform(preparation)
        let launch = try await driver.begin(request, preparation)
        if Session.answersAlerts(asked) { try await driver.closeAlerts() }
        let after = try await driver.situation()
        var state = Session.State(syslogEnd: before.sequence, reports: reports, lastCommand: wall.now)
        if let launch, let bundleID {
            state.launches[bundleID] = launch
            state.watched = launch.pid
        }
        let app: AppStatus? = if let bundleID { try await driver.installedApp(bundleID) } else { nil }
        return Session(
            id: id,
            dialect: dialect,
            device: driver.id,
            identity: identity,
            bundleID: bundleID,
            capabilities: dialect == .appium
                ? request.answer(asked, driver.id, after, isNew: isNew) : after.agentCapabilities(of: app),
            teardown: Session.Teardown(
                endsApp: request.endsApp,
                deletesDevice: request.device == .own && !request.keepsDevice
            ),
            commandTimeout: request.commandTimeout > 0 ? .milliseconds(request.commandTimeout.count) : nil,
            created: wallMilliseconds,
            state: state
        )
    }

    // MARK: The device

    private func device(
        _ request: SessionRequest,
        session: String,
        _ asked: Value
    ) async throws -> (id: DeviceID, isNew: Bool) {
        switch request.device {
        case .own: return (try await create(request, "appium-\(session)", session), true)
        case .named(let udid, let creates):
            let name = udid.lowercased()
            if let id = DeviceID(name), try await exists(id) {
                let refused = SessionRequest.ofNewDevices.filter { asked[$0] != nil }
                guard refused.isEmpty else {
                    throw Capabilities.refused(
                        "The device \(id) exists, so \(refused.joined(separator: ", ")) cannot be given."
                    )
                }
                return (id, false)
            }
            guard creates else {
                throw Capabilities.refused(
                    """
                    Unknown device or simulator UDID: '\(udid.prefix(bytes: 64))'. Leave 'appium:udid' out for a device of the \
                    session's own, or add "greenroom:createDevice": true.
                    """
                )
            }
            return (try await create(request, name, session), true)
        }
    }

    /// Which of the devices that have had an id has it now.
    func identity(of id: DeviceID) async throws -> Session.DeviceIdentity {
        if registry.isShared {
            if let number = try await registry.numbers(of: [id])[id] { return .number(number) }
        } else if let life = registry.life(of: id) {
            return .life(life)
        }
        throw HostError.unknownDevice(id)
    }

    private func exists(_ id: DeviceID) async throws -> Bool {
        do throws(HostError) {
            _ = try await registry.device(id)
            return true
        } catch .unknownDevice {
            return false
        }
    }

    /// What an own device lives longer than its session may be silent, in seconds: it must not be there for ever after a
    /// crash of the server.
    private static let expiryMargin: Int64 = 3_600
    /// The silence reckoned with where a session has no limit, in seconds.
    private static let longestSilence: Int64 = 86_400
    /// The longest silence that is kept for, in seconds: ten years.
    private static let longestExpiry: Int64 = 315_360_000

    private func create(_ request: SessionRequest, _ name: String, _ session: String) async throws -> DeviceID {
        let given = request.commandTimeout.count / 1_000
        let silence = given > 0 ? min(given, Self.longestExpiry) : Self.longestSilence
        var fields = request.newDevice.setting("id", to: .string(name))
        if request.device == .own, !request.keepsDevice {
            fields = fields.setting("expiresAfterSeconds", to: .integer(Self.expiryMargin + silence))
        }
        var labels = fields["labels"] ?? .object([])
        if labels["appium"] == nil { labels = labels.setting("appium", to: .string(session)) }
        fields = fields.setting("labels", to: labels)
        return try await registry.create(try NewDevice(fields, at: "")).id
    }
}

extension DeviceDriver {
    /// Launches the app under test of a request, and shows the home screen if there is none.
    ///
    /// - Returns: What it was launched with; nil if it was not.
    /// - Throws: If it is not installed, or not alive afterwards.
    fileprivate func begin(_ request: SessionRequest, _ preparation: Preparation) async throws -> Session.Launch? {
        guard let bundleID = preparation.bundleID else {
            if request.unlocks, try await situation().front != nil { try await send(.home) }
            return nil
        }
        guard request.launches else { return nil }
        guard try await installedApp(bundleID) != nil else { throw Self.notInstalled(bundleID) }
        if request.unlocks { try await unlock() }
        if request.isReset { try await reinstall(bundleID) }
        if request.isForced { try await terminate(bundleID) }
        let isNew = try await app(bundleID).pid == nil
        if isNew { try await launch(bundleID, arguments: request.arguments) } else { try await activate(bundleID) }
        if let url = request.url { try await open(url, in: nil) }
        guard let pid = try await app(bundleID).pid else {
            throw DriverError(
                .sessionNotCreated,
                "The application '\(bundleID)' has ended since it was launched.",
                data: try await app(bundleID).lastExit?.value
            )
        }
        return Session.Launch(
            pid: pid,
            arguments: isNew ? request.arguments : [],
            environment: isNew ? request.environment : .object([])
        )
    }

    /// The reports that the system has written, by name.
    func reportIDs() async throws -> Set<String> { Set(try await reports().map(\.reportID)) }

    /// The ends of processes of which the system has written reports, oldest first.
    func reports() async throws -> [Incident] {
        var incidents: [Incident] = []
        for app in try await situation().apps {
            incidents += try await registry.incidents(of: app.bundleID, on: id).value
        }
        return incidents.sorted { ($0.endedAt, $0.pid) < ($1.endedAt, $1.pid) }
    }
}

extension SessionRequest {
    /// The capabilities that a client of Appium is answered: those that it asked for, and what has become of them.
    fileprivate func answer(_ asked: Value, _ device: DeviceID, _ situation: DeviceSituation, isNew: Bool) -> Value {
        let usual: [(String, Value)] = [
            ("appium:automationName", "XCUITest"), ("appium:deviceName", .string(situation.settings.model.rawValue)),
            ("appium:platformVersion", .string(situation.settings.profile.platformVersion)),
        ]
        let added: [(String, Value)] = [
            ("platformName", "iOS"), ("appium:udid", .string(device.description)),
            ("greenroom:rules", .string(situation.settings.profile.rawValue)),
            ("greenroom:clock", .string(situation.settings.clock.mode.rawValue)),
            ("greenroom:createdDevice", .bool(isNew)),
        ]
        // A URL of BiDi is a promise that is not kept here.
        var answer = asked
        if case .object(let members) = asked { answer = .object(members.filter { $0.name != "webSocketUrl" }) }
        for (name, value) in usual where answer[name] == nil { answer = answer.setting(name, to: value) }
        for (name, value) in added { answer = answer.setting(name, to: value) }
        return answer
    }
}

extension DeviceSituation {
    /// The capabilities that a client of WebDriverAgent is answered.
    fileprivate func agentCapabilities(of app: AppStatus?) -> Value {
        [
            "device": .string(settings.model.rawValue.lowercased()),
            "browserName": .string(app?.manifest.name ?? " "),
            "sdkVersion": .string(settings.profile.platformVersion),
            "CFBundleIdentifier": app.map { .string($0.manifest.bundleID.rawValue) } ?? .null,
        ]
    }
}

/// The ids of sessions: UUIDs.
enum RandomID {
    /// As Appium writes them.
    static func lowerCase() -> String { UUID().uuidString.lowercased() }

    /// As WebDriverAgent writes them.
    static func upperCase() -> String { UUID().uuidString.uppercased() }
}
