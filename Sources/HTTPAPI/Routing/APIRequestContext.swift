import Hummingbird

/// What goes with a request on its way: Hummingbird's own storage, and nothing more, for it is copied often.
public struct APIRequestContext: RequestContext {
    /// Hummingbird's own storage.
    public var coreContext: CoreRequestContextStorage

    /// Makes the context of a request.
    public init(source: Source) {
        self.coreContext = .init(source: source)
    }

    /// The route's template, for metrics and the log; the same for all paths that there are no routes for.
    var routeLabel: String {
        guard let path = endpointPath, path.first == "/" else { return "unknown" }
        return path
    }
}
