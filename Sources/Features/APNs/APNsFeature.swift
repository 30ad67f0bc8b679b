import DeviceHost
import Foundation
import GreenroomServer
import HTTPAPI
import ServiceLifecycle
import Telemetry

/// The settings of the listener.
struct APNsSettings: Sendable {
    static let table = APNsSettings()

    let port = Setting.optionalPort(
        "apns-port",
        "The port for clients of APNs; 0 takes a free one, and the ready line says which. Without it, the server does not listen for them."
    )

    let auth = Setting.choice(
        "apns-auth",
        ProviderTokenCheck.shape,
        "Whether provider tokens of APNs are not looked at, must look like one, or must be signed with a registered key."
    )

    let keys = Setting.path(
        "apns-keys",
        "A folder of providers' keys to register: AuthKey_ID.p8, or ID.pem with a public key.",
        accepted: "the path of a folder"
    )

    let names = Setting<[String]>(
        about: SettingDescription(
            name: "apns-names",
            summary: "More names and addresses for the certificate of the APNs listener than loopback and this host's.",
            defaultText: "none",
            accepted: "host names or addresses, separated by commas"
        ),
        defaultValue: [],
        parse: { text in
            let names = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            return names.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (33...126).contains($0) } } ? names : nil
        }
    )

    let certificate = Setting.path(
        "apns-certificate",
        "The certificate of the APNs listener and those of its issuers, in place of one that is made.",
        accepted: "the path of a file in PEM, with --apns-key"
    )

    let key = Setting.path(
        "apns-key",
        "The private key of that certificate.",
        accepted: "the path of a file in PEM, with --apns-certificate"
    )

    let rate = Setting<Int?>(
        about: SettingDescription(
            name: "apns-rate",
            summary: "How many pushes a device token may get in a minute; more are refused with TooManyRequests.",
            defaultText: "none",
            accepted: "a whole number from 1 to 1000000"
        ),
        defaultValue: nil,
        parse: { text in Int(text).flatMap { (1...1_000_000).contains($0) ? .some($0) : nil } }
    )

    let tokenUpdates = Setting.flag(
        "apns-token-updates",
        "Refuses a team's new provider token within 20 minutes of the last one, as APNs does."
    )
}

/// The Apple Push Notification service: a listener for its clients, and what the interface shows of them.
package struct APNsFeature: ServerFeature {
    package static let settings = Settings.rows(of: APNsSettings.table)
    package static let description = InterfaceDescription(Operation.apns, SchemaComponent.apns)
    package static let chinese = APNsSentences.chinese
    package static let metrics = MetricTable.rows(of: PushMetricTable.table)
    package static let problems = [ProblemCode.unknownKey]
    package static let listeners = [(listener: Listener.apns, port: APNsSettings.table.port)]

    private let core: ServerCore
    private let service: PushService
    /// What the listener needs of files; nil if there is none.
    private let files: APNsFiles?

    package static func problem(_ configuration: ServerConfiguration) -> String? {
        let table = APNsSettings.table
        guard configuration[table.port] != nil else { return nil }
        guard (configuration[table.certificate] == nil) == (configuration[table.key] == nil) else {
            return "\(table.certificate.about.option) and \(table.key.about.option) go together"
        }
        let isProtected = HostNames.isLoopback(configuration.host) || configuration[table.auth] == .verify
        guard !isProtected, !configuration.insecure else { return nil }
        return """
            others can reach the APNs listener on \(configuration.host), and no signature keeps them out: give \
            \(table.auth.about.option) verify, listen on 127.0.0.1, or say \(Settings.table.insecure.about.option)
            """
    }

    package static func findsDeviceTokens(_ configuration: ServerConfiguration) -> Bool {
        configuration[APNsSettings.table.port] != nil
    }

    package init(_ core: ServerCore) throws(UnusableFile) {
        self.core = core
        files = try APNsFiles(core)
        service = PushService(
            core.registry,
            settings: PushService.Settings(core.configuration),
            history: core.pushes,
            isServing: {
                switch core.readiness() {
                case .ready, .stopping: true
                case .starting, .readOnly: false
                }
            },
            metricsFactory: core.metrics,
            logger: core.logger
        )
        service.keys.add(given: files?.keys ?? [])
    }

    package var routes: [Route] {
        APNsEndpoints(service: service, bodyLimit: core.http.bodyLimit).routes
    }

    package func restore() async throws { try await service.restore() }

    package func follow(_ revisions: ItemRevisions) async throws { try await service.keys.refresh(to: revisions) }

    package func services(_ server: ServerInterface) -> [FeatureService] {
        let configuration = core.configuration
        guard let files, let port = configuration[APNsSettings.table.port] else { return [] }
        let listener = APNsListener(
            service,
            identity: { [registry = core.registry] in
                if let identity = files.identity { return identity }
                return try await ServerIdentity.make(names: configuration[APNsSettings.table.names], sharedIn: registry)
            },
            host: configuration.host,
            port: port,
            limits: ListenerLimits(core.http),
            requests: server.api.dependencies.requests,
            logger: core.logger,
            onRunning: { [service] channel, identity in
                server.began(.apns, on: channel, scheme: "https") { address in
                    service.listening.begin(at: address, authority: identity.authority)
                }
            }
        )
        return [FeatureService(.apns, at: configuration.address(on: port, scheme: "https"), listener)]
    }
}

