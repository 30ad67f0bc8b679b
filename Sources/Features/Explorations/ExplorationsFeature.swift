import DeviceHost
import GreenroomServer
import HTTPAPI
import Telemetry

/// Explorations: searches for the sequences in which an app fails.
package struct ExplorationsFeature: ServerFeature {
    package static let description = InterfaceDescription(Operation.explorations, SchemaComponent.explorations)
    package static let chinese = ExplorationSentences.chinese
    package static let problems: [ProblemCode] = [.notExplorable, .unknownExploration, .unknownRemoteRun]
    package static let scripts = [DashboardScript("explorations.js"), DashboardScript("exploration.js")]
    package static let metrics = MetricTable.rows(of: ExplorationMetricTable.table)
    package static let commands = [FeatureCommand(ExploreCommand.self, after: "watch")]

    private let core: ServerCore
    private let service: ExplorationService

    package init(_ core: ServerCore) {
        self.core = core
        service = ExplorationService(
            core.registry,
            wall: core.wall,
            heartbeat: core.configuration.streamHeartbeat,
            metricsFactory: core.metrics
        )
    }

    package var routes: [Route] { ExplorationEndpoints(service: service, posts: core.posts).routes }

    package func follow(_ revisions: ItemRevisions) async throws { try await service.follow(revisions) }

    package func services(_ server: ServerInterface) -> [FeatureService] {
        [FeatureService("explorations", service, stops: .beforeMainListener)]
    }
}
