/// What the server says of tools for agents.
enum MCPSentences {
    /// The Chinese of each sentence, by its template.
    static let chinese = [
        "{tool} needs the argument {argument}.": "{tool} 需要参数 {argument}。",
        "{tool} has no argument \"{argument}\".": "{tool} 没有参数 \"{argument}\"。",
        "{argument} must not be empty.": "{argument} 不能为空。",
        "{argument} must be a text or a number.": "{argument} 必须是文本或数。",
    ]
}
