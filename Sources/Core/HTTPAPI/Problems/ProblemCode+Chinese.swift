/// What the codes mean in Simplified Chinese, for the pages about them.
extension ProblemCode {
    /// The title, which the dashboard has, too.
    var chineseTitle: String { chinese.title }

    /// When it occurs, and what to do about it.
    var chineseExplanation: String { chinese.explanation }

    private var chinese: (title: String, explanation: String) {
        switch self {
        // What was sent cannot be read.
        case .malformedRequest:
            (
                "请求不是 HTTP",
                """
                连接上的字节不是 HTTP/1.1 的请求：某一行无法解析，头字段过大或过多，或请求体的长度自相矛盾。\
                连接会被关闭。
                """
            )
        case .clientClosedRequest:
            (
                "客户端已关闭连接",
                """
                客户端在请求得到应答之前关闭了连接，例如在等待期间。没有人会收到这个应答：\
                它的状态码出现在 `GET /v1/requests`、日志和指标中。
                """
            )
        case .expectationFailed:
            (
                "服务器不支持 Expect 所要求的行为",
                """
                `Expect` 只能是 `100-continue`：服务器开始读取请求体时会应答 `100 Continue`，或在此之前拒绝请求。
                """
            )
        case .unsupportedTransferCoding:
            (
                "不支持请求体的传输编码",
                """
                `Transfer-Encoding` 只能是 `chunked`：请求体不能为传输而压缩或另行编码。
                """
            )
        case .malformedHost:
            (
                "请求没有说明要访问哪个服务器",
                """
                每个请求都要有一个 `Host` 头，写明服务器的名称或地址。HTTP 客户端会自行发送；只有 `/livez` 和 `/readyz` 不需要它。
                """
            )
        case .malformedBody:
            (
                "无法读取请求体",
                """
                请求体不是 `Content-Type` 所说的 JSON 或 YAML，或者有文本连续使用了超过 30 个组合用记号。`detail` 说明出错的位置。
                """
            )
        case .unsupportedMediaType:
            (
                "不支持请求体的媒体类型",
                """
                请求体需要 `Content-Type` 头，取 `accepted` 中的一种类型，并用 UTF-8 编码。\
                使用 curl 时，`--json` 会发送它。
                """
            )
        case .notAcceptable:
            (
                "无法以所要求的媒体类型应答",
                """
                `Accept` 中没有任何可用来应答的媒体类型。可用的类型在 `accepted` 中。
                """
            )
        case .tooLarge:
            (
                "请求体过大",
                """
                请求体，或批量请求的一行，超过了 `--max-body-bytes` 或每行的字节数上限。
                """
            )
        case .tooComplex:
            (
                "请求的组成部分过多",
                """
                请求中的输入过多，条件的组成部分过多，或情景文件中的值过多。请分几次发送，或加以简化。
                """
            )
        // What was sent can be read, and is wrong.
        case .unknownField:
            (
                "没有这个字段",
                """
                这里没有这样的字段或查询参数：`field` 是它的名称，`accepted` 列出可用的。
                """
            )
        case .invalidValue:
            (
                "不接受这个值",
                """
                不接受 `field` 的值。`detail` 说明应该是什么；能列举时，`accepted` 会列出。
                """
            )
        case .missingField:
            (
                "缺少字段",
                """
                必须给出 `field`。
                """
            )
        case .unknownEvent:
            (
                "没有这种事件",
                """
                没有这种 `type` 的事件。`accepted` 列出已有的事件。
                """
            )
        case .unknownAction:
            (
                "没有这种操作",
                """
                没有这种 `action`。`accepted` 列出已有的操作。
                """
            )
        case .unknownRule:
            (
                "没有这条规则",
                """
                没有这个名称的规则。`GET /v1/rulebook` 列出已有的规则。
                """
            )
        case .notExplorable:
            (
                "没有可以探索的内容",
                """
                没有要探索的应用，`start` 中的某一步被拒绝，或没有任何事件和操作可以尝试。`field` 说明是哪一种。
                """
            )
        case .idempotencyKeyReused:
            (
                "这个幂等键属于另一个请求",
                """
                这个 `Idempotency-Key` 已用于路径或请求体不同的请求。每个请求请使用新的键。
                """
            )
        // The requested resource does not exist.
        case .unknownPath:
            (
                "这个路径下什么也没有",
                """
                这个路径下什么也没有。`/openapi.json` 说明了所有路径。
                """
            )
        case .methodNotAllowed:
            (
                "这个路径不支持该方法",
                """
                这个路径支持的是其他方法，见 `Allow` 头。
                """
            )
        case .unknownDevice:
            (
                "没有这台设备",
                """
                这台设备从未创建，已被删除，或已到期；也可能是服务器在没有数据目录的情况下重新启动了。
                """
            )
        case .unknownApp:
            (
                "设备上没有这个应用",
                """
                设备上没有安装这个应用。
                """
            )
        case .unknownProcess:
            (
                "设备上没有这个进程",
                """
                设备上没有这个编号的进程，或它结束已久，不再保留。
                """
            )
        case .unknownScene:
            (
                "没有这个场景",
                """
                应用没有这个编号的场景会话，或它已被丢弃。
                """
            )
        case .unknownCallback:
            (
                "没有正在执行的这个回调",
                """
                这个回调已经返回，或从来没有过。`accepted` 列出正在执行的回调。
                """
            )
        case .unknownProfile:
            (
                "没有这套规则",
                """
                没有这个名称的规则集。`accepted` 列出已有的规则集。
                """
            )
        case .unknownReport:
            (
                "应用没有这份报告",
                """
                应用没有这个名称的报告，或它已不再保留。
                """
            )
        case .unknownPush:
            (
                "没有这条推送",
                """
                APNs 监听端没有接受过这个 apns-id 的推送，或已不再记得它。被拒绝的请求只出现在指标中。
                """
            )
        case .unknownKey:
            (
                "没有这个推送密钥",
                """
                没有登记这个标识符的推送密钥。
                """
            )
        case .unknownWebhook:
            (
                "没有这个 webhook",
                """
                这个 webhook 从未登记或已被移除；也可能是服务器在没有数据目录的情况下重新启动了。
                """
            )
        case .unknownExploration:
            (
                "没有这次探索，或它没有这个失败",
                """
                这次探索从未开始，已被删除，或结束已久而不再保留；也可能是服务器重新启动了。或者它的报告中没有这个编号的失败。
                """
            )
        case .recordsEvicted:
            (
                "这些记录已不再保留",
                """
                所请求的内容早于所保留的内容。`accepted` 说明从何处开始还有保留。
                """
            )
        // The request is not possible in the present state.
        case .unknownPlay:
            (
                "不是正在等待报告的这次执行",
                """
                这次执行已经报告过；或者因为客户端没有报告就再次请求，它已重新分发。请不带报告再次请求，以取得当前需要的执行。
                """
            )
        case .deviceExists:
            (
                "已有同一标识的设备",
                """
                请换一个标识，或不填以得到一个新的，或先删除那台设备。
                """
            )
        case .deviceLocked:
            (
                "设备已锁定",
                """
                设备锁定时用户不能这样做。请先发送 `device.unlock`。
                """
            )
        case .deviceSetAside:
            (
                "设备无法恢复",
                """
                无法从存储中恢复这台设备。它只能被删除；日志说明了原因。
                """
            )
        case .notPossibleNow:
            (
                "在当前状态下没有意义",
                """
                `detail` 说明是什么妨碍了它，`state` 说明当时的状态。`GET .../events/possible` 列出现在会被接受的事件。
                """
            )
        case .processNotRunning:
            (
                "应用没有进程",
                """
                应用没有进程，它的代码无法运行。请先启动应用。
                """
            )
        case .processSuspended:
            (
                "进程已挂起",
                """
                挂起的代码无法运行。请先唤醒应用，或让它来到前台。
                """
            )
        case .multipleScenesNotSupported:
            (
                "应用不支持多个场景",
                """
                应用的 Info.plist 不允许多个场景，或设备只显示一个。
                """
            )
        case .limitReached:
            (
                "设备上的数量已达上限",
                """
                服务器、设备或设备上的应用所拥有的某种东西已达上限；`detail` 说明是什么。请移除一些；\
                若有相应的设置，也可以提高上限。
                """
            )
        case .tooManyDevices:
            (
                "服务器的设备数量已达上限",
                """
                服务器的设备数已达 `--max-devices`。请删除不需要的设备（例如按标签删除），或给设备设置 `expiresAfterSeconds`。
                """
            )
        case .answerNotKept:
            (
                "第一次的应答过大，没有保留",
                """
                带有这个 `Idempotency-Key` 的请求第一次到来时已执行，但应答过大，没有保留。\
                它不会再次执行。请从设备的时间线了解它做了什么。
                """
            )
        case .preconditionFailed:
            (
                "资源与预期的不一致",
                """
                设备的序号与 `If-Match` 所说的不同。请重新读取，再作决定。
                """
            )
        // Authorization, and the state of the service.
        case .unauthorized:
            (
                "需要有效的令牌",
                """
                服务器启动时设置了令牌。请用 `Authorization: Bearer` 发送它。
                """
            )
        case .readOnlyToken:
            (
                "该令牌只能读取",
                """
                请求的令牌是 `--read-only-token` 的令牌，不能用它更改任何内容。要更改，\
                请发送 `--token` 的令牌。
                """
            )
        case .crossSite:
            (
                "其他网站的页面不能这样做",
                """
                浏览器中的页面只有来自这个服务器时才能更改内容：`Origin` 的主机和端口必须与 `Host` 相同。\
                前面的代理必须原样转交浏览器发送的 `Host`。
                """
            )
        case .hostNotAllowed:
            (
                "服务器不使用这个名称",
                """
                请求使用了未经允许的服务器名称，这个名称可能属于他人，只是指向这里。请使用 IP 地址或 `localhost`，\
                或在启动服务器时加上 `--allowed-hosts`。
                """
            )
        case .overloaded:
            (
                "服务过于繁忙",
                """
                已达到负载上限。同样的请求稍后会成功：请按 `Retry-After` 所说的时间等待。
                """
            )
        case .outcomeUnknown:
            (
                "更改结果未知",
                """
                写入更改时与数据库的连接中断，且未能及时恢复。更改可能已生效，也可能没有。请查看设备，或用相同的 `Idempotency-Key` 再次发送同样的请求。
                """
            )
        case .storeUnavailable:
            (
                "无法使用存储",
                """
                无法写入或读取存储，因为存储已满，或者磁盘已满或损坏。没有任何更改。服务器会不断重试。
                """
            )
        case .notReady:
            (
                "服务还没有就绪",
                """
                服务正在启动、正在停止，或无法写入存储：`state` 说明是哪一种。
                """
            )
        case .internalError:
            (
                "服务内部出错",
                """
                这是一个程序错误。日志中有一行带有 `requestID`，请报告。
                """
            )
        }
    }
}
