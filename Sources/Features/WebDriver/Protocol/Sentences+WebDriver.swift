/// What the server says of sessions.
enum WebDriverSentences {
    /// The Chinese of each sentence, by its template.
    static let chinese = [
        "The command has used up {limit} advances of the clock; let less time pass at once.":
            "命令已用完 {limit} 次时钟推进；请一次让更少的时间流逝。"
    ]
}
