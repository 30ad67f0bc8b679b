import PostgreSQLStore
import Testing

@Suite("The URL of a database")
struct DatabaseURLTests {
    @Test("is one that libpq accepts")
    func accepted() {
        #expect(DatabaseURL("postgres://a@localhost/b") != nil)
        #expect(DatabaseURL("postgresql://a,b:5433/c?target_session_attrs=any") != nil)
        for text in ["", "mysql://a/b", "postgres://a/b?colour=green", "host=a"] { #expect(DatabaseURL(text) == nil) }
    }

    @Test("tells whether a password is in it, and which hosts are reached without encryption")
    func warnings() {
        #expect(DatabaseURL("postgres://a:b@localhost/c")?.hasPassword == true)
        #expect(DatabaseURL("postgres://a@localhost/c")?.hasPassword == false)
        #expect(DatabaseURL("postgres://localhost,127.0.0.1,[::1]/c")?.unprotectedHosts == [])
        #expect(DatabaseURL("postgres:///c?host=/run/postgresql")?.unprotectedHosts == [])
        #expect(DatabaseURL("postgres://db.example,localhost/c")?.unprotectedHosts == ["db.example"])
        #expect(DatabaseURL("postgres://db.example/c?sslmode=prefer")?.unprotectedHosts == ["db.example"])
        #expect(DatabaseURL("postgres://db.example/c?sslmode=verify-full")?.unprotectedHosts == [])
    }
}
