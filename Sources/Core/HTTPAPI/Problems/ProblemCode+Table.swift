import HTTPTypes
import WireFormat

/// The problems of the core: each in one row, in both languages.
extension ProblemCode {
    /// All of them, in the order in which they are listed.
    package static let core: [ProblemCode] = [
        // What was sent cannot be read.
        .malformedRequest, .malformedHost, .expectationFailed, .unsupportedTransferCoding, .malformedBody,
        .unsupportedMediaType, .notAcceptable, .tooLarge, .tooComplex,
        // What was sent can be read, and is wrong.
        .unknownField, .invalidValue, .missingField, .unknownEvent, .unknownAction, .unknownRule, .idempotencyKeyReused,
        // The requested resource does not exist.
        .unknownPath, .methodNotAllowed, .unknownDevice, .unknownApp, .unknownProcess, .unknownScene, .unknownCallback,
        .unknownProfile, .unknownReport, .unknownPush, .recordsEvicted,
        // The request is not possible in the present state.
        .deviceExists, .deviceLocked, .deviceSetAside, .notPossibleNow, .processNotRunning, .processSuspended,
        .multipleScenesNotSupported, .limitReached, .tooManyDevices, .answerNotKept, .preconditionFailed,
        // Authorization, and the state of the service.
        .unauthorized, .readOnlyToken, .crossSite, .hostNotAllowed, .overloaded, .storeUnavailable, .outcomeUnknown,
        .notReady, .clientClosedRequest, .internalError,
    ]

    // What was sent cannot be read.
    package static let malformedRequest = ProblemCode(
        "malformed-request",
        .badRequest,
        title: Wording("The request is not HTTP", "请求不是 HTTP"),
        explanation: Wording(
            """
            The bytes on the connection are not a request as HTTP/1.1 has it: a line cannot be parsed, the \
            header fields are too large or too many, or the length of the body contradicts itself. The \
            connection is closed.
            """,
            """
            连接上的字节不是 HTTP/1.1 的请求：某一行无法解析，头字段过大或过多，或请求体的长度自相矛盾。连接\
            会被关闭。
            """
        )
    )

    package static let malformedHost = ProblemCode(
        "malformed-host",
        .badRequest,
        title: Wording("The request does not say which server it is for", "请求没有说明要访问哪个服务器"),
        explanation: Wording(
            """
            Every request has one header `Host` with the name or the address of the server. HTTP clients send \
            it by themselves; only `/livez` and `/readyz` answer without.
            """,
            """
            每个请求都要有一个 `Host` 头，写明服务器的名称或地址。HTTP 客户端会自行发送；只有 `/livez` 和 \
            `/readyz` 不需要它。
            """
        )
    )

    package static let expectationFailed = ProblemCode(
        "expectation-failed",
        .expectationFailed,
        title: Wording("The server does not do what Expect asks for", "服务器不支持 Expect 所要求的行为"),
        explanation: Wording(
            """
            The only value of `Expect` is `100-continue`: the server says with `100 Continue` when it reads \
            the body, or refuses the request before.
            """,
            """
            `Expect` 只能是 `100-continue`：服务器开始读取请求体时会应答 `100 Continue`，或在此之前拒绝请求。
            """
        )
    )

    package static let unsupportedTransferCoding = ProblemCode(
        "unsupported-transfer-coding",
        .notImplemented,
        title: Wording("The body has a transfer coding that is not read here", "不支持请求体的传输编码"),
        explanation: Wording(
            """
            The only value of `Transfer-Encoding` is `chunked`: a body is neither compressed nor encoded \
            otherwise for its transfer.
            """,
            "`Transfer-Encoding` 只能是 `chunked`：请求体不能为传输而压缩或另行编码。"
        )
    )

    package static let malformedBody = ProblemCode(
        "malformed-body",
        .badRequest,
        title: Wording("The body cannot be read", "无法读取请求体"),
        explanation: Wording(
            """
            The body is not JSON or YAML as its `Content-Type` says, or has a text with more than 30 \
            combining marks in a row. `detail` says at which position.
            """,
            """
            请求体不是 `Content-Type` 所说的 JSON 或 YAML，或者有文本连续使用了超过 30 个组合用记号。`detail` \
            说明出错的位置。
            """
        )
    )

    package static let unsupportedMediaType = ProblemCode(
        "unsupported-media-type",
        .unsupportedMediaType,
        title: Wording("The body has a media type that is not read here", "不支持请求体的媒体类型"),
        explanation: Wording(
            """
            A body needs a header `Content-Type` with one of the types in `accepted`, in UTF-8. With curl, \
            `--json` sends it.
            """,
            """
            请求体需要 `Content-Type` 头，取 `accepted` 中的一种类型，并用 UTF-8 编码。使用 curl 时，`--json` \
            会发送它。
            """
        )
    )

