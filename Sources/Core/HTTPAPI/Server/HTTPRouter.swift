import Hummingbird

/// Makes a router with every route of the main listener and the middleware of all requests.
///
/// - Returns: The router, and what the connections of its listener count.
package func buildRouter(_ api: InternalAPI) -> (router: Router<APIRequestContext>, arrivals: Arrivals) {
    let (dependencies, settings) = (api.dependencies, api.settings)
    let table = RouteTable.all(api)
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
            selfCheckingPaths: table.callingPaths
        ),
        RecoveryGate(readiness: dependencies.readiness, also: table.callingPaths),
        limit: settings.requestLimit,
        exemptPaths: table.openPaths.union(table.waitingPaths)
    )
    let metrics = RequestMetrics(factory: dependencies.metricsFactory)
    let recorder = RequestRecorder(dependencies.requests, table)
    router.add(
        middleware: RequestPipeline(
            metrics: metrics,
            admission: admission,
            errors: ErrorAnswers(routes: table),
            recorder: recorder
        )
    )
    for route in table.routes {
        router.on(RouterPath(route.path), method: route.method, use: route.watchedHandler)
    }
    return (router, admission.arrivals)
}

extension RouteTable {
    /// Every route of the main listener: those of the interface, and those of other protocols, which call them.
    package static func all(_ api: InternalAPI) -> RouteTable {
        RouteTable(api.table.routes + api.dependencies.protocolRoutes(api))
    }

    /// The routes of the interface.
    static func interface(_ dependencies: APIDependencies, _ settings: HTTPServerSettings) -> RouteTable {
        let posts = PostHandling(registry: dependencies.registry, limits: settings)
        let routes =
            ServiceEndpoints(dependencies: dependencies).routes
            + ProblemEndpoints(problems: dependencies.problems).routes
            + RulebookEndpoints().routes
            + DeviceEndpoints(posts: posts).routes
            + ClockEndpoints(posts: posts).routes
            + AppEndpoints(posts: posts).routes
            + ReportEndpoints(registry: dependencies.registry).routes
            + InputEndpoints(posts: posts, pushes: dependencies.pushes).routes
            + CallbackEndpoints(posts: posts).routes
            + ProcessEndpoints(registry: dependencies.registry).routes
            + TimelineEndpoints(registry: dependencies.registry).routes
            + WaitEndpoints(posts: posts).routes
            + BatchEndpoints(registry: dependencies.registry, pushes: dependencies.pushes, limits: settings).routes
            + ScenarioEndpoints(posts: posts).routes
            + PushEndpoints(history: dependencies.pushes).routes
            + RequestEndpoints(log: dependencies.requests).routes
            + dependencies.routes
        return RouteTable(routes + DocumentationEndpoints(of: routes).routes)
    }
}
