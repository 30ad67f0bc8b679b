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
            The webhook was never registered, or was removed. Or the server has restarted, and keeps webhooks \
            only in memory: it has neither a data directory nor a database.
            """,
            """
            这个 webhook 从未登记或已被移除；也可能是服务器重新启动了，而它只在内存中保存 webhook：既没有数据目\
            录，也没有数据库。
            """
        )
    )
}
