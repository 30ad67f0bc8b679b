import DeviceHost
import Foundation
import StoreTestKit
import Synchronization

@testable import PostgreSQLStore

/// A PostgreSQL of its own, in a temporary folder. It ends when it is released, or with the process.
final class TestCluster: Sendable {
    /// The one that tests share, which is started with the first of them.
    static let shared = TestCluster()

    struct NotStarted: Error, CustomStringConvertible { var description: String }

    /// The folder that it is in, which also has its socket.
    private let folder: Result<String, NotStarted>
    private let input = Pipe()

    init() { folder = Self.start(input) }

    deinit { try? input.fileHandleForWriting.close() }

    /// The folder of its socket.
    var socket: String { get throws { try folder.get() } }

    /// The URL of a database in it.
    func url(_ database: String = "postgres") throws -> DatabaseURL {
        let text = "postgres:///\(database)?host=\(try folder.get())&user=postgres"
        guard let url = DatabaseURL(text) else { throw NotStarted(description: text) }
        return url
    }

    // PostgreSQL does not run as root. The script ends it when the pipe is closed, as it also is when the tests crash.
    private static let script = """
        set -e
        PATH=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1):$PATH
        # Not in the folder for temporary files, which may be of its owner alone.
        folder=$(mktemp -d /tmp/greenroom-postgres-XXXXXX)
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

    private static func start(_ input: Pipe) -> Result<String, NotStarted> {
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
    private let cluster: TestCluster
    private let name = "test_" + UUID().uuidString.lowercased().replacing("-", with: "")
    private let isMade = Mutex(false)

    init(_ cluster: TestCluster = .shared) { self.cluster = cluster }

    deinit {
        guard isMade.withLock(\.self), let connection = try? Connection(cluster.url()) else { return }
        try? connection.run("DROP DATABASE \(name) WITH (FORCE)")
    }

    /// Its URL.
    var url: DatabaseURL {
        get throws {
            try isMade.withLock { isMade in
                guard !isMade else { return }
                // With an order of texts that is not that of their bytes.
                try Connection(cluster.url()).run(
                    """
                    CREATE DATABASE \(name) STRATEGY file_copy TEMPLATE template0 \
                    LOCALE_PROVIDER icu ICU_LOCALE 'en-US'
                    """
                )
                isMade = true
            }
            return try cluster.url(name)
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
        return try await PostgreSQLStore(opening: url, settings)
    }

    /// Restores a dump of another place.
    func restore(_ other: PostgreSQLPlace) async throws {
        let (source, target) = (try other.socket, try socket)
        let script = """
            set -e -o pipefail
            pg_dump -h "$1" -U postgres -d "$2" | psql -h "$3" -U postgres -d "$4" -q -v ON_ERROR_STOP=1 2>&1
            """
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        process.arguments = ["-c", script, "restore", source.folder, source.name, target.folder, target.name]
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw TestCluster.NotStarted(description: text) }
    }

    /// The folder of its socket, and its name.
    var socket: (folder: String, name: String) {
        get throws {
            _ = try url
            return (try cluster.socket, name)
        }
    }

    /// A connection of the test's own.
    func connect() throws -> Connection { try Connection(url) }
}
