import HTTPAPI
import HTTPTypes
import WireFormat

/// The problems of webhooks.
extension ProblemCode {
    package static let unknownWebhook = ProblemCode(
        "unknown-webhook",
        .notFound,
        title: Wording("There is no such webhook", "没有这个 webhook"),
        explanation: Wording(
            """
            The webhook was never registered or was removed; or the server was started anew without a data \
            directory.
            """,
            "这个 webhook 从未登记或已被移除；也可能是服务器在没有数据目录的情况下重新启动了。"
        )
    )
}
