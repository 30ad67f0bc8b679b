import ArgumentParser
import DeviceHost
import Foundation
import HTTPAPI
import Logging
import NIOCore
import PostgreSQLStore
import SQLiteStore

/// Runs the server.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Runs the server until SIGTERM or SIGINT.",
        discussion: """
            Every option is also an environment variable; the option counts when both are given. When the server \
            accepts connections it prints one line on standard output: greenroom ready on http://127.0.0.1:8080, then \
            the addresses of other listeners, such as appium=http://127.0.0.1:4723. With --log-format json that line is an \
            object, whose message says this, with the address in a field. Log lines go to standard error. \
            Exit code 0 after a signal, 1 when it cannot listen or use the store, 64 when a setting or a file of the \
            seed folder is wrong, or it would be open to everybody.
            """
    )

    @OptionGroup var options: ServeOptions

    func run() async throws {
        let environment = ProcessInfo.processInfo.environment
        let source = SettingSource(arguments: options.given, environment: environment)
        let configuration: ServerConfiguration
        do {
            configuration = try ServerConfiguration(from: source)
        } catch {
            throw Failure.exit("\(error)", code: Failure.usage)
        }
        LogHandling.bootstrap(configuration.logFormat, level: configuration.logLevel)
        let logger = Logger(label: "greenroom")
        for name in SettingSource.unknownVariables(in: environment) {
            logger.warning("an environment variable is not a setting", metadata: ["variable": "\(name)"])
        }
        if let problem = configuration.problem { throw Failure.exit(problem, code: Failure.usage) }
        if configuration.isOpenToOthers {
            logger.warning("others can reach this server without a token", metadata: ["host": "\(configuration.host)"])
        }
        for host in configuration.database?.unprotectedHosts ?? [] {
            logger.warning(
                "the connection to the database is not encrypted; sslmode=verify-full in its URL asks for that",
                metadata: ["host": "\(host)"]
            )
        }
        DescriptorLimit.raise(logger)
        do {
            let server = Server(
                configuration,
                store: try await configuration.openStore(),
                apns: try configuration.apnsFiles(),
                logger: logger
            )
            try await server.run { addresses in
                FileHandle.standardOutput.write(Data(ReadyLine.text(addresses, configuration.logFormat).utf8))
                logger.notice("the server is ready", metadata: configuration.metadata(listeningOn: addresses))
            }
            logger.notice("the server has stopped")
        } catch let error as StoreOpeningError {
            throw Failure.exit("\(error)" + error.advice(configuration))
        } catch let error as DatabaseOpeningError {
            throw Failure.exit("\(error)")
        } catch let error as RecoveryError {
            guard let directory = configuration.dataDirectory else {
                throw Failure.exit("the database cannot be read: \(error.reason)")
            }
            throw Failure.exit("the store in \(directory) cannot be read: \(error.reason); greenroom check says more")
        } catch let error as IOError {
            throw Failure.exit("cannot listen on \(configuration.address(on: configuration.port)): \(error.briefly)")
        } catch let error as FacadeListenerError {
            throw Failure.exit("cannot listen on \(error.address): \(error.error.briefly)")
        } catch let error as HostError {
            throw Failure.exit("the devices of the start cannot be made: \(error.detail)")
        } catch let error as APNsFilesError {
            throw Failure.exit("\(error)", code: Failure.usage)
        } catch let error as SeedError {
            throw Failure.exit("\(error)", code: Failure.usage)
        } catch {
            throw Failure.exit("the server ended: \(error)")
        }
    }
}

extension StoreOpeningError {
    /// What can be done about a damaged store, as the end of a line.
    fileprivate func advice(_ configuration: ServerConfiguration) -> String {
        guard case .damaged = self else { return "" }
        let option = Settings.table.acceptDamage.about.option
        return "; restore a backup" + (configuration.acceptDamage ? "" : ", or look at it with \(option)")
    }
}