    package static let notAcceptable = ProblemCode(
        "not-acceptable",
        .notAcceptable,
        title: Wording("The answer does not come in this media type", "无法以所要求的媒体类型应答"),
        explanation: Wording(
            """
            `Accept` names no media type in which there is an answer. Those that there are stand in \
            `accepted`.
            """,
            "`Accept` 中没有任何可用来应答的媒体类型。可用的类型在 `accepted` 中。"
        )
    )

    package static let tooLarge = ProblemCode(
        "too-large",
        .contentTooLarge,
        title: Wording("The body is too large", "请求体过大"),
        explanation: Wording(
            "The body, or a line of a batch, has more bytes than `--max-body-bytes` or the line's limit.",
            "请求体，或批量请求的一行，超过了 `--max-body-bytes` 或每行的字节数上限。"
        )
    )

    package static let tooComplex = ProblemCode(
        "too-complex",
        .unprocessableContent,
        title: Wording("The request has too many parts", "请求的组成部分过多"),
        explanation: Wording(
            """
            There are too many inputs in the request, too many parts in the condition, or too many values in \
            the scenario. Send it in several requests, or simplify it.
            """,
            "请求中的输入过多，条件的组成部分过多，或情景文件中的值过多。请分几次发送，或加以简化。"
        )
    )

    // What was sent can be read, and is wrong.
    package static let unknownField = ProblemCode(
        "unknown-field",
        .unprocessableContent,
        title: Wording("A field is not known", "没有这个字段"),
        explanation: Wording(
            "There is no such field or query parameter here: `field` names it, and `accepted` what there is.",
            "这里没有这样的字段或查询参数：`field` 是它的名称，`accepted` 列出可用的。"
        )
    )

    package static let invalidValue = ProblemCode(
        "invalid-value",
        .unprocessableContent,
        title: Wording("A value is not accepted", "不接受这个值"),
        explanation: Wording(
            """
            The value of `field` is not accepted. `detail` says what would be, `accepted` lists it where it \
            can be listed: of many names those that are most like the one given. `/openapi.json` has all.
            """,
            "不接受 `field` 的值。`detail` 说明应该是什么；能列举时，`accepted` 会列出；名称很多时只列出最相近的，`/openapi.json` 列出所有名称。"
        )
    )

    package static let missingField = ProblemCode(
        "missing-field",
        .unprocessableContent,
        title: Wording("A field is missing", "缺少字段"),
        explanation: Wording(
            "`field` must be given.",
            "必须给出 `field`。"
        )
    )

    package static let unknownEvent = ProblemCode(
        "unknown-event",
        .unprocessableContent,
        title: Wording("There is no such event", "没有这种事件"),
        explanation: Wording(
            """
            There is no event of this `type`. `accepted` lists those that are most like it; docs/inputs.md and \
            `/openapi.json` have all.
            """,
            "没有这种 `type` 的事件。`accepted` 列出最相近的事件；docs/inputs.md 和 `/openapi.json` 列出所有事件。"
        )
    )

    package static let unknownAction = ProblemCode(
        "unknown-action",
        .unprocessableContent,
        title: Wording("There is no such action", "没有这种操作"),
        explanation: Wording(
            """
            There is no such `action`. `accepted` lists those that are most like it; docs/inputs.md and `/openapi.json` \
            have all.
            """,
            "没有这种 `action`。`accepted` 列出最相近的操作；docs/inputs.md 和 `/openapi.json` 列出所有操作。"
        )
    )

    package static let unknownRule = ProblemCode(
        "unknown-rule",
        .unprocessableContent,
        title: Wording("There is no such rule", "没有这条规则"),
        explanation: Wording(
            "There is no rule of this name. `GET /v1/rulebook` lists those that there are.",
            "没有这个名称的规则。`GET /v1/rulebook` 列出已有的规则。"
        )
    )

    package static let idempotencyKeyReused = ProblemCode(
        "idempotency-key-reused",
        .unprocessableContent,
        title: Wording("The idempotency key belongs to another request", "这个幂等键属于另一个请求"),
        explanation: Wording(
            """
            The `Idempotency-Key` was used for a request with another path or body. Use a new key for each \
            request.
            """,
            "这个 `Idempotency-Key` 已用于路径或请求体不同的请求。每个请求请使用新的键。"
        )
    )

