import ArgumentParser
import Dashboard
import Explorations
import GreenroomServer
import SmallFeatures
import WebDriver

#if APNs
import APNs
#endif
#if Outgoing
import OpenTelemetryExport
import Webhooks
#endif
#if PostgreSQL
import PostgreSQLStore
#endif

/// The features of this program: the only place that names them.
package enum Features {
    /// All, in the order in which their settings are listed and their services start.
    package static let all: [any ServerFeature.Type] = {
        var features: [any ServerFeature.Type] = [
            DashboardFeature.self,
            MCPFeature.self,
        ]
        #if PostgreSQL
        features.append(PostgreSQLFeature.self)
        #endif
        #if Outgoing
        features += [WebhooksFeature.self, OpenTelemetryFeature.self]
        #endif
        features += [ExplorationsFeature.self, WebDriverFeature.self]
        #if APNs
        features.append(APNsFeature.self)
        #endif
        return features
    }()

    /// Commands of the core, and after each those of features that follow it in the help.
    static func adding(to core: [any ParsableCommand.Type]) -> [any ParsableCommand.Type] {
        let added = all.flatMap { $0.commands }
        return core.flatMap { command in
            [command] + added.filter { $0.predecessor == command.configuration.commandName }.map(\.type)
        }
    }

    /// What the settings and commands of features begin with that can be left out of a build, and are.
    private static let missing: [(trait: String, beginnings: [String])] = {
        var missing: [(trait: String, beginnings: [String])] = []
        #if !APNs
        missing.append(("APNs", ["apns-"]))
        #endif
        #if !Outgoing
        missing.append(("Outgoing", ["webhook-", "otlp-"]))
        #endif
        #if !PostgreSQL
        missing.append(("PostgreSQL", ["database", "migrate", "import"]))
        #endif
        return missing
    }()

    /// What is asked of a feature that was left out of this build, and the command that builds it in; nil if nothing is.
    ///
    /// - Parameters:
    ///   - arguments: The arguments of the command line.
    ///   - environment: The variables that may be settings.
    static func absence(in arguments: [String], _ environment: [String: String]) -> String? {
        absence(in: arguments, environment, missing)
    }

    static func absence(
        in arguments: [String],
        _ environment: [String: String],
        _ missing: [(trait: String, beginnings: [String])]
    ) -> String? {
        guard let command = arguments.first else { return nil }
        let options = command == "serve" ? arguments.filter { $0.hasPrefix("--") } : []
        let variables = command == "serve" ? environment.keys.sorted() : []
        for (trait, beginnings) in missing {
            let found = beginnings.lazy.compactMap { beginning -> String? in
                let variable = SettingSource.variablePrefix + beginning.uppercased().replacing("-", with: "_")
                return options.first { $0.hasPrefix("--" + beginning) } ?? variables.first { $0.hasPrefix(variable) }
                    ?? (command == beginning ? command : nil)
            }.first
            guard let found else { continue }
            let name = found.prefix { $0 != "=" }
            return "\(name) needs \(trait), which was left out of this build: make run FEATURES=all has it"
        }
        return nil
    }
}

/// docs/operating.md, whose tables of settings and metrics are made from their rows.
package enum OperatingGuide {
    /// Returns the page with the rows of these tables generated again; nil if the page lacks one of the tables.
    package static func updated(in page: String) -> String? {
        SettingsTable.updated(in: page, features: Features.all)
            .flatMap { MetricsGuide.updated(in: $0, features: Features.all) }
    }
}
