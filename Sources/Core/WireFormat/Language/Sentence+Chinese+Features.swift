import LifecycleKernel

extension Sentence {
    /// What is wrong with webhooks and pushes.
    static let chineseOfFeatures: [String: String] = [
        "The command has used up {limit} advances of the clock; let less time pass at once.":
            "命令已用完 {limit} 次时钟推进；请一次让更少的时间流逝。",
        "The server sends no webhooks: see --webhook-hosts.": "服务器不发送 webhook：见 --webhook-hosts。",
        "The host of url must be one that --webhook-hosts names.": "url 的主机必须是 --webhook-hosts 列出的。",
        "The field url is missing: it must be {expected}.": "缺少字段 url：它必须是{expected}。",
        "a URL of http or https, with a plain host name or an address, and without user, password and fragment":
            " http 或 https 的 URL，带有普通主机名或地址，不带用户、密码和片段",
        "secret must be whsec_ and {least} to {most} bytes in base64.":
            "secret 必须是 whsec_ 加上 {least} 到 {most} 字节的 base64。",
        "A filter has at most {limit} labels.": "一个筛选条件最多有 {limit} 个标签。",
        "this is no URL of a webhook": "这不是 webhook 的 URL",
        "this is no secret of a webhook": "这不是 webhook 的密钥",
        "a reason of APNs, or none": " APNs 的原因，或 none",
        "With the reason none there is no status.": "原因为 none 时没有 status。",
        "With the reason none the push is accepted: give delaySeconds above 0, or goAway.":
            "原因为 none 时推送会被接受：请给出大于 0 的 delaySeconds，或 goAway。",
        "a device token of 64 hexadecimal digits": " 64 位十六进制数字的设备令牌",
        "pem must be a private or public key of P-256 in PEM.": "pem 必须是 PEM 格式的 P-256 私钥或公钥。",
    ]
}
