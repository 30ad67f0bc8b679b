import Logging
import TestKit
import Testing

@testable import Greenroom

@Suite("The database of a journal, as a setting") struct DatabaseSettingsTests {
    private static let url = "postgres://greenroom:secret-word@127.0.0.1:1/devices"

    private func configuration(
        _ arguments: [String: String],
        _ environment: [String: String] = [:]
    ) throws -> ServerConfiguration {
        try ServerConfiguration(from: SettingSource(arguments: arguments, environment: environment))
    }

    @Test("is accepted only as a URL of PostgreSQL's, and is not shown where it is refused")
    func accepted() throws {
        for text in ["", "secret-word", "mysql://secret-word@b/c", "postgres://"] {
            let error = #expect(throws: SettingError.self) { try configuration(["journal": text]) }
            #expect(error?.description.contains("secret-word") == false)
            #expect(error?.description.hasPrefix("--journal: its value is not accepted") == true)
        }
    }

    @Test("is not among the settings that a server tells")
    func secret() throws {
        for configuration in [
            try configuration(["journal": Self.url]), try configuration([:], ["GREENROOM_JOURNAL": Self.url]),
        ] {
            #expect(configuration.journal == Self.url)
            #expect(configuration.given.isEmpty)
        }
    }

    @Test("excludes what is about a directory", arguments: [("data-dir", "/data"), ("max-journal-bytes", "1000000")])
    func exclusive(name: String, value: String) throws {
        let problem = try configuration(["journal": Self.url, name: value]).journalProblem(givenAs: "--journal")
        #expect(problem == "--journal and --\(name) exclude each other: the database is the journal")
        #expect(try configuration([name: value]).journalProblem(givenAs: "--journal") == nil)
    }

    @Test(
        "needs a server that others can reach at the address from which it reaches the database, unless another is given"
    )
    func unreachableByDefault() throws {
        let problem = """
            other servers of the database cannot reach this one at 10.0.0.7 while it listens on 127.0.0.1: give --host, or say with \
            --advertise where they reach it
            """
        let given = ["journal": Self.url]
        #expect(try configuration(given).addressProblem(reachingDatabaseFrom: "10.0.0.7") == problem)
        for local in ["127.0.0.1", "127.0.0.9", "::1"] {
            #expect(try configuration(given).addressProblem(reachingDatabaseFrom: local) == nil)
        }
        for (name, value) in [("host", "0.0.0.0"), ("host", "10.0.0.7"), ("advertise", "http://127.0.0.1:8080")] {
            let given = given.merging([name: value]) { $1 }
            #expect(try configuration(given).addressProblem(reachingDatabaseFrom: "10.0.0.7") == nil)
        }
    }

    #if PostgreSQL
    @Test("needs a server that others can reach at the address that they are told")
    func unreachable() throws {
        let given = ["journal": Self.url, "advertise": "http://10.0.0.7:8080"]
        #expect(
            try configuration(given).journalProblem(givenAs: "--journal")
                == "--advertise 10.0.0.7 cannot be reached while the server listens on 127.0.0.1: see --host"
        )
        let open = given.merging(["host": "0.0.0.0"]) { $1 }
        #expect(try configuration(open).journalProblem(givenAs: "--journal") == nil)
        for local in ["http://[::1]:8080", "http://127.0.0.1:8080", "http://localhost:8080"] {
            let given = given.merging(["advertise": local]) { $1 }
            #expect(try configuration(given).journalProblem(givenAs: "--journal") == nil)
        }
    }

    @Test("is refused where libpq does not understand it, without a word of it")
    func refused() throws {
        #expect(try configuration(["journal": Self.url]).journalProblem(givenAs: "--journal") == nil)
        let configuration = try configuration([:], ["GREENROOM_JOURNAL": Self.url + "?secret-word=1"])
        let problem = configuration.journalProblem(givenAs: "GREENROOM_JOURNAL")
        #expect(
            problem == "GREENROOM_JOURNAL: its value is not accepted: libpq does not understand this URL"
        )
    }
    #else
    @Test("is refused by a binary without PostgreSQL")
    func withoutTrait() async throws {
        let problem = try configuration(["journal": Self.url]).journalProblem(givenAs: "--journal")
        let reason =
            "this binary cannot use PostgreSQL; take the archive with -postgresql in its name, or make release FLEET=1"
        #expect(problem == "--journal: \(reason)")
        await #expect(throws: DatabaseJournalError.self) {
            try await DatabaseJournal.open(Self.url, logger: quietLogger)
        }
    }
    #endif
}
