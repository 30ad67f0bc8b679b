import DeviceHost
import Foundation
import GreenroomServer
import HTTPAPI
import Telemetry

/// The settings of the export.
struct OTLPSettings: Sendable {
    static let table = OTLPSettings()

    let endpoint = Setting<OTLPEndpoint?>(
        about: SettingDescription(
            name: "otlp-endpoint",
            summary: "The receiver of OTLP/HTTP to which events and spans are exported; none are without it.",
            defaultText: "none",
            accepted: "a URL of HTTP or HTTPS such as http://localhost:4318, below which v1/logs and v1/traces are"
        ),
        defaultValue: nil,
        parse: { text in OTLPEndpoint(text).map { .some($0) } }
    )

    let headersFile = Setting.path(
        "otlp-headers-file",
        "A file with header fields that this receiver asks for, such as Authorization.",
        accepted: "the path of a file with a line `name: value` for each, with --otlp-endpoint"
    )
}

/// Exports what happens on devices to a receiver of OTLP.
package struct OpenTelemetryFeature: ServerFeature {
    package static let settings = Settings.rows(of: OTLPSettings.table)
    package static let metrics = MetricTable.rows(of: ExportMetricTable.table)
    package static let limits = [(name: "otlpQueueLength", value: Int64(RetryLimits.export.count))]

    private let core: ServerCore
    let endpoint: OTLPEndpoint?
    let headers: ExportHeaders
    private let metrics: ExportMetrics

    package static func problem(_ configuration: ServerConfiguration) -> String? {
        let table = OTLPSettings.table
        guard configuration[table.headersFile] != nil, configuration[table.endpoint] == nil else { return nil }
        return "\(table.headersFile.about.option) needs \(table.endpoint.about.option)"
    }

    package init(_ core: ServerCore) throws(SettingError) {
        self.core = core
        endpoint = core.configuration[OTLPSettings.table.endpoint]
        headers = try ExportHeadersFile.headers(OTLPSettings.table.headersFile, from: core.configuration.source)
        metrics = ExportMetrics(factory: core.metrics)
    }

    /// What exports; nothing without a receiver. It sees what happens from now on.
    package func services(_ server: ServerInterface) throws -> [FeatureService] {
        guard let endpoint else { return [] }
        let exporter = try OpenTelemetryExporter(
            core.registry,
            sender: OTLPClient(endpoint, headers: headers, version: core.version.service),
            version: core.version.service,
            metrics: metrics,
            logger: core.logger
        )
        return [FeatureService("opentelemetry", exporter, stops: .afterLastRequest)]
    }
}

/// Reads the file with the header fields for the receiver of OTLP. What stands in it is in no message.
enum ExportHeadersFile {
    /// More than any receiver asks for.
    private static let maximumSize = 65_536

    /// The header fields in the file of a setting; none if it is not given.
    ///
    /// - Throws: When the file cannot be read, or a line of it is no header field.
    static func headers(
        _ setting: Setting<String?>,
        from source: SettingSource
    ) throws(SettingError) -> ExportHeaders {
        guard let path = try source.value(setting) else { return .none }
        let name = source.name(of: setting.about)
        guard let file = FileHandle(forReadingAtPath: path) else {
            throw SettingError(source: name, problem: "\(path) cannot be read")
        }
        defer { try? file.close() }
        guard let bytes = try? file.read(upToCount: maximumSize + 1) ?? Data(), bytes.count <= maximumSize else {
            throw SettingError(source: name, problem: "\(path) cannot be read, or is larger than \(maximumSize) bytes")
        }
        do {
            return try ExportHeaders(String(decoding: bytes, as: UTF8.self))
        } catch {
            throw SettingError(source: name, problem: "\(path): \(error)")
        }
    }
}
