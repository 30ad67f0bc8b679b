import HTTPAPI
import SQLiteStore

extension ServerConfiguration {
    /// Why a server with this configuration is not started; nil if it may be.
    package var problem: String? {
        opennessProblem ?? originsProblem ?? readOnlyTokenProblem ?? portsProblem
            ?? features.lazy.compactMap { $0.problem(self) }.first ?? durabilityProblem
    }

    /// Why a server that is open to others is not started; nil if it may be.
    package var opennessProblem: String? {
        guard isOpenToOthers, !self.insecure else { return nil }
        return """
            others can reach a server on \(self.host), and no token keeps them out: give one with \
            \(Settings.table.tokenFile.about.variable), listen on 127.0.0.1, or say \(Settings.table.insecure.about.option)
            """
    }

    /// Why a server with this token that may only read is not started; nil if it may be.
    package var readOnlyTokenProblem: String? {
        guard let readOnlyToken else { return nil }
        let (option, full) = (Settings.table.readOnlyToken.about.option, Settings.table.token.about.option)
        guard let token else { return "\(option) needs \(full): without it everybody may change everything" }
        return readOnlyToken == token ? "\(option) must differ from \(full)" : nil
    }

    /// Why a server cannot listen on these ports; nil if it may try.
    package var portsProblem: String? {
        var options: [Int: String] = [:]
        let main = (Settings.table.port.about, Optional(self.port))
        let others = features.flatMap { $0.listeners }.map { ($0.port.about, self[$0.port]) }
        for (setting, port) in [main] + others {
            // Port 0 is any that is free.
            guard let port, port != 0 else { continue }
            if let other = options.updateValue(setting.option, forKey: port) {
                return "\(other) and \(setting.option) are both \(port): each needs a port of its own"
            }
        }
        return nil
    }

    /// Why a server that is to survive a loss of power is not started; nil if it may be.
    package var durabilityProblem: String? {
        guard self.durability == .power, self.dataDirectory == nil else { return nil }
        let table = Settings.table
        return """
            \(table.durability.about.option) power needs \(table.dataDirectory.about.option): without a data directory nothing \
            survives the end of the server
            """
    }

    /// Why a server that the pages of every site may use is not started; nil if it may be.
    package var originsProblem: String? {
        guard self.allowedOrigins == .any, token == nil else { return nil }
        return """
            \(Settings.table.allowedOrigins.about.option) * lets the pages of every site use this server, and no token \
            keeps them out: give one with \(Settings.table.tokenFile.about.variable), or name the origins
            """
    }
}
