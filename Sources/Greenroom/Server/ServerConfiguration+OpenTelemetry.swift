import DeviceHost
import HTTPAPI
import Logging
import OpenTelemetryExport

extension ServerConfiguration {
    /// What exports to the receiver of OTLP; nil if there is none. It sees what happens from now on.
    ///
    /// - Throws: `overloaded` if there are too many streams.
    func exporter(
        of registry: DeviceRegistry,
        metrics: ExportMetrics,
        logger: Logger
    ) throws(HostError) -> OpenTelemetryExporter? {
        guard let endpoint = self.otlpEndpoint else { return nil }
        let version = ServiceVersion.current.service
        return try OpenTelemetryExporter(
            registry,
            sender: OTLPClient(endpoint, headers: otlpHeaders, version: version),
            version: version,
            metrics: metrics,
            logger: logger
        )
    }

    /// Why nothing can be exported with these settings; nil if it can, or is not to be.
    var otlpProblem: String? {
        guard self.otlpHeadersFile != nil, self.otlpEndpoint == nil else { return nil }
        let table = Settings.table
        return "\(table.otlpHeadersFile.about.option) needs \(table.otlpEndpoint.about.option)"
    }
}