extension Listener {
    /// Clients of APNs.
    static let apns = Listener(rawValue: "apns")
}

extension PushService.Settings {
    /// How requests of APNs are treated in a server.
    fileprivate init(_ configuration: ServerConfiguration) {
        self.init()
        let table = APNsSettings.table
        check = configuration[table.auth]
        rate = configuration[table.rate]
        limitsTokenUpdates = configuration[table.tokenUpdates]
        requestLimit = configuration.maxRequests
    }
}

extension ListenerLimits {
    /// The limits of the main listener.
    fileprivate init(_ settings: HTTPServerSettings) {
        self.init()
        connections = settings.maximumConnections
        idleTimeout = settings.idleTimeout
        writeTimeout = settings.writeTimeout
        bodyLimit = settings.bodyLimit
    }
}

/// What the server needs of files to listen for clients of APNs.
struct APNsFiles: Sendable {
    /// The certificate that it presents; nil for one of the authority that the servers of a database share.
    let identity: ServerIdentity?
    /// The keys to register.
    let keys: [ProviderKey]

    /// Reads or makes them; nil if nothing listens.
    ///
    /// - Throws: An error for a file that cannot be used.
    init?(_ core: ServerCore) throws(UnusableFile) {
        guard core.configuration[APNsSettings.table.port] != nil else { return nil }
        identity = try Self.identity(core)
        keys = try Self.providerKeys(core.configuration[APNsSettings.table.keys])
    }

    private static func identity(_ core: ServerCore) throws(UnusableFile) -> ServerIdentity? {
        let (configuration, table) = (core.configuration, APNsSettings.table)
        do {
            if let certificate = configuration[table.certificate], let key = configuration[table.key] {
                return try ServerIdentity.read(certificate: certificate, key: key)
            }
            guard !core.registry.isShared else { return nil }
            return try ServerIdentity.make(names: configuration[table.names], directory: configuration.dataDirectory)
        } catch {
            throw UnusableFile("the certificate of the APNs listener: \(error)")
        }
    }

    /// The keys in the folder, by their file names.
    private static func providerKeys(_ folder: String?) throws(UnusableFile) -> [ProviderKey] {
        guard let folder else { return [] }
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        } catch {
            throw UnusableFile("\(folder) cannot be read")
        }
        var keys: [ProviderKey] = []
        for name in names {
            guard let id = Self.keyID(ofFile: name) else { continue }
            let path = "\(folder)/\(name)"
            // What is in the file is not shown: it may be a private key.
            guard let pem = try? String(contentsOfFile: path, encoding: .utf8),
                let key = ProviderKey(keyID: id, pem: pem)
            else { throw UnusableFile("\(path) is not a key of P-256 in PEM") }
            keys.append(key)
        }
        return keys
    }

    /// The identifier of the key in a file: `AuthKey_ID.p8` or `ID.pem`; nil for other files.
    private static func keyID(ofFile name: String) -> String? {
        let prefix = "AuthKey_"
        if name.hasPrefix(prefix), name.hasSuffix(".p8") { return String(name.dropFirst(prefix.count).dropLast(3)) }
        return name.hasSuffix(".pem") && !name.hasPrefix(".") ? String(name.dropLast(4)) : nil
    }
}
