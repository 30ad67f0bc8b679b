import LifecycleKernel
import Synchronization

/// The catalogue of sentences.
extension Sentence {
    /// The Chinese of each sentence, by its template: those of the core, and of features that were added. A test compares it with the sources.
    package static var chinese: [String: String] { catalogue.withLock { $0 } }

    /// Adds the sentences of features.
    package static func addChinese(_ sentences: some Sequence<(key: String, value: String)>) {
        catalogue.withLock { $0.merge(sentences.map { ($0.key, $0.value) }) { first, _ in first } }
    }

    private static let catalogue = Mutex(chineseOfCore)

    private static let chineseOfCore: [String: String] = [
        chineseOfRequests, chineseOfFields, chineseOfDevices, chineseOfScenarios, chineseOfFindings, chineseOfAdvice,
        chineseOfExplanations, chineseOfVerdicts,
    ].reduce(into: [:]) { all, some in all.merge(some) { first, _ in first } }

    /// What is wrong with a request, and what the server cannot do.
    private static let chineseOfRequests: [String: String] = [
        // Heads and bodies of requests
        "The request cannot be parsed: {reason}.": "无法解析请求：{reason}。",
        "There must be one Host header, with a name or an address.": "必须有一个 Host 头，写明名称或地址。",
        "\"{host}\" is not a name of this server; --allowed-hosts says which names are.":
            "\"{host}\" 不是此服务器的名称；--allowed-hosts 说明哪些是。",
        "The request comes from a page of another site.": "请求来自其他网站的页面。",
        "A header \"Authorization: Bearer ...\" is needed.": "需要 \"Authorization: Bearer ...\" 头。",
        "The bearer token is not the right one.": "Bearer 令牌不正确。",
        "With this token nothing can be changed.": "用这个令牌不能更改任何内容。",
        "The {part} may have at most {limit} combining marks in a row.": "{part}中最多可以连续有 {limit} 个组合用记号。",
        "path or query": "路径或查询",
        "header Host": "Host 头",
        "header {header}": "{header} 头",
        "Nothing but {expected} may be expected, not \"{found}\".": "Expect 只能是 {expected}，不能是 \"{found}\"。",
        "The body must be sent as it is or {expected}, not as \"{found}\".":
            "请求体必须按原样或以 {expected} 发送，不能以 \"{found}\" 发送。",
        "The client has disconnected.": "客户端已断开连接。",
        "There is nothing at this path.": "这个路径下什么也没有。",
        """
        There is nothing at this path. Clients of Appium and WebDriverAgent connect to ports of their own: those of \
        --appium-port and --wda-port.
        """:
            "这个路径下什么也没有。Appium 和 WebDriverAgent 的客户端连接各自的端口：由 --appium-port 和 --wda-port 设置。",
        "{path} takes {methods}.": "{path} 支持的方法是 {methods}。",
        "The body may have at most {limit} bytes.": "请求体最多 {limit} 字节。",
        "The body is too large.": "请求体过大。",
        "A line may have at most {limit} bytes.": "一行最多 {limit} 字节。",
        "The body is not UTF-8.": "请求体不是 UTF-8。",
        "The body must be {types} in UTF-8, and is \"{found}\".": "请求体必须是 UTF-8 编码的 {types}，而它是 \"{found}\"。",
        "A body needs its type: a header \"Content-Type: {type}\".": "请求体需要说明类型：加上头 \"Content-Type: {type}\"。",
        "The answer comes as {types}, and \"{found}\" takes none of them.": "应答的类型是 {types}，而 \"{found}\" 都不接受。",
        "An array of inputs must have elements.": "输入的数组必须有元素。",
        "There may be at most {limit} inputs in one request, not {count}.": "一个请求最多有 {limit} 个输入，而不是 {count} 个。",
        "An idempotency key has 1 to {limit} visible ASCII characters.": "幂等键由 1 到 {limit} 个可见的 ASCII 字符组成。",
        "A batch takes no idempotency key: its answer is not kept. Send the events one by one to use keys.":
            "批量请求不接受幂等键：它的应答不会保留。要使用幂等键，请逐个发送事件。",
        "The idempotency key {key} was used for a different request.": "幂等键 {key} 已用于另一个请求。",
        """
        The request with the idempotency key {key} was carried out, but its answer was too large to be kept. The device's \
        timeline tells what it did.
        """: "带有幂等键 {key} 的请求已执行，但应答过大，没有保留。设备的时间线说明它做了什么。",
        "If-Match must name entity tags as this service gives them, such as \"17\", or be *.":
            "If-Match 必须是本服务给出的实体标签，例如 \"17\"，或 *。",
        "The device is at sequence {sequence}, not at {expected}.": "设备的序号是 {sequence}，不是 {expected}。",
        "Last-Event-ID must be the id of an event of this stream, such as {example}, and is \"{found}\".":
            "Last-Event-ID 必须是这个事件流中事件的标识，例如 {example}，而它是 \"{found}\"。",

        // Query parameters
        "There is no query parameter \"{name}\" here.": "这里没有查询参数 \"{name}\"。",
        "There are no query parameters here.": "这里没有查询参数。",
        "The query parameter \"{name}\" is not percent-encoded UTF-8.": "查询参数 \"{name}\" 不是百分号编码的 UTF-8。",
        "The query parameter {name} must be given once.": "查询参数 {name} 只能给出一次。",
        "The query parameter {name} must not be given for a stream.": "事件流不能给出查询参数 {name}。",
        "The query parameter limit must not be given together with last, which is a limit itself.":
            "查询参数 limit 不能与 last 一起给出，后者本身就是上限。",
        "The query parameter {name} must be {expected}, and is \"{found}\".":
            "查询参数 {name} 必须是{expected}，而它是 \"{found}\"。",
        "an integer from {least} to {most}": "{least} 到 {most} 的整数",
        "a number of seconds from {least} to {most}": "{least} 到 {most} 的秒数",
        "true or false": " true 或 false",
        "true": " true",
        "one of the accepted names": "可接受的名称之一",
        "a label such as run:4711": "标签，例如 run:4711",
        "Devices are deleted by label, such as ?label=run:4711; without one, nothing is deleted.":
            "按标签删除设备，例如 ?label=run:4711；没有标签则什么也不删除。",

        // What there is not
        "There is no device {device}.": "没有设备 {device}。",
        "There is no device \"{device}\".": "没有设备 \"{device}\"。",
        "There is a device {device} already.": "已有设备 {device}。",
        "There is no process \"{process}\" on this device.": "这台设备上没有进程 \"{process}\"。",
        "There is no callback \"{callback}\" in flight.": "没有正在执行的回调 \"{callback}\"。",
        "There is no report \"{report}\" of \"{bundleID}\", or it is no longer kept.":
            "\"{bundleID}\" 没有报告 \"{report}\"，或它已不再保留。",
        "There is no rule profile \"{profile}\".": "没有规则集 \"{profile}\"。",
        "There is no problem of this name; /problems lists all.": "没有这个名称的错误；/problems 列出了全部。",
        "No push with the apns-id \"{apnsID}\" is remembered.": "没有记住 apns-id 为 \"{apnsID}\" 的推送。",
        "The push was for the device {device}, which was deleted.": "推送所针对的设备 {device} 已被删除。",
        "The oldest record that is still kept is {oldest}.": "仍保留的最早的记录是 {oldest}。",
        "The device is known as it was at {oldest} and later, not before.": "只保留了设备在 {oldest} 及以后的状态，没有更早的。",

        // Explorations
        """
        What has happened on the device {device} before is not kept from its first record on, or cannot be written as a \
        scenario.
        """: "设备 {device} 上此前发生的事情没有从第一条记录起保留，或不能写成情景文件。",
        "The exploration {exploration} has no remote runs: it was begun without \"remote\": true.":
            "探索 {exploration} 没有远程运行：开始时没有给出 \"remote\": true。",
        "The remote run {run} is not the one that was handed out last, or was reported already. Ask without a report.":
            "远程运行 {run} 不是最近发出的那一次，或已报告过。请不带报告再次请求。",

        // Limits
        "This server takes no more devices: it has as many as its limit allows, {limit}.":
            "此服务器不再接受更多设备：已达上限 {limit} 台。",
        "There may be at most {limit} {what}.": "{what}最多 {limit} 个。",
        "apps on a device": "一台设备上的应用",
        "bytes of apps on a device": "一台设备上应用的字节数",
        "bytes of records in a timeline that is exported": "要导出的时间线中记录的字节数",
        "labels on a device": "一台设备的标签",
        "inputs in one request": "一个请求中的输入",
        "parts of a condition": "一个条件的组成部分",
        "webhooks": " webhook ",
        "There are {limit} streams already, which is the most.": "已有 {limit} 个事件流，这是上限。",
        "{limit} requests are being answered, which is the most.": "正在应答 {limit} 个请求，这是上限。",
        "Too many requests wait.": "等待中的请求过多。",
        "Too many requests wait, or for too many things.": "等待中的请求过多，或它们等待的事项过多。",
        "Too many requests with idempotency keys are being answered.": "正在应答的带有幂等键的请求过多。",
        "Too much waits to be written to the store.": "等待写入存储的内容过多。",
        "The device {device} has more due than is settled at once; it is behind its clock.":
            "设备 {device} 到期的事项多于一次能处理的数量；它落后于自己的时钟。",
        "Other servers change the device all the time.": "其他服务器一直在更改这台设备。",
        "Other servers change the same thing all the time.": "其他服务器一直在更改同一内容。",
        "What the server keeps beside devices changes all the time.": "服务器在设备之外保存的内容一直在更改。",

        // The store and the server
        "The device {device} could not be recovered and is left alone: {reason}. It can only be deleted.":
            "设备 {device} 无法恢复，保持原样：{reason}。它只能被删除。",
        "Nothing can be changed, because the store cannot be written: {reason}.":
            "无法写入存储，因此不能更改任何内容：{reason}。",
        "The store cannot be read: {reason}.": "无法读取存储：{reason}。",
        "The connection to the store was lost, and it is not known whether the change was made: {reason}.":
            "与存储的连接已断开，不知道更改是否完成：{reason}。",
        "The service is starting: it recovers devices, or waits for its database.":
            "服务正在启动：正在恢复设备，或在等待数据库。",
        "The service is ready.": "服务已就绪。",
        "The store cannot be written, so nothing can be changed until it can.": "无法写入存储，因此在恢复之前不能更改任何内容。",
        "The service is stopping.": "服务正在停止。",
        "The server is being shut down.": "服务器正在关闭。",
        "The request could not be answered. The log has a line with its id.":
            "无法应答这个请求。日志中有一行带有它的标识。",
    ]
}
