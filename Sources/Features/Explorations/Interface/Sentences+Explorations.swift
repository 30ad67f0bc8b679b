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
        "{limit} explorations wait already, which is the most.": "已有 {limit} 次探索在等待，这是上限。",
        "{limit} streams of explorations are open already.": "已打开 {limit} 个探索的事件流。",
        "On a server the transitions of an exploration are at most {limit}.": "在服务器上，一次探索最多 {limit} 次转换。",
        "No event or action may be tried: nothing is explored.": "没有可以尝试的事件或操作：没有可探索的内容。",
        "A remote exploration has no variants: they are of a declared behavior.": "由客户端执行的探索没有变体：变体属于声明的行为。",
        "A remote exploration has no attached: its code says when its handlers return.":
            "由客户端执行的探索没有 attached：由它的代码决定处理函数何时返回。",
        "The failure has {count} inputs.": "这个失败有 {count} 个输入。",
        "The field run is missing: what a report has is about a run.": "缺少字段 run：报告的内容是关于一次运行的。",
        "There may be at most {limit} labels on an exploration.": "一次探索最多有 {limit} 个标签。",
    ]
}
