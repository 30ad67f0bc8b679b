import HTTPTypes
import Hummingbird

/// One method of one path, with its handler.
struct Route: Sendable {
    typealias Handler = @Sendable (Request, APIRequestContext) async throws -> Response

    /// The method that it answers.
    let method: HTTPRequest.Method
    /// The path, its parameters in braces, such as `/v1/devices/{device}`.
    let path: String
    /// Whether it needs no token.
    let isOpen: Bool
    /// Whether it may wait for something to happen before it answers.
    let waits: Bool
    /// Whether its answer may take long to make.
    let isLong: Bool
    /// How its requests reach devices that another server may own.
    let reach: Reach
    /// Whether its body may hold a secret, so that it is not kept.
    let isSecret: Bool
    /// The handler.
    let handler: Handler

    /// A route.
    ///
    /// - Parameter reach: Nil where the path says it: the owner of its device, or this server if it has none.
    init(
        _ method: HTTPRequest.Method,
        _ path: String,
        isOpen: Bool = false,
        waits: Bool = false,
        isLong: Bool = false,
        reach: Reach? = nil,
        isSecret: Bool = false,
        _ handler: @escaping Handler
    ) {
        self.method = method
        self.path = path
        self.isOpen = isOpen
        self.waits = waits
        self.isLong = isLong
        self.reach = reach ?? (path.contains("{device}") ? .device : .local)
        self.isSecret = isSecret
        self.handler = handler
    }
}
