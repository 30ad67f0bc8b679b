import Hummingbird
import Logging

/// Makes a router with every route of the interface and the middleware of all requests.
///
/// - Parameters:
///   - dependencies: What the endpoints work on.
///   - settings: The limits of what is read, the names of the server, and the token.
public func buildRouter(
    _ dependencies: APIDependencies,
    settings: HTTPServerSettings = HTTPServerSettings()
) -> Router<APIRequestContext> {
    let table = RouteTable.all(dependencies, settings)
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
    let routing = PeerRouting(dependencies, settings)
    router.add(
        middleware: RequestPipeline(
            metrics: metrics,
            admission: admission,
            peers: PeerAdmission(routing, bodyLimit: settings.bodyLimit),
            errors: ErrorAnswers(routes: table),
            recorder: recorder
        )
    )
    for route in table.routes {
        let handler = route.watching(routing?.handler(of: route) ?? route.handler)
        router.on(RouterPath(route.path), method: route.method, use: handler)
    }
    return router
}

extension RouteTable {
    /// Every route of the main listener: those of the interface, and that of the Model Context Protocol, whose tools call them.
    static func all(_ dependencies: APIDependencies, _ settings: HTTPServerSettings) -> RouteTable {
        let interface = InternalAPI(dependencies, settings: settings, logger: Logger(label: "greenroom"))
        let metrics = ToolMetrics(factory: dependencies.metricsFactory)
        let service = MCPService(api: interface, version: dependencies.version, metrics: metrics)
        let endpoint = MCPEndpoint(service, bodyLimit: settings.bodyLimit)
        return RouteTable(
            Self.interface(dependencies, settings).routes
                + endpoint.routes
                + InternalRoutes(dependencies: dependencies, settings: settings).routes
        )
    }

    /// The routes of the interface.
    static func interface(_ dependencies: APIDependencies, _ settings: HTTPServerSettings) -> RouteTable {
        let posts = PostHandling(registry: dependencies.registry, limits: settings)
        let routing = PeerRouting(dependencies, settings)
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
