extension ProblemCode {
    /// Where the code is explained: a reference relative to the service, and the `type` of its problem documents.
    var page: String { "/problems/" + rawValue }

    /// When it occurs, and what to do about it.
    var explanation: String {
        switch self {
        // What was sent cannot be read.
        case .malformedRequest:
            """
            The bytes on the connection are not a request as HTTP/1.1 has it: a line cannot be parsed, the header fields \
            are too large or too many, or the length of the body contradicts itself. The connection is closed.
            """
        case .clientClosedRequest:
            """
            The client closed the connection before its request was answered, such as during a wait. Nobody gets this answer: \
            its status stands in `GET /v1/requests`, in the log and in the metrics.
            """
        case .expectationFailed:
            """
            The only value of `Expect` is `100-continue`: the server says with `100 Continue` when it reads the body, or \
            refuses the request before.
            """
        case .unsupportedTransferCoding:
            """
            The only value of `Transfer-Encoding` is `chunked`: a body is neither compressed nor encoded otherwise for its \
            transfer.
            """
        case .malformedHost:
            """
            Every request has one header `Host` with the name or the address of the server. HTTP clients send it by \
            themselves; only `/livez` and `/readyz` answer without.
            """
        case .malformedBody:
            """
            The body is not JSON or YAML as its `Content-Type` says, or has a text with more than 30 combining marks in a row. \
            `detail` says at which position.
            """
        case .unsupportedMediaType:
            """
            A body needs a header `Content-Type` with one of the types in `accepted`, in UTF-8. With curl, `--json` \
            sends it.
            """
        case .notAcceptable:
            """
            `Accept` names no media type in which there is an answer. Those that there are stand in `accepted`.
            """
        case .tooLarge:
            """
            The body, or a line of a batch, has more bytes than `--max-body-bytes` or the line's limit.
            """
        case .tooComplex:
            """
            There are too many inputs in the request, too many parts in the condition, or too many values in the \
            scenario. Send it in several requests, or simplify it.
            """
        // What was sent can be read, and is wrong.
        case .unknownField:
            """
            There is no such field or query parameter here: `field` names it, and `accepted` what there is.
            """
        case .invalidValue:
            """
            The value of `field` is not accepted. `detail` says what would be, `accepted` lists it where it can \
            be listed.
            """
        case .missingField: "`field` must be given."
        case .unknownEvent: "There is no event of this `type`. `accepted` lists those that there are."
        case .unknownAction: "There is no such `action`. `accepted` lists those that there are."
        case .unknownRule: "There is no rule of this name. `GET /v1/rulebook` lists those that there are."
        case .notExplorable:
            """
            There is no app to explore, a step of `start` is refused, or no event and no action may be tried. `field` says \
            which it is.
            """
        case .idempotencyKeyReused:
            """
            The `Idempotency-Key` was used for a request with another path or body. Use a new key for each \
            request.
            """
        // The requested resource does not exist.
        case .unknownPath: "There is nothing at this path. `/openapi.json` describes all paths."
        case .methodNotAllowed: "The path takes other methods: those of the header `Allow`."
        case .unknownDevice:
            """
            The device was never made, was deleted, or has expired; or the server was started anew without a data \
            directory.
            """
        case .unknownApp: "The app is not installed on the device."
        case .unknownProcess:
            """
            No process of the device has this number, or it ended so long ago that it is forgotten.
            """
        case .unknownScene: "The app has no scene session of this number, or it was discarded."
        case .unknownCallback:
            """
            The callback has returned, or there never was one. `accepted` lists those in flight.
            """
        case .unknownProfile: "There is no rule profile of this name. `accepted` lists those that there are."
        case .unknownReport: "The app has no report of this name, or it is no longer kept."
        case .unknownPush:
            """
            No push with this apns-id was accepted by the APNs listener, it is no longer remembered, or its device was \
            deleted. Requests that were refused are in the metrics only.
            """
        case .unknownKey: "No provider's key of this identifier is registered."
        case .unknownWebhook:
            "The webhook was never registered or was removed; or the server was started anew without a data directory."
        case .unknownExploration:
            """
            The exploration was never begun, was deleted, or ended so long ago that it is forgotten; or the server was \
            started anew. Or its report has no failure of this number.
            """
        case .recordsEvicted:
            "What was asked for is older than what is kept. `accepted` says from where on it is there."
        // The request is not possible in the present state.
        case .unknownPlay:
            """
            The play was reported already, or was handed out anew, as a client has asked without reporting it. Ask without a \
            report to get the play that is wanted now.
            """
        case .deviceExists: "Choose another id, leave it out to get a new one, or delete the device first."
        case .deviceLocked: "The user cannot do this while the device is locked. Send `device.unlock` before."
        case .deviceSetAside:
            """
            The device could not be recovered from the store. It can only be deleted; the log says why.
            """
        case .notPossibleNow:
            """
            `detail` says what is in the way, `state` which state was met. `GET .../events/possible` lists the \
            events that would be taken now.
            """
        case .processNotRunning: "The app has no process, so its code cannot run. Launch it before."
        case .processSuspended: "Suspended code cannot run. Wake the app before, or bring it to the front."
        case .multipleScenesNotSupported:
            """
            The app's Info.plist does not allow several scenes, or the device shows one only.
            """
        case .limitReached:
            """
            The server, a device or an app on it has as many of something as it may have; `detail` names it. Remove \
            some, or raise the limit where there is a setting.
            """
        case .tooManyDevices:
            """
            The server has `--max-devices` devices. Delete those that are not needed, by label for instance, or \
            give devices `expiresAfterSeconds`.
            """
        case .answerNotKept:
            """
            The request with this `Idempotency-Key` was carried out when it came first, but its answer was larger than \
            one that is kept. It is not carried out again. Read what it did from the device's timeline.
            """
        case .preconditionFailed:
            "The device is at another sequence than `If-Match` says. Read it again, and decide anew."
        // Authorization, and the state of the service.
        case .unauthorized: "The server was started with a token. Send `Authorization: Bearer` with it."
        case .readOnlyToken:
            """
            The token of the request is the one of `--read-only-token`, with which nothing can be changed. Send the token \
            of `--token` to change something.
            """
        case .crossSite:
            """
            A page in a browser may change something only if it comes from this server: `Origin` must have the \
            host and port of `Host`. A proxy in front must hand on `Host` as the browser sent it.
            """
        case .hostNotAllowed:
            """
            The server is called by a name that was not allowed, so it may be somebody else's that leads here. \
            Use an IP address or `localhost`, or start the server with `--allowed-hosts`.
            """
        case .overloaded:
            """
            A limit of load is met. The same request succeeds later: wait as long as `Retry-After` says.
            """
        case .storeUnavailable:
            """
            The store cannot be written or read, because it is full, its disk is full or broken, or the database cannot be reached. \
            Nothing was changed. \
            The server tries again all the time.
            """
        case .outcomeUnknown:
            """
            The connection to the database was lost while a change was written, and could not be made again in time. The change \
            was made or not. Look at the device, or send the same request with the same `Idempotency-Key`.
            """
        case .notReady: "The service starts, stops, or cannot write its store: `state` says which."
        case .internalError: "This is a bug. The log has a line with the `requestID`; please report it."
        }
    }
}
