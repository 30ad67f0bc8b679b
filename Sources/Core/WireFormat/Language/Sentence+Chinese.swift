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
        "\"{host}\" is not a name of this server. The setting --allowed-hosts lists its names.":
            "\"{host}\" 不是此服务器的名称。设置 --allowed-hosts 列出它的名称。",
        "The request comes from a page of another site.": "请求来自其他网站的页面。",
        "A header \"Authorization: Bearer ...\" is needed.": "需要 \"Authorization: Bearer ...\" 头。",
        "The bearer token is not the right one.": "Bearer 令牌不正确。",
        "This token can only read.": "这个令牌只能读取。",
        "The {part} may have at most {limit} combining marks in a row.": "{part}中最多可以连续有 {limit} 个组合用记号。",
        "path or query": "路径或查询",
        "header Host": "Host 头",
        "header {header}": "{header} 头",
        "The header Expect must be {expected}, and is \"{found}\".": "Expect 头必须是 {expected}，而它是 \"{found}\"。",
        "The header Transfer-Encoding must be {expected}, and is \"{found}\".":
            "Transfer-Encoding 头必须是 {expected}，而它是 \"{found}\"。",
        "The client has disconnected.": "客户端已断开连接。",
        "There is nothing at this path.": "这个路径下什么也没有。",
        """
        There is nothing at this path. Clients of Appium and WebDriverAgent connect to ports of their own: those of \
        --appium-port and --wda-port.
        """:
            "这个路径下什么也没有。Appium 和 WebDriverAgent 的客户端连接各自的端口：由 --appium-port 和 --wda-port 设置。",
        "{path} supports {methods}.": "{path} 支持的方法是 {methods}。",
        "The body may have at most {limit} bytes.": "请求体最多 {limit} 字节。",
        "The body is too large.": "请求体过大。",
        "A line may have at most {limit} bytes.": "一行最多 {limit} 字节。",
        "The body is not UTF-8.": "请求体不是 UTF-8。",
        "The body must be {types} in UTF-8, and is \"{found}\".": "请求体必须是 UTF-8 编码的 {types}，而它是 \"{found}\"。",
        "A request with a body needs the header \"Content-Type: {type}\".": "带有请求体的请求需要 \"Content-Type: {type}\" 头。",
        "The server can answer with {types}, and \"{found}\" accepts none of them.":
            "服务器能以 {types} 应答，而 \"{found}\" 都不接受。",
        "An array of inputs must not be empty.": "输入的数组不能为空。",
        "There may be at most {limit} inputs in one request, not {count}.": "一个请求最多有 {limit} 个输入，而不是 {count} 个。",
        "An idempotency key has 1 to {limit} visible ASCII characters.": "幂等键由 1 到 {limit} 个可见的 ASCII 字符组成。",
        "A batch cannot have an idempotency key, because its answer is not kept. Send the events one by one to use keys.":
            "批量请求不接受幂等键：它的应答不会保留。要使用幂等键，请逐个发送事件。",
        "The idempotency key {key} was used for a different request.": "幂等键 {key} 已用于另一个请求。",
        """
        The request with the idempotency key {key} was carried out, but its answer was too large to keep. The device's \
        timeline shows what it did.
        """: "带有幂等键 {key} 的请求已执行，但应答过大，没有保留。设备的时间线说明它做了什么。",
        "If-Match must be * or list entity tags of this service, such as \"17\".":
            "If-Match 必须是 *，或列出本服务给出的实体标签，例如 \"17\"。",
        "The device is at sequence {sequence}, not at {expected}.": "设备的序号是 {sequence}，不是 {expected}。",
        "Last-Event-ID must be the id of an event of this stream, such as {example}, and is \"{found}\".":
            "Last-Event-ID 必须是这个事件流中事件的标识，例如 {example}，而它是 \"{found}\"。",

        // Query parameters
        "There is no query parameter \"{name}\" here.": "这里没有查询参数 \"{name}\"。",
        "There are no query parameters here.": "这里没有查询参数。",
        "The query parameter \"{name}\" is not percent-encoded UTF-8.": "查询参数 \"{name}\" 不是百分号编码的 UTF-8。",
        "The query parameter {name} can be given only once.": "查询参数 {name} 只能给出一次。",
        "The query parameter {name} must not be given for a stream.": "事件流不能给出查询参数 {name}。",
        "The query parameter limit must not be given together with last, because last is itself a limit.":
            "查询参数 limit 不能与 last 一起给出，后者本身就是上限。",
        "The query parameter {name} must be {expected}, and is \"{found}\".":
            "查询参数 {name} 必须是{expected}，而它是 \"{found}\"。",
        "an integer from {least} to {most}": "{least} 到 {most} 的整数",
        "a number of seconds from {least} to {most}": "{least} 到 {most} 的秒数",
        "true or false": " true 或 false",
        "true": " true",
        "one of the accepted names": "可接受的名称之一",
        "a label such as run:4711": "标签，例如 run:4711",
        "Give a label of the devices to delete, such as ?label=run:4711. Without a label, no device is deleted.":
            "请给出要删除的设备的标签，例如 ?label=run:4711。没有标签则不删除任何设备。",

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
        "No push with the apns-id \"{apnsID}\" is kept.": "没有保留 apns-id 为 \"{apnsID}\" 的推送。",
        "The push was for the device {device}, which was deleted.": "推送所针对的设备 {device} 已被删除。",
        "The oldest record that is still kept is {oldest}.": "仍保留的最早的记录是 {oldest}。",
        "The oldest state that is still kept is the one at the sequence {oldest}.": "仍保留的最早的状态是序号 {oldest} 处的状态。",

        // Explorations
        """
        The first records of the device {device} are no longer kept, or its timeline cannot be written as a scenario.
        """: "设备 {device} 最初的记录已不再保留，或它的时间线不能写成情景文件。",
        "The exploration {exploration} has no remote runs: it was begun without \"remote\": true.":
            "探索 {exploration} 没有远程运行：开始时没有给出 \"remote\": true。",
        "The remote run {run} was reported already, or is not the one that the server handed out last. Ask without a report.":
            "远程运行 {run} 已报告过，或不是服务器最近发出的那一次。请不带报告再次请求。",

        // Limits
        "This server has {limit} devices, which is its limit.":
            "此服务器已有 {limit} 台设备，这是上限。",
        "There may be at most {limit} {what}.": "{what}最多 {limit} 个。",
        "apps on a device": "一台设备上的应用",
        "bytes of apps on a device": "一台设备上应用的字节数",
        "bytes of records in a timeline that is exported": "要导出的时间线中记录的字节数",
        "labels on a device": "一台设备的标签",
        "inputs in one request": "一个请求中的输入",
        "parts of a condition": "一个条件的组成部分",
        "webhooks": " webhook ",
        "The server has {limit} open streams, which is its limit.": "服务器已打开 {limit} 个事件流，这是上限。",
        "The server is answering {limit} requests, which is its limit.": "服务器正在应答 {limit} 个请求，这是上限。",
        "Too many requests are waiting.": "等待中的请求过多。",
        "Too many requests are waiting for this device, or their conditions have too many parts.":
            "等待这台设备的请求过多，或它们的条件组成部分过多。",
        "Too many requests with idempotency keys are being answered.": "正在应答的带有幂等键的请求过多。",
        "Too many changes are waiting to be written to the store.": "等待写入存储的更改过多。",
        "The device {device} is behind its clock: more of its deadlines are due than the server settles for one request.":
            "设备 {device} 落后于自己的时钟：到期的事项多于服务器为一个请求处理的数量。",
        "Other servers keep changing the device, so the request was not carried out.": "其他服务器不断更改这台设备，因此没有执行这个请求。",
        "Other servers keep changing the same data, so the request was not carried out.": "其他服务器不断更改同一数据，因此没有执行这个请求。",
        "Other servers keep changing webhooks, explorations or keys, so they could not be read.":
            "其他服务器不断更改 webhook、探索或密钥，因此无法读取它们。",

        // The store and the server
        "The server could not recover the device {device} and has set it aside: {reason}. The device can only be deleted.":
            "服务器无法恢复设备 {device}，已将它搁置：{reason}。它只能被删除。",
        "Nothing can be changed, because the server cannot write to its store: {reason}.":
            "无法写入存储，因此不能更改任何内容：{reason}。",
        "The server cannot read its store: {reason}.": "无法读取存储：{reason}。",
        "The connection to the store was lost, and it is not known whether the change was made: {reason}.":
            "与存储的连接已断开，不知道更改是否完成：{reason}。",
        "The service is starting: it recovers devices, or waits for its database.":
            "服务正在启动：正在恢复设备，或在等待数据库。",
        "The service is ready.": "服务已就绪。",
        "Nothing can be changed now, because the server cannot write to its store.": "现在不能更改任何内容，因为服务器无法写入存储。",
        "The service is stopping.": "服务正在停止。",
        "The server is being shut down.": "服务器正在关闭。",
        "The request could not be answered. The log has a line with its id.":
            "无法应答这个请求。日志中有一行带有它的标识。",
    ]
}