extension ServerConfiguration {
    /// Why a server with this configuration is not started; nil if it may be.
    var problem: String? {
        opennessProblem ?? originsProblem ?? readOnlyTokenProblem ?? portsProblem ?? storeProblem ?? directoryProblem
            ?? durabilityProblem ?? apnsProblem ?? otlpProblem
    }

    /// What the log says of a server that is ready: which one it is, and how it is set.
    fileprivate func metadata(listeningOn addresses: ServerAddresses) -> Logger.Metadata {
        let build: Logger.Metadata = [
            "version": "\(ServiceVersion.current.service)", "kernel": "\(ServiceVersion.current.kernel)",
            "commit": "\(BuildInformation.commit)", "settings": .dictionary(given.mapValues { "\($0)" }),
        ]
        return build.merging(addresses.metadata) { $1 }
    }

    /// Why a server that is open to others is not started; nil if it may be.
    var opennessProblem: String? {
        guard isOpenToOthers, !self.insecure else { return nil }
        return """
            others can reach a server on \(self.host), and no token keeps them out: give one with \
            \(Settings.table.tokenFile.about.variable), listen on 127.0.0.1, or say \(Settings.table.insecure.about.option)
            """
    }

    /// Why a server with this token that may only read is not started; nil if it may be.
    var readOnlyTokenProblem: String? {
        guard let readOnlyToken else { return nil }
        let (option, full) = (Settings.table.readOnlyToken.about.option, Settings.table.token.about.option)
        guard let token else { return "\(option) needs \(full): without it everybody may change everything" }
        return readOnlyToken == token ? "\(option) must differ from \(full)" : nil
    }

    /// Why a server cannot listen on these ports; nil if it may try.
    var portsProblem: String? {
        let table = Settings.table
        var options: [Int: String] = [:]
        for (setting, port) in [
            (table.port.about, self.port), (table.appiumPort.about, self.appiumPort),
            (table.wdaPort.about, self.wdaPort), (table.apnsPort.about, self.apnsPort),
        ] {
            // Port 0 is any that is free.
            guard let port, port != 0 else { continue }
            if let other = options.updateValue(setting.option, forKey: port) {
                return "\(other) and \(setting.option) are both \(port): each needs a port of its own"
            }
        }
        return nil
    }

    /// Why a server does not keep devices in two stores; nil if it has one or none.
    var storeProblem: String? {
        guard self.dataDirectory != nil, self.database != nil else { return nil }
        let (directory, database) = (Settings.table.dataDirectory.about.option, Settings.table.database.about.option)
        return "\(directory) and \(database) are both given: devices are kept in a directory or in a database"
    }

    /// Why a server with a database is not started that is given a setting of a store of its own; nil if it may be.
    var directoryProblem: String? {
        guard self.database != nil else { return nil }
        let table = Settings.table
        let own = [
            table.durability.about, table.acceptDamage.about, table.maxStoreBytes.about, table.inputsPerDevice.about,
        ]
        guard let given = own.first(where: { texts[$0.name] != nil }) else { return nil }
        return """
            \(given.option) has no effect with \(table.database.about.option): leave it out. It is about devices that one server \
            keeps for itself
            """
    }

    /// Why a server that is to survive a loss of power is not started; nil if it may be.
    var durabilityProblem: String? {
        guard self.durability == .power, self.dataDirectory == nil else { return nil }
        let table = Settings.table
        return """
            \(table.durability.about.option) power needs \(table.dataDirectory.about.option): without a data directory nothing \
            survives the end of the server
            """
    }

    /// Why a server that the pages of every site may use is not started; nil if it may be.
    var originsProblem: String? {
        guard self.allowedOrigins == .any, token == nil else { return nil }
        return """
            \(Settings.table.allowedOrigins.about.option) * lets the pages of every site use this server, and no token \
            keeps them out: give one with \(Settings.table.tokenFile.about.variable), or name the origins
            """
    }
}