    // The requested resource does not exist.
    package static let unknownPath = ProblemCode(
        "unknown-path",
        .notFound,
        title: Wording("There is nothing at this path", "这个路径下什么也没有"),
        explanation: Wording(
            "There is nothing at this path. `/openapi.json` describes all paths.",
            "这个路径下什么也没有。`/openapi.json` 说明了所有路径。"
        )
    )

    package static let methodNotAllowed = ProblemCode(
        "method-not-allowed",
        .methodNotAllowed,
        title: Wording("The path does not take this method", "这个路径不支持该方法"),
        explanation: Wording(
            "The path takes other methods: those of the header `Allow`.",
            "这个路径支持的是其他方法，见 `Allow` 头。"
        )
    )

    package static let unknownDevice = ProblemCode(
        "unknown-device",
        .notFound,
        title: Wording("There is no such device", "没有这台设备"),
        explanation: Wording(
            """
            The device was never made, was deleted, or has expired; or the server was started anew without a \
            data directory.
            """,
            "这台设备从未创建，已被删除，或已到期；也可能是服务器在没有数据目录的情况下重新启动了。"
        )
    )

    package static let unknownApp = ProblemCode(
        "unknown-app",
        .notFound,
        title: Wording("There is no such app on the device", "设备上没有这个应用"),
        explanation: Wording(
            "The app is not installed on the device.",
            "设备上没有安装这个应用。"
        )
    )

    package static let unknownProcess = ProblemCode(
        "unknown-process",
        .notFound,
        title: Wording("There is no such process on the device", "设备上没有这个进程"),
        explanation: Wording(
            "No process of the device has this number, or it ended so long ago that it is forgotten.",
            "设备上没有这个编号的进程，或它结束已久，不再保留。"
        )
    )

    package static let unknownScene = ProblemCode(
        "unknown-scene",
        .notFound,
        title: Wording("There is no such scene", "没有这个场景"),
        explanation: Wording(
            "The app has no scene session of this number, or it was discarded.",
            "应用没有这个编号的场景会话，或它已被丢弃。"
        )
    )

    package static let unknownCallback = ProblemCode(
        "unknown-callback",
        .notFound,
        title: Wording("There is no such callback in flight", "没有正在执行的这个回调"),
        explanation: Wording(
            "The callback has returned, or there never was one. `accepted` lists those in flight.",
            "这个回调已经返回，或从来没有过。`accepted` 列出正在执行的回调。"
        )
    )

    package static let unknownProfile = ProblemCode(
        "unknown-profile",
        .notFound,
        title: Wording("There is no such rule profile", "没有这套规则"),
        explanation: Wording(
            "There is no rule profile of this name. `accepted` lists those that there are.",
            "没有这个名称的规则集。`accepted` 列出已有的规则集。"
        )
    )

    package static let unknownReport = ProblemCode(
        "unknown-report",
        .notFound,
        title: Wording("There is no such report of the app", "应用没有这份报告"),
        explanation: Wording(
            "The app has no report of this name, or it is no longer kept.",
            "应用没有这个名称的报告，或它已不再保留。"
        )
    )

    package static let unknownPush = ProblemCode(
        "unknown-push",
        .notFound,
        title: Wording("There is no such push", "没有这条推送"),
        explanation: Wording(
            """
            No push with this apns-id was accepted by the APNs listener, it is no longer remembered, or its \
            device was deleted. Requests that were refused are in the metrics only.
            """,
            "APNs 监听端没有接受过这个 apns-id 的推送，或已不再记得它。被拒绝的请求只出现在指标中。"
        )
    )

    package static let recordsEvicted = ProblemCode(
        "records-evicted",
        .gone,
        title: Wording("The records are no longer kept", "这些记录已不再保留"),
        explanation: Wording(
            "What was asked for is older than what is kept. `accepted` says from where on it is there.",
            "所请求的内容早于所保留的内容。`accepted` 说明从何处开始还有保留。"
        )
    )

    // The request is not possible in the present state.
    package static let deviceExists = ProblemCode(
        "device-exists",
        .conflict,
        title: Wording("A device of this id exists", "已有同一标识的设备"),
        explanation: Wording(
            "Choose another id, leave it out to get a new one, or delete the device first.",
            "请换一个标识，或不填以得到一个新的，或先删除那台设备。"
        )
    )

    package static let deviceLocked = ProblemCode(
        "device-locked",
        .conflict,
        title: Wording("The device is locked", "设备已锁定"),
        explanation: Wording(
            "The user cannot do this while the device is locked. Send `device.unlock` before.",
            "设备锁定时用户不能这样做。请先发送 `device.unlock`。"
        )
    )

