/// What the server says of the listener for clients of APNs.
enum APNsSentences {
    /// The Chinese of each sentence, by its template.
    static let chinese = [
        "There is no key with this identifier.": "没有这个标识符的密钥。",
        "The server has {limit} keys, which is its limit.": "服务器已有 {limit} 个密钥，这是上限。",
        "The server has {limit} faults, which is its limit.": "服务器已有 {limit} 个故障，这是上限。",
        "The server does not listen for clients of APNs: see --apns-port.": "服务器没有为 APNs 客户端监听：见 --apns-port。",
        "a reason of APNs, or none": " APNs 的原因，或 none",
        "With the reason none, status must not be given.": "原因为 none 时不能给出 status。",
        "With the reason none, the push is accepted, so give delaySeconds above 0, or goAway.":
            "原因为 none 时推送会被接受：请给出大于 0 的 delaySeconds，或 goAway。",
        "a device token of 64 hexadecimal digits": " 64 位十六进制数字的设备令牌",
        "pem must be a private or public key of P-256 in PEM.": "pem 必须是 PEM 格式的 P-256 私钥或公钥。",
    ]
}
