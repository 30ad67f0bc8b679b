/// What the server says of sessions.
enum WebDriverSentences {
    /// The Chinese of each sentence, by its template.
    static let chinese = [
        "The command would need more than {limit} advances of the clock. Let less time pass with one command.":
            "这个命令需要推进时钟 {limit} 次以上。请在一个命令中让更少的时间流逝。"
    ]
}
