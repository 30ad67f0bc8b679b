import BuildRecord
import HTTPAPI
import Metrics

/// What this binary was built from and with.
enum BuildInformation {
    static let label = "greenroom.build.info"

    /// The commit, with `-dirty` if files were changed; `unknown` where the build was not told, as by `swift build`.
    static let commit: String = {
        let commit = String(cString: greenroom_commit())
        return commit.isEmpty ? "unknown" : commit
    }()

    /// The version of the Swift compiler.
    static let swift: String = {
        #if compiler(>=6.5)
        "6.5 or newer"
        #elseif compiler(>=6.4)
        "6.4"
        #elseif compiler(>=6.3)
        "6.3"
        #else
        "6.2"
        #endif
    }()

    /// Sets the gauge that carries all of it in its labels.
    static func record(to factory: any MetricsFactory) {
        let labels = [
            ("version", ServiceVersion.current.service), ("kernel", ServiceVersion.current.kernel), ("swift", swift),
            ("commit", commit),
        ]
        Gauge(label: label, dimensions: labels, factory: factory).record(1)
    }
}
