import HTTPAPI
import HTTPTypes
import WireFormat

/// The problems of explorations.
extension ProblemCode {
    package static let notExplorable = ProblemCode(
        "not-explorable",
        .unprocessableContent,
        title: Wording("There is nothing to explore", "没有可以探索的内容"),
        explanation: Wording(
            """
            The exploration has no app, a step of `start` is refused, or there is no event and no action to \
            try. `field` says which.
            """,
            "没有要探索的应用，`start` 中的某一步被拒绝，或没有任何事件和操作可以尝试。`field` 说明是哪一种。"
        )
    )

    package static let unknownExploration = ProblemCode(
        "unknown-exploration",
        .notFound,
        title: Wording("There is no such exploration, or it has no such failure", "没有这次探索，或它没有这个失败"),
        explanation: Wording(
            """
            The exploration was never started, was deleted, or ended so long ago that the server no longer \
            keeps it; or the server has restarted. Or its report has no failure with this number.
            """,
            "这次探索从未开始，已被删除，或结束已久而不再保留；也可能是服务器重新启动了。或者它的报告中没有这个编号的失败。"
        )
    )

    package static let unknownRemoteRun = ProblemCode(
        "unknown-remote-run",
        .conflict,
        title: Wording("The server waits for the report of another run", "服务器等待的是另一次执行的报告"),
        explanation: Wording(
            """
            The run was reported already, or the server has handed it out again because a client asked without \
            a report. Ask without a report to get the current run.
            """,
            "这次执行已经报告过；或者因为客户端没有报告就再次请求，它已重新分发。请不带报告再次请求，以取得当前需要的执行。"
        )
    )
}
