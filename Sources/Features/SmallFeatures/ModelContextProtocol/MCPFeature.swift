import GreenroomServer
import HTTPAPI
import HTTPTypes
import Telemetry

/// The Model Context Protocol, whose tools are endpoints, and the page that tells models of it.
package struct MCPFeature: ServerFeature {
    package static let chinese = MCPSentences.chinese
    package static let metrics = MetricTable.rows(of: ToolMetricTable.table)
    package static let commands = [FeatureCommand(MCPCommand.self, after: "serve")]

    private let core: ServerCore

    package init(_ core: ServerCore) { self.core = core }

    package var routes: [Route] {
        [Route(.get, LLMsText.path, isOpen: true) { request, _ in try request.answer(LLMsText.file) }]
    }

    package func protocolRoutes(_ api: InternalAPI) -> [Route] {
        let service = MCPService(api: api, version: core.version, metrics: ToolMetrics(factory: core.metrics))
        return MCPEndpoint(service, bodyLimit: core.http.bodyLimit).routes
    }
}