    package static let deviceSetAside = ProblemCode(
        "device-set-aside",
        .conflict,
        title: Wording("The device could not be recovered", "设备无法恢复"),
        explanation: Wording(
            "The device could not be recovered from the store. It can only be deleted; the log says why.",
            "无法从存储中恢复这台设备。它只能被删除；日志说明了原因。"
        )
    )

    package static let notPossibleNow = ProblemCode(
        "not-possible-now",
        .conflict,
        title: Wording("This makes no sense in the present state", "在当前状态下没有意义"),
        explanation: Wording(
            """
            `detail` says what is in the way, `state` which state was met. `GET .../events/possible` lists \
            the events that would be taken now.
            """,
            """
            `detail` 说明是什么妨碍了它，`state` 说明当时的状态。`GET .../events/possible` 列出现在会被接受的\
            事件。
            """
        )
    )

    package static let processNotRunning = ProblemCode(
        "process-not-running",
        .conflict,
        title: Wording("The app has no process", "应用没有进程"),
        explanation: Wording(
            "The app has no process, so its code cannot run. Launch it before.",
            "应用没有进程，它的代码无法运行。请先启动应用。"
        )
    )

    package static let processSuspended = ProblemCode(
        "process-suspended",
        .conflict,
        title: Wording("The process is suspended", "进程已挂起"),
        explanation: Wording(
            "Suspended code cannot run. Wake the app before, or bring it to the front.",
            "挂起的代码无法运行。请先唤醒应用，或让它来到前台。"
        )
    )

    package static let multipleScenesNotSupported = ProblemCode(
        "multiple-scenes-not-supported",
        .conflict,
        title: Wording("The app does not support several scenes", "应用不支持多个场景"),
        explanation: Wording(
            "The app's Info.plist does not allow several scenes, or the device shows one only.",
            "应用的 Info.plist 不允许多个场景，或设备只显示一个。"
        )
    )

    package static let limitReached = ProblemCode(
        "limit-reached",
        .conflict,
        title: Wording("There are as many of these already as there may be", "设备上的数量已达上限"),
        explanation: Wording(
            """
            The server, a device or an app on it has as many of something as it may have; `detail` names it. \
            Remove some, or raise the limit where there is a setting.
            """,
            """
            服务器、设备或设备上的应用所拥有的某种东西已达上限；`detail` 说明是什么。请移除一些；若有相应的设\
            置，也可以提高上限。
            """
        )
    )

    package static let tooManyDevices = ProblemCode(
        "too-many-devices",
        .insufficientStorage,
        title: Wording("The server has as many devices as it may have", "服务器的设备数量已达上限"),
        explanation: Wording(
            """
            The server has `--max-devices` devices. Delete those that are not needed, by label for instance, \
            or give devices `expiresAfterSeconds`.
            """,
            """
            服务器的设备数已达 `--max-devices`。请删除不需要的设备（例如按标签删除），或给设备设置 \
            `expiresAfterSeconds`。
            """
        )
    )

    package static let answerNotKept = ProblemCode(
        "answer-not-kept",
        .conflict,
        title: Wording("The first answer was too large to be kept", "第一次的应答过大，没有保留"),
        explanation: Wording(
            """
            The request with this `Idempotency-Key` was carried out when it came first, but its answer was \
            larger than one that is kept. It is not carried out again. Read what it did from the device's \
            timeline.
            """,
            """
            带有这个 `Idempotency-Key` 的请求第一次到来时已执行，但应答过大，没有保留。它不会再次执行。请从设\
            备的时间线了解它做了什么。
            """
        )
    )

    package static let preconditionFailed = ProblemCode(
        "precondition-failed",
        .preconditionFailed,
        title: Wording("The resource is not as it was expected to be", "资源与预期的不一致"),
        explanation: Wording(
            "The device is at another sequence than `If-Match` says. Read it again, and decide anew.",
            "设备的序号与 `If-Match` 所说的不同。请重新读取，再作决定。"
        )
    )

    // Authorization, and the state of the service.
    package static let unauthorized = ProblemCode(
        "unauthorized",
        .unauthorized,
        title: Wording("A valid token is needed", "需要有效的令牌"),
        explanation: Wording(
            "The server was started with a token. Send `Authorization: Bearer` with it.",
            "服务器启动时设置了令牌。请用 `Authorization: Bearer` 发送它。"
        )
    )

    package static let readOnlyToken = ProblemCode(
        "read-only-token",
        .forbidden,
        title: Wording("The token may only read", "该令牌只能读取"),
        explanation: Wording(
            """
            The token of the request is the one of `--read-only-token`, with which nothing can be changed. \
            Send the token of `--token` to change something.
            """,
            """
            请求的令牌是 `--read-only-token` 的令牌，不能用它更改任何内容。要更改，请发送 `--token` 的令牌。
            """
        )
    )

