import ArgumentParser
import DeviceHost
import Foundation
import GreenroomServer
import HTTPAPI
import Logging
import NIOCore
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
            configuration = try ServerConfiguration(from: source, features: Program.features)
        } catch {
            throw Failure.exit("\(error)", code: Failure.usage)
        }
        LogHandling.bootstrap(configuration.logFormat, level: configuration.logLevel)
        let logger = Logger(label: "greenroom")
        for name in SettingSource.unknownVariables(in: environment, known: Self.knownVariables) {
            logger.warning("an environment variable is not a setting", metadata: ["variable": "\(name)"])
        }
        if let problem = configuration.problem { throw Failure.exit(problem, code: Failure.usage) }
        if configuration.isOpenToOthers {
            logger.warning("others can reach this server without a token", metadata: ["host": "\(configuration.host)"])
        }
        DescriptorLimit.raise(logger)
        do {
            let server = try Server(
                configuration,
                store: try await configuration.openStore(logger),
                logger: logger
            )
            try await server.run { addresses in
                FileHandle.standardOutput.write(Data(ReadyLine.text(addresses, configuration.logFormat).utf8))
                logger.notice("the server is ready", metadata: configuration.metadata(listeningOn: addresses))
            }
            logger.notice("the server has stopped")
        } catch let error as StoreOpeningError {
            throw Failure.exit("\(error)" + error.advice(configuration))
        } catch let error as any UnusableStore {
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
            throw Failure.exit("the devices for the start cannot be created: \(error.detail)")
        } catch let error as SettingError {
            throw Failure.exit("\(error)", code: Failure.usage)
        } catch let error as UnusableFile {
            throw Failure.exit("\(error)", code: Failure.usage)
        } catch let error as SeedError {
            throw Failure.exit("\(error)", code: Failure.usage)
        } catch {
            throw Failure.exit("the server ended: \(error)")
        }
    }
}

extension ServeCommand {
    /// The variables that mean something to this program.
    private static var knownVariables: [String] { Program.settings.map(\.variable) + [ServerOptions.variable] }
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
    /// What the log says of a server that is ready: which one it is, and how it is set.
    fileprivate func metadata(listeningOn addresses: ServerAddresses) -> Logger.Metadata {
        let build: Logger.Metadata = [
            "version": "\(ServiceVersion.current.service)", "kernel": "\(ServiceVersion.current.kernel)",
            "commit": "\(BuildInformation.commit)", "settings": .dictionary(given.mapValues { "\($0)" }),
        ]
        return build.merging(addresses.metadata) { $1 }
    }
}
