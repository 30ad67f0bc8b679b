import DeviceHost
import Foundation
import StoreTestKit
import Synchronization

@testable import PostgreSQLStore

/// A PostgreSQL of its own, in a temporary folder, which is started with the first test and ends with the process.
enum TestCluster {
    struct NotStarted: Error, CustomStringConvertible { var description: String }

    /// The folder that it is in, which also has its socket.
    private static let folder: Result<String, NotStarted> = start()

    /// The URL of a database in it.
    static func url(_ database: String = "postgres") throws -> DatabaseURL {
        let text = "postgres:///\(database)?host=\(try folder.get())&user=postgres"
        guard let url = DatabaseURL(text) else { throw NotStarted(description: text) }
        return url
    }

    // PostgreSQL does not run as root. The script ends it when the pipe is closed, as it also is when the tests crash.
    private static let script = """
        set -e
        PATH=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1):$PATH
        folder=$(mktemp -d -t greenroom-postgres-XXXXXX)
        finish() { cd /; owner pg_ctl stop -D "$folder/data" -m immediate -s >/dev/null 2>&1 || true; rm -rf "$folder"; }
        owner() { "$@"; }
        if [ "$(id -u)" -eq 0 ]; then owner() { runuser -u postgres -- env "PATH=$PATH" "$@"; }; chown postgres "$folder"; fi
        trap finish EXIT
        cd "$folder"
        owner initdb -D "$folder/data" -U postgres -A trust -E UTF8 --no-locale --no-instructions --no-sync >"$folder/log" 2>&1 \
            || { cat "$folder/log"; exit 1; }
        owner tee -a "$folder/data/postgresql.conf" >/dev/null <<END
        listen_addresses = ''
        unix_socket_directories = '$folder'
        max_connections = 200
        fsync = off
        synchronous_commit = off
        END
        owner pg_ctl start -D "$folder/data" -l "$folder/data/log" -w -s >/dev/null 2>&1 </dev/null || { cat "$folder/data/log"; exit 1; }
        echo "$folder"
        cat >/dev/null
        """

    private static let input = Pipe()

    private static func start() -> Result<String, NotStarted> {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", script]
        process.standardInput = input
        process.standardOutput = output
        do { try process.run() } catch { return .failure(NotStarted(description: "\(error)")) }
        var text = ""
        while !text.hasSuffix("\n"), case let data = output.fileHandleForReading.availableData, !data.isEmpty {
            text += String(decoding: data, as: UTF8.self)
        }
        let line = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard line.hasPrefix("/"), !line.contains("\n") else { return .failure(NotStarted(description: text)) }
        return .success(line)
    }
}

/// A database of its own, which is made when it is first needed.
final class PostgreSQLPlace: StorePlace {
    private let name = "test_" + UUID().uuidString.lowercased().replacing("-", with: "")
    private let isMade = Mutex(false)

    deinit {
        guard isMade.withLock(\.self), let connection = try? Connection(TestCluster.url()) else { return }
        try? connection.run("DROP DATABASE \(name) WITH (FORCE)")
    }

    /// Its URL.
    var url: DatabaseURL {
        get throws {
            try isMade.withLock { isMade in
                guard !isMade else { return }
                try Connection(TestCluster.url()).run("CREATE DATABASE \(name) STRATEGY file_copy")
                isMade = true
            }
            return try TestCluster.url(name)
        }
    }

    func open(_ settings: StorePlaceSettings) async throws -> any StepHistory {
        try await open {
            $0.willCommit = settings.willCommit
            if let answersKept = settings.answersKept { $0.answersKept = answersKept }
        }
    }

    /// Opens the store, with settings of PostgreSQL's.
    func open(_ change: (inout PostgreSQLStore.Settings) -> Void) async throws -> PostgreSQLStore {
        var settings = PostgreSQLStore.Settings()
        // What is deleted is looked for.
        settings.stepAge = .zero
        change(&settings)
        try await PostgreSQLStore.migrate(url)
        return try await PostgreSQLStore(url, settings)
    }

    /// A connection of the test's own.
    func connect() throws -> Connection { try Connection(url) }
}
