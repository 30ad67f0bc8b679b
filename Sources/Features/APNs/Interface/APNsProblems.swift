import HTTPAPI
import HTTPTypes
import WireFormat

/// The problems of the listener for clients of APNs.
extension ProblemCode {
    package static let unknownKey = ProblemCode(
        "unknown-key",
        .notFound,
        title: Wording("There is no such provider key", "没有这个推送密钥"),
        explanation: Wording(
            "No provider key with this identifier is registered.",
            "没有登记这个标识符的推送密钥。"
        )
    )
}
