#if PostgreSQL
import Foundation
import Testing

@testable import PostgresJournal

@Suite("A connection to PostgreSQL", .enabled(if: TestDatabase.isThere, TestDatabase.message))
struct ConnectionTests {
    private func connect() throws -> Connection { try Connection(TestDatabase.url(), name: "greenroom-test") }

    @Test("has the address of this machine from which it was made, and of the machine itself where it is local")
    func localAddress() throws {
        let seen = "SELECT coalesce(host(inet_client_addr()), '127.0.0.1')"
        let connection = try Connection(TestDatabase.url(), name: "greenroom-test")
        #expect(try connection.query(seen).first?.text(0) == connection.localAddress)
        #expect(connection.localAddress == "127.0.0.1")
    }

    @Test("has an address of the Internet protocol, version 6, as text, and none where it is local")
    func otherAddresses() throws {
        let six = socket(AF_INET6, Int32(SOCK_DGRAM.rawValue), 0)
        defer { close(six) }
        var address = sockaddr_in6()
        (address.sin6_family, address.sin6_addr) = (sa_family_t(AF_INET6), in6addr_loopback)
        let length = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let isBound = withUnsafeBytes(of: address) {
            bind(six, $0.assumingMemoryBound(to: sockaddr.self).baseAddress!, length) == 0
        }
        // Not every container has it.
        if isBound { #expect(Connection.localAddress(ofSocket: six) == "::1") }
        let local = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        defer { close(local) }
        #expect(Connection.localAddress(ofSocket: local) == "127.0.0.1")
    }

    @Test("returns the values that a statement is given, and NULL as nil")
    func values() throws {
        let connection = try connect()
        let rows = try connection.query(
            "SELECT $1::bigint, $2::text, $3::bytea, $4::bigint, $5::bytea",
            [.bigint(.min), .text("grün\u{1}"), .bytea([0, 255]), .bigint(nil), .bytea([])]
        )
        let row = try #require(rows.first)
        #expect(try row.number(0) == .min)
        #expect(try row.text(1) == "grün\u{1}")
        #expect(try row.bytes(2) == [0, 255])
        #expect(try row.optional(3) == nil)
        #expect(try row.bytes(4) == [])
    }

    @Test("gives arrays to a statement, also empty ones and ones with NULL")
    func arrays() throws {
        let connection = try connect()
        let rows = try connection.query(
            "SELECT * FROM unnest($1::bigint[], $2::text[], $3::bytea[])",
            [.bigints([1, nil]), .texts(["a", ""]), .byteas([[], [7]])]
        )
        #expect(rows.count == 2)
        #expect(try rows.all.map { try $0.optional(0) } == [1, nil])
        #expect(try rows.all.map { try $0.text(1) } == ["a", ""])
        #expect(try rows.all.map { try $0.bytes(2) } == [[], [7]])
        #expect(try connection.query("SELECT * FROM unnest($1::bigint[])", [.bigints([])]).count == 0)
    }

    @Test("is usable after a statement that fails, alone or in a pipeline")
    func failures() throws {
        let connection = try connect()
        let division = "SELECT 1 / $1::bigint"
        #expect(throws: PostgresError.self) { try connection.query(division, [.bigint(0)]) }
        try connection.run("CREATE TEMPORARY TABLE kept (value bigint)")
        let insert = Connection.Statement(text: "INSERT INTO kept VALUES ($1)", parameters: [.bigint(1)])
        let statements: [Connection.Statement] = [
            .init(text: "BEGIN"), insert, .init(text: division, parameters: [.bigint(0)]), insert,
            .init(text: "COMMIT"),
        ]
        let error = #expect(throws: PostgresError.self) { try connection.pipeline(statements) }
        #expect(error?.state == "22012")
        #expect(error?.isRefusal == true)
        try connection.run("ROLLBACK")
        #expect(try connection.query("SELECT count(*) FROM kept").first?.number(0) == 0)
        try connection.pipeline([.init(text: "BEGIN"), insert, insert, .init(text: "COMMIT")])
        #expect(try connection.query("SELECT count(*) FROM kept").first?.number(0) == 2)
    }

    @Test("has no answer when its process ends, and is of no use then")
    func termination() throws {
        let connection = try connect()
        let other = try connect()
        let statements: [Connection.Statement] = [.init(text: "BEGIN"), .init(text: "COMMIT")]
        try connection.pipeline(statements)
        try other.query("SELECT pg_terminate_backend($1::bigint::integer)", [.bigint(Int64(connection.backend))])
        #expect(throws: Connection.NoAnswer.self) {
            try connection.pipeline(statements)
        }
        // Nothing is sent before a statement is prepared.
        #expect(throws: (any Error).self) { try connection.pipeline([.init(text: "SELECT 1")]) }
    }

    @Test("has no answer when a statement takes longer than it may")
    func limit() throws {
        let connection = try connect()
        let statements: [Connection.Statement] = [.init(text: "SELECT pg_sleep(60)")]
        #expect(throws: Connection.NoAnswer.self) {
            try connection.pipeline(statements, within: .milliseconds(50))
        }
    }

    @Test("is refused with a message that has no password")
    func refusal() throws {
        let url = try #require(JournalURL("postgres://nobody:secret-word@127.0.0.1:1/none"))
        let error = #expect(throws: PostgresError.self) { _ = try Connection(url, name: "greenroom-test") }
        #expect(error?.endsConnection == true)
        #expect(error?.description.contains("secret-word") == false)
        #expect(!url.isAccepting())
    }
}

@Suite("The URL of a database")
struct JournalURLTests {
    @Test("is one that libpq accepts")
    func accepted() {
        #expect(JournalURL("postgres://a@localhost/b") != nil)
        #expect(JournalURL("postgresql://a,b:5433/c?target_session_attrs=any") != nil)
        for text in ["", "mysql://a/b", "postgres://a/b?colour=green", "host=a"] { #expect(JournalURL(text) == nil) }
    }

    @Test("tells whether a password is in it, and which hosts are reached without encryption")
    func warnings() {
        #expect(JournalURL("postgres://a:b@localhost/c")?.hasPassword == true)
        #expect(JournalURL("postgres://a@localhost/c")?.hasPassword == false)
        #expect(JournalURL("postgres://localhost,127.0.0.1,[::1]/c")?.unprotectedHosts == [])
        #expect(JournalURL("postgres:///c?host=/run/postgresql")?.unprotectedHosts == [])
        #expect(JournalURL("postgres://db.example,localhost/c")?.unprotectedHosts == ["db.example"])
        #expect(JournalURL("postgres://db.example/c?sslmode=prefer")?.unprotectedHosts == ["db.example"])
        #expect(JournalURL("postgres://db.example/c?sslmode=verify-full")?.unprotectedHosts == [])
    }
}
#endif
