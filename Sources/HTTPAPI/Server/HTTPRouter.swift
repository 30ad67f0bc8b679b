import Hummingbird
import Logging

/// Carries out a command of a client of Appium or WebDriverAgent that another server has forwarded.
package typealias ForwardedCommandHandler = @Sendable (ForwardedCommand, Logger) async throws -> Response

/// Makes a router with every route of the main listener and the middleware of all requests.
///
/// - Parameters:
///   - api: The interface.
///   - commands: Carries out forwarded commands; nil where no other server forwards any.
package func buildRouter(
    _ api: InternalAPI,
    commands: ForwardedCommandHandler? = nil
) -> Router<APIRequestContext> {
    let (dependencies, settings) = (api.dependencies, api.settings)
    let table = RouteTable.all(api, commands: commands)
    let router = Router(context: APIRequestContext.self, options: .autoGenerateHeadEndpoints)
    let admission = AdmissionControl(
        CrossSiteProtection(
            allowing: settings.allowedHosts + [settings.host],
            sharing: CrossOriginSharing(allowing: settings.allowedOrigins),
            exemptPaths: ServiceEndpoints.probePaths
        ),
        Authorization(
            token: settings.bearerToken,
            readOnlyToken: settings.readOnlyToken,
            openPaths: table.openPaths,
            selfCheckingPaths: [MCPEndpoint.path]
        ),
        RecoveryGate(readiness: dependencies.readiness),
        limit: settings.requestLimit,
        exemptPaths: table.openPaths.union(table.waitingPaths)
    )
    let metrics = RequestMetrics(factory: dependencies.metricsFactory)
    let recorder = RequestRecorder(dependencies.requests, table)
    router.add(
        middleware: RequestPipeline(
            metrics: metrics,
            admission: admission,
            peers: PeerAdmission(dependencies.routing, bodyLimit: settings.bodyLimit),
            errors: ErrorAnswers(routes: table),
            recorder: recorder
        )
    )
    for route in table.routes {
        let handler = route.watching(dependencies.routing?.handler(of: route) ?? route.handler)
        router.on(RouterPath(route.path), method: route.method, use: handler)
    }
    return router
}

extension RouteTable {
    /// Every route of the main listener: those of the interface, that of the Model Context Protocol, whose tools call them, and
    /// those between servers.
    static func all(_ api: InternalAPI, commands: ForwardedCommandHandler? = nil) -> RouteTable {
        let (dependencies, settings) = (api.dependencies, api.settings)
        let metrics = ToolMetrics(factory: dependencies.metricsFactory)
        let service = MCPService(api: api, version: dependencies.version, metrics: metrics)
        return RouteTable(
            api.table.routes
                + MCPEndpoint(service, bodyLimit: settings.bodyLimit).routes
                + InternalRoutes(dependencies: dependencies, settings: settings, commands: commands).routes
        )
    }

    /// The routes of the interface.
    static func interface(_ dependencies: APIDependencies, _ settings: HTTPServerSettings) -> RouteTable {
        let posts = PostHandling(registry: dependencies.registry, limits: settings)
        let routing = dependencies.routing
        return RouteTable(
            ServiceEndpoints(dependencies: dependencies).routes
                + DashboardEndpoints().routes
                + DocumentationEndpoints.routes
                + ProblemEndpoints().routes
                + RulebookEndpoints().routes
                + DeviceEndpoints(posts: posts, routing: routing).routes
                + ClockEndpoints(posts: posts).routes
                + AppEndpoints(posts: posts).routes
                + ReportEndpoints(registry: dependencies.registry).routes
                + InputEndpoints(posts: posts).routes
                + CallbackEndpoints(posts: posts).routes
                + ProcessEndpoints(registry: dependencies.registry).routes
                + WebDriverEndpoints(
                    sessions: dependencies.webDriverSessions,
                    routing: routing
                ).routes
                + TimelineEndpoints(registry: dependencies.registry, fleetTimeline: dependencies.fleetTimeline).routes
                + WaitEndpoints(posts: posts).routes
                + BatchEndpoints(registry: dependencies.registry, limits: settings, routing: routing).routes
                + ScenarioEndpoints(posts: posts).routes
                + ExplorationEndpoints(service: dependencies.explorations, posts: posts, routing: routing).routes
                + APNsEndpoints(service: dependencies.pushes, bodyLimit: settings.bodyLimit).routes
                + PushEndpoints(service: dependencies.pushes).routes
                + WebhookEndpoints(service: dependencies.webhooks, bodyLimit: settings.bodyLimit).routes
                + RequestEndpoints(log: dependencies.requests).routes
                + FleetEndpoints(dependencies: dependencies).routes
        )
    }
}