    package static let crossSite = ProblemCode(
        "cross-site",
        .forbidden,
        title: Wording("A page of another site may not do this", "其他网站的页面不能这样做"),
        explanation: Wording(
            """
            A page in a browser may change something only if it comes from this server: `Origin` must have \
            the host and port of `Host`. A proxy in front must hand on `Host` as the browser sent it.
            """,
            """
            浏览器中的页面只有来自这个服务器时才能更改内容：`Origin` 的主机和端口必须与 `Host` 相同。前面的代\
            理必须原样转交浏览器发送的 `Host`。
            """
        )
    )

    package static let hostNotAllowed = ProblemCode(
        "host-not-allowed",
        .misdirectedRequest,
        title: Wording("The server does not have this name", "服务器不使用这个名称"),
        explanation: Wording(
            """
            The server is called by a name that was not allowed, so it may be somebody else's that leads \
            here. Use an IP address or `localhost`, or start the server with `--allowed-hosts`.
            """,
            """
            请求使用了未经允许的服务器名称，这个名称可能属于他人，只是指向这里。请使用 IP 地址或 `localhost`，\
            或在启动服务器时加上 `--allowed-hosts`。
            """
        )
    )

    package static let overloaded = ProblemCode(
        "overloaded",
        .serviceUnavailable,
        title: Wording("The service has too much to do", "服务过于繁忙"),
        explanation: Wording(
            "A limit of load is met. The same request succeeds later: wait as long as `Retry-After` says.",
            "已达到负载上限。同样的请求稍后会成功：请按 `Retry-After` 所说的时间等待。"
        )
    )

    package static let storeUnavailable = ProblemCode(
        "store-unavailable",
        .serviceUnavailable,
        title: Wording("The store cannot be used", "无法使用存储"),
        explanation: Wording(
            """
            The store cannot be written or read, because it is full, its disk is full or broken, or the \
            database cannot be reached. Nothing was changed. The server tries again all the time.
            """,
            "无法写入或读取存储，因为存储已满，或者磁盘已满或损坏。没有任何更改。服务器会不断重试。"
        )
    )

    package static let outcomeUnknown = ProblemCode(
        "outcome-unknown",
        .serviceUnavailable,
        title: Wording("It is not known whether the change was made", "更改结果未知"),
        explanation: Wording(
            """
            The connection to the database was lost while a change was written, and could not be made again \
            in time. The change was made or not. Look at the device, or send the same request with the same \
            `Idempotency-Key`.
            """,
            """
            写入更改时与数据库的连接中断，且未能及时恢复。更改可能已生效，也可能没有。请查看设备，或用相同的 \
            `Idempotency-Key` 再次发送同样的请求。
            """
        )
    )

    package static let notReady = ProblemCode(
        "not-ready",
        .serviceUnavailable,
        title: Wording("The service is not ready", "服务还没有就绪"),
        explanation: Wording(
            "The service starts, stops, or cannot write its store: `state` says which.",
            "服务正在启动、正在停止，或无法写入存储：`state` 说明是哪一种。"
        )
    )

    package static let clientClosedRequest = ProblemCode(
        "client-closed-request",
        .clientClosedRequest,
        title: Wording("The client has closed the connection", "客户端已关闭连接"),
        explanation: Wording(
            """
            The client closed the connection before its request was answered, such as during a wait. Nobody \
            gets this answer: its status stands in `GET /v1/requests`, in the log and in the metrics.
            """,
            """
            客户端在请求得到应答之前关闭了连接，例如在等待期间。没有人会收到这个应答：它的状态码出现在 \
            `GET /v1/requests`、日志和指标中。
            """
        )
    )

    package static let internalError = ProblemCode(
        "internal",
        .internalServerError,
        title: Wording("Something went wrong inside the service", "服务内部出错"),
        explanation: Wording(
            "This is a bug. The log has a line with the `requestID`; please report it.",
            "这是一个程序错误。日志中有一行带有 `requestID`，请报告。"
        )
    )
}

extension HTTPResponse.Status {
    /// 499, as nginx has it: the client has closed the connection before it was answered. Nobody reads it.
    static var clientClosedRequest: Self { .init(code: 499, reasonPhrase: "Client Closed Request") }
    /// 507: the service has no room for another one.
    static var insufficientStorage: Self { .init(code: 507, reasonPhrase: "Insufficient Storage") }
}
