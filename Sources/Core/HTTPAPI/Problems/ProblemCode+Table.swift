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
            The bytes on the connection are not a valid request of HTTP/1.1: a line cannot be parsed, the \
            header fields are too large or too many, or the stated lengths of the body contradict each other. \
            The server closes the connection.
            """,
            """
            连接上的字节不是有效的 HTTP/1.1 请求：某一行无法解析，头字段过大或过多，或所说明的请求体长度互相矛盾。\
            服务器会关闭连接。
            """
        )
    )

    package static let malformedHost = ProblemCode(
        "malformed-host",
        .badRequest,
        title: Wording("The request does not say which server it is for", "请求没有说明要访问哪个服务器"),
        explanation: Wording(
            """
            Every request must have one header `Host` with the name or the address of the server. HTTP clients \
            send it by themselves; only `/livez` and `/readyz` answer without it.
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
        title: Wording("The server does not support this value of Expect", "服务器不支持 Expect 的这个值"),
        explanation: Wording(
            """
            The server accepts only `Expect: 100-continue`. It then answers `100 Continue` before it reads the \
            body, or refuses the request without reading the body.
            """,
            "服务器只接受 `Expect: 100-continue`：它在读取请求体之前应答 `100 Continue`，或不读取请求体就拒绝请求。"
        )
    )

    package static let unsupportedTransferCoding = ProblemCode(
        "unsupported-transfer-coding",
        .notImplemented,
        title: Wording("The server does not support this transfer coding", "不支持请求体的传输编码"),
        explanation: Wording(
            """
            The server accepts only `Transfer-Encoding: chunked`. It does not accept a body that is compressed \
            for its transfer.
            """,
            "服务器只接受 `Transfer-Encoding: chunked`，不接受为传输而压缩的请求体。"
        )
    )

    package static let malformedBody = ProblemCode(
        "malformed-body",
        .badRequest,
        title: Wording("The body cannot be read", "无法读取请求体"),
        explanation: Wording(
            """
            The body is not the JSON or YAML that its `Content-Type` announces, or a text in it has more than \
            30 combining marks in a row. `detail` says where.
            """,
            """
            请求体不是 `Content-Type` 所说明的 JSON 或 YAML，或者其中的文本连续使用了超过 30 个组合用记号。\
            `detail` 说明出错的位置。
            """
        )
    )

    package static let unsupportedMediaType = ProblemCode(
        "unsupported-media-type",
        .unsupportedMediaType,
        title: Wording("The server does not accept this media type", "不支持请求体的媒体类型"),
        explanation: Wording(
            """
            A request with a body needs a header `Content-Type` with one of the types in `accepted`, in UTF-8. \
            With the option `--json`, curl sends this header.
            """,
            """
            带有请求体的请求需要 `Content-Type` 头，取 `accepted` 中的一种类型，并用 UTF-8 编码。使用选项 \
            `--json` 时，curl 会发送这个头。
            """
        )
    )

    package static let notAcceptable = ProblemCode(
        "not-acceptable",
        .notAcceptable,
        title: Wording("The server cannot answer with a media type that the client accepts", "无法以所要求的媒体类型应答"),
        explanation: Wording(
            """
            `Accept` has no media type with which the server can answer this request. `accepted` lists the \
            types that it can send.
            """,
            "`Accept` 中没有服务器能用来应答这个请求的媒体类型。`accepted` 列出它能发送的类型。"
        )
    )

    package static let tooLarge = ProblemCode(
        "too-large",
        .contentTooLarge,
        title: Wording("The body is too large", "请求体过大"),
        explanation: Wording(
            """
            The body is longer than `--max-body-bytes`, or a line of a batch is longer than a line may be. \
            `detail` has the limit.
            """,
            "请求体超过了 `--max-body-bytes`，或批量请求的一行超过了一行的上限。`detail` 说明上限是多少。"
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
        title: Wording("There is no such field", "没有这个字段"),
        explanation: Wording(
            "There is no such field or query parameter. `field` names it, and `accepted` lists those that exist.",
            "没有这样的字段或查询参数。`field` 是它的名称，`accepted` 列出已有的。"
        )
    )

    package static let invalidValue = ProblemCode(
        "invalid-value",
        .unprocessableContent,
        title: Wording("A value is not accepted", "不接受这个值"),
        explanation: Wording(
            """
            The value of `field` is not accepted. `detail` says what is accepted, and `accepted` lists the \
            possible values if there is a list of them. If there are many, it has only those that are most \
            similar to the given value; `/openapi.json` has all of them.
            """,
            """
            不接受 `field` 的值。`detail` 说明接受什么；可能的值能够列举时，`accepted` 会列出。值很多时只列出与\
            所给的值最相近的，`/openapi.json` 列出所有值。
            """
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
            There is no event of this `type`. `accepted` lists the most similar ones; docs/inputs.md and \
            `/openapi.json` list all of them.
            """,
            "没有这种 `type` 的事件。`accepted` 列出最相近的事件；docs/inputs.md 和 `/openapi.json` 列出所有事件。"
        )
    )

    package static let unknownAction = ProblemCode(
        "unknown-action",
        .unprocessableContent,
        title: Wording("There is no such action", "没有这种操作"),
        explanation: Wording(
            "`accepted` lists the most similar ones; docs/inputs.md and `/openapi.json` list all of them.",
            "`accepted` 列出最相近的操作；docs/inputs.md 和 `/openapi.json` 列出所有操作。"
        )
    )

    package static let unknownRule = ProblemCode(
        "unknown-rule",
        .unprocessableContent,
        title: Wording("There is no such rule", "没有这条规则"),
        explanation: Wording(
            "There is no rule with this name. `GET /v1/rulebook` lists all rules.",
            "没有这个名称的规则。`GET /v1/rulebook` 列出所有规则。"
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
            "`/openapi.json` describes all paths.",
            "`/openapi.json` 说明了所有路径。"
        )
    )

    package static let methodNotAllowed = ProblemCode(
        "method-not-allowed",
        .methodNotAllowed,
        title: Wording("The path does not support this method", "这个路径不支持该方法"),
        explanation: Wording(
            "The header `Allow` lists the methods that the path supports.",
            "`Allow` 头列出这个路径支持的方法。"
        )
    )

    package static let unknownDevice = ProblemCode(
        "unknown-device",
        .notFound,
        title: Wording("There is no such device", "没有这台设备"),
        explanation: Wording(
            """
            The device was never created, was deleted, or has expired. Or the server has restarted, and keeps \
            devices only in memory: it has neither a data directory nor a database.
            """,
            """
            这台设备从未创建，已被删除，或已到期；也可能是服务器重新启动了，而它只在内存中保存设备：既没有数据目\
            录，也没有数据库。
            """
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
            """
            No process of the device has this number, or the process ended so long ago that the server no \
            longer keeps it.
            """,
            "设备上没有这个编号的进程，或它结束已久，服务器不再保留它。"
        )
    )

    package static let unknownScene = ProblemCode(
        "unknown-scene",
        .notFound,
        title: Wording("There is no such scene", "没有这个场景"),
        explanation: Wording(
            "The app has no scene session with this number, or the session was discarded.",
            "应用没有这个编号的场景会话，或它已被丢弃。"
        )
    )

    package static let unknownCallback = ProblemCode(
        "unknown-callback",
        .notFound,
        title: Wording("There is no such callback in flight", "没有正在执行的这个回调"),
        explanation: Wording(
            """
            The callback has already returned, or the app never had a callback with this number. `accepted` \
            lists the callbacks in flight.
            """,
            "这个回调已经返回，或从来没有过。`accepted` 列出正在执行的回调。"
        )
    )

    package static let unknownProfile = ProblemCode(
        "unknown-profile",
        .notFound,
        title: Wording("There is no such rule profile", "没有这套规则"),
        explanation: Wording(
            "There is no rule profile with this name. `accepted` lists all profiles.",
            "没有这个名称的规则集。`accepted` 列出所有规则集。"
        )
    )

    package static let unknownReport = ProblemCode(
        "unknown-report",
        .notFound,
        title: Wording("There is no such report of the app", "应用没有这份报告"),
        explanation: Wording(
            "The app has no report with this name, or the report is no longer kept.",
            "应用没有这个名称的报告，或它已不再保留。"
        )
    )

    package static let unknownPush = ProblemCode(
        "unknown-push",
        .notFound,
        title: Wording("There is no such push", "没有这条推送"),
        explanation: Wording(
            """
            The APNs listener never accepted a push with this apns-id, the push is no longer kept, or its \
            device was deleted. `GET /v1/requests?listener=apns&refused=true` lists the requests that the \
            listener refused.
            """,
            """
            APNs 监听端从未接受过这个 apns-id 的推送，这条推送已不再保留，或它的设备已被删除。\
            `GET /v1/requests?listener=apns&refused=true` 列出监听端拒绝的请求。
            """
        )
    )

    package static let recordsEvicted = ProblemCode(
        "records-evicted",
        .gone,
        title: Wording("The records are no longer kept", "这些记录已不再保留"),
        explanation: Wording(
            """
            The requested records or the requested state are older than what the server still keeps. \
            `accepted` has the lowest value of `field` for which everything is kept.
            """,
            "所请求的记录或状态早于服务器仍保留的内容。`accepted` 是 `field` 的最小值，从它起一切都有保留。"
        )
    )

    // The request is not possible in the present state.
    package static let deviceExists = ProblemCode(
        "device-exists",
        .conflict,
        title: Wording("There is already a device with this id", "已有同一标识的设备"),
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
            "The user cannot do this while the device is locked. Send `device.unlock` first.",
            "设备锁定时用户不能这样做。请先发送 `device.unlock`。"
        )
    )

    package static let deviceSetAside = ProblemCode(
        "device-set-aside",
        .conflict,
        title: Wording("The device could not be recovered", "设备无法恢复"),
        explanation: Wording(
            """
            The server could not recover the device from its store, and has set it aside. The device can only \
            be deleted. The log has the reason.
            """,
            "服务器无法从存储中恢复这台设备，已将它搁置。它只能被删除。日志说明了原因。"
        )
    )

    package static let notPossibleNow = ProblemCode(
        "not-possible-now",
        .conflict,
        title: Wording("This is not possible in the present state", "当前状态下无法做到"),
        explanation: Wording(
            """
            `detail` says why, and `state` has the state at that moment. `GET .../events/possible` lists the \
            events that are possible now.
            """,
            "`detail` 说明原因，`state` 说明当时的状态。`GET .../events/possible` 列出现在可能的事件。"
        )
    )

    package static let processNotRunning = ProblemCode(
        "process-not-running",
        .conflict,
        title: Wording("The app has no process", "应用没有进程"),
        explanation: Wording(
            "The app has no process, so its code cannot run. Launch it first.",
            "应用没有进程，它的代码无法运行。请先启动应用。"
        )
    )

    package static let processSuspended = ProblemCode(
        "process-suspended",
        .conflict,
        title: Wording("The process is suspended", "进程已挂起"),
        explanation: Wording(
            "The code of a suspended process cannot run. Wake the app first, or bring it to the front.",
            "挂起的代码无法运行。请先唤醒应用，或让它来到前台。"
        )
    )

    package static let multipleScenesNotSupported = ProblemCode(
        "multiple-scenes-not-supported",
        .conflict,
        title: Wording("The app does not support several scenes", "应用不支持多个场景"),
        explanation: Wording(
            "The app's Info.plist does not allow several scenes, or the device shows only one.",
            "应用的 Info.plist 不允许多个场景，或设备只显示一个。"
        )
    )

    package static let limitReached = ProblemCode(
        "limit-reached",
        .conflict,
        title: Wording("A limit is reached", "已达上限"),
        explanation: Wording(
            """
            The server, a device or an app has as many of something as it may have. `detail` says of what. \
            Remove some, or raise the limit if there is a setting for it.
            """,
            "服务器、设备或应用所拥有的某种东西已达上限。`detail` 说明是什么。请移除一些；若有相应的设置，也可以提高上限。"
        )
    )

    package static let tooManyDevices = ProblemCode(
        "too-many-devices",
        .insufficientStorage,
        title: Wording("The server has as many devices as it may have", "服务器的设备数量已达上限"),
        explanation: Wording(
            """
            The server has as many devices as `--max-devices` allows. Delete devices that you no longer need, \
            for instance by label, or create devices with `expiresAfterSeconds`.
            """,
            """
            服务器的设备数已达 `--max-devices`。请删除不再需要的设备（例如按标签删除），或在创建设备时给出 \
            `expiresAfterSeconds`。
            """
        )
    )

    package static let answerNotKept = ProblemCode(
        "answer-not-kept",
        .conflict,
        title: Wording("The first answer was too large to keep", "第一次的应答过大，没有保留"),
        explanation: Wording(
            """
            The server carried out the request with this `Idempotency-Key` when it first came, but the answer \
            was too large to keep. The server does not carry out the request again. The device's timeline \
            shows what it did.
            """,
            """
            带有这个 `Idempotency-Key` 的请求第一次到来时，服务器已执行，但应答过大，没有保留。服务器不会再次执\
            行它。设备的时间线说明它做了什么。
            """
        )
    )

    package static let preconditionFailed = ProblemCode(
        "precondition-failed",
        .preconditionFailed,
        title: Wording("The device is not at the expected sequence", "设备不在预期的序号"),
        explanation: Wording(
            """
            The device is at another sequence than the one in `If-Match`: it has changed. Read the device \
            again, and decide anew.
            """,
            "设备的序号与 `If-Match` 中的不同：它已改变。请重新读取设备，再作决定。"
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
            A page in a browser may change something only if it comes from this server: `Origin` must have the \
            host and port of `Host`. A proxy in front of the server must pass on `Host` as the browser sent \
            it.
            """,
            """
            浏览器中的页面只有来自这个服务器时才能更改内容：`Origin` 的主机和端口必须与 `Host` 相同。前面的代理\
            必须原样转交浏览器发送的 `Host`。
            """
        )
    )

    package static let hostNotAllowed = ProblemCode(
        "host-not-allowed",
        .misdirectedRequest,
        title: Wording("The server does not have this name", "服务器不使用这个名称"),
        explanation: Wording(
            """
            The request names a server that is not this one. Another site can make its name lead here to \
            attack the server, so the server answers only to names that it knows. Use an IP address or \
            `localhost`, or add the name to `--allowed-hosts`.
            """,
            """
            请求所指的服务器名称不是此服务器的。其他网站可以让自己的名称指向这里，借此攻击服务器，因此服务器只应\
            答它认识的名称。请使用 IP 地址或 `localhost`，或把这个名称加入 `--allowed-hosts`。
            """
        )
    )

    package static let overloaded = ProblemCode(
        "overloaded",
        .serviceUnavailable,
        title: Wording("The service has too much to do", "服务过于繁忙"),
        explanation: Wording(
            """
            The server has reached a limit of its load. The same request can succeed later: wait as long as \
            `Retry-After` says.
            """,
            "服务器已达到负载上限。同样的请求稍后可能成功：请按 `Retry-After` 所说的时间等待。"
        )
    )

    package static let storeUnavailable = ProblemCode(
        "store-unavailable",
        .serviceUnavailable,
        title: Wording("The store cannot be used", "无法使用存储"),
        explanation: Wording(
            """
            The server cannot write or read its store, because the store is full, its disk is full or broken, \
            or the database cannot be reached. Nothing was changed. The server keeps trying.
            """,
            "服务器无法写入或读取存储，因为存储已满，磁盘已满或损坏，或者无法连接数据库。没有任何更改。服务器会不断重试。"
        )
    )

    package static let outcomeUnknown = ProblemCode(
        "outcome-unknown",
        .serviceUnavailable,
        title: Wording("It is not known whether the change was made", "更改结果未知"),
        explanation: Wording(
            """
            The server lost its connection to the database while it wrote a change, and could not connect \
            again in time. Either the change was made, or nothing was. Read the device, or send the same \
            request with the same `Idempotency-Key`.
            """,
            """
            服务器写入更改时与数据库的连接中断，且未能及时恢复。更改可能已生效，也可能什么都没有更改。请读取设备，\
            或用相同的 `Idempotency-Key` 再次发送同样的请求。
            """
        )
    )

    package static let notReady = ProblemCode(
        "not-ready",
        .serviceUnavailable,
        title: Wording("The service is not ready", "服务还没有就绪"),
        explanation: Wording(
            "The service is starting or stopping, or cannot write to its store. `state` says which.",
            "服务正在启动、正在停止，或无法写入存储：`state` 说明是哪一种。"
        )
    )

    package static let clientClosedRequest = ProblemCode(
        "client-closed-request",
        .clientClosedRequest,
        title: Wording("The client has closed the connection", "客户端已关闭连接"),
        explanation: Wording(
            """
            The client closed the connection before its request was answered, for instance during a wait. \
            Nobody gets this answer. Its status is in `GET /v1/requests`, in the log and in the metrics.
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
            "This is a bug. The log has a line with the `requestID`. Please report it.",
            "这是一个程序错误。日志中有一行带有 `requestID`。请报告它。"
        )
    )
}

extension HTTPResponse.Status {
    /// 499, as nginx has it: the client has closed the connection before it was answered. Nobody reads it.
    static var clientClosedRequest: Self { .init(code: 499, reasonPhrase: "Client Closed Request") }
    /// 507: the service has no room for another one.
    static var insufficientStorage: Self { .init(code: 507, reasonPhrase: "Insufficient Storage") }
}
