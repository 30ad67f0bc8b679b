/// What the server says of webhooks.
enum WebhookSentences {
    /// The Chinese of each sentence, by its template.
    static let chinese = [
        "There is no webhook \"{webhook}\".": "没有 webhook \"{webhook}\"。",
        "Too many messages of this webhook are waiting.": "这个 webhook 等待中的消息过多。",
        "The server sends no webhooks: see --webhook-hosts.": "服务器不发送 webhook：见 --webhook-hosts。",
        "The host of url must be one that --webhook-hosts names.": "url 的主机必须是 --webhook-hosts 列出的。",
        "The field url is missing: it must be {expected}.": "缺少字段 url：它必须是{expected}。",
        "a URL of http or https, with a plain host name or an address, and without user, password and fragment":
            " http 或 https 的 URL，带有普通主机名或地址，不带用户、密码和片段",
        "secret must be whsec_ and {least} to {most} bytes in base64.":
            "secret 必须是 whsec_ 加上 {least} 到 {most} 字节的 base64。",
        "A filter has at most {limit} labels.": "一个筛选条件最多有 {limit} 个标签。",
        "this is not the URL of a webhook": "这不是 webhook 的 URL",
        "this is not the secret of a webhook": "这不是 webhook 的密钥",
    ]
}
