/// What the server says of explorations.
enum ExplorationSentences {
    /// The Chinese of each sentence, by its template.
    static let chinese = [
        "There is no exploration {exploration}.": "没有探索 {exploration}。",
        "There is no exploration \"{exploration}\".": "没有探索 \"{exploration}\"。",
        "There is an exploration {exploration} already.": "已有探索 {exploration}。",
        "The exploration has found no failure \"{failure}\".": "这次探索没有发现失败 \"{failure}\"。",
        "The exploration {exploration} has found no failure {failure}.": "探索 {exploration} 没有发现失败 {failure}。",
        "The exploration {exploration} has no report yet: its failures are shown when it has ended.":
            "探索 {exploration} 还没有报告：结束后才显示它发现的失败。",
        "{limit} explorations are waiting, which is the limit of the server.": "已有 {limit} 次探索在等待，这是服务器的上限。",
        "{limit} streams of explorations are open, which is the limit of the server.": "已打开 {limit} 个探索的事件流，这是服务器的上限。",
        "On this server, an exploration can have at most {limit} transitions.": "在此服务器上，一次探索最多 {limit} 次转换。",
        "The exploration has no event and no action to try.": "这次探索没有可以尝试的事件或操作。",
        "A remote exploration cannot have variants, because they change a declared behavior.":
            "由客户端执行的探索不能有变体：变体更改的是声明的行为。",
        "A remote exploration cannot have attached: the app's own code decides when its handlers return.":
            "由客户端执行的探索不能有 attached：由应用自己的代码决定处理函数何时返回。",
        "The failure has {count} inputs.": "这个失败有 {count} 个输入。",
        "The field run is missing: a report must name its run.": "缺少字段 run：报告必须写明它的那次运行。",
        "There may be at most {limit} labels on an exploration.": "一次探索最多有 {limit} 个标签。",
    ]
}
