import LifecycleKernel
import Logging
import Synchronization
import Telemetry
import Testing

/// Keeps the lines that are written to it.
final class LineCollector: LogSink {
    private let collected = Mutex("")

    var lines: String { collected.withLock { $0 } }

    func write(_ line: String) { collected.withLock { $0 += line } }
}

/// 2026-03-04T05:06:07.089Z.
private let fixedTime = Instant(milliseconds: 1_772_600_767_089)

@Suite struct JSONLineFormatTests {
    private let sink = LineCollector()

    private func logger(provider: Logger.MetadataProvider? = nil) -> Logger {
        Logger(label: "greenroom") { label in
            LineLogHandler(
                label: label,
                format: .json,
                metadataProvider: provider,
                sink: sink,
                now: { fixedTime }
            )
        }
    }

    @Test func aMessageIsOneLineOfJSON() {
        logger().notice("listening", metadata: ["address": "127.0.0.1", "port": "\(8_080)"])
        #expect(
            sink.lines == #"""
                {"time":"2026-03-04T05:06:07.089Z","level":"notice","label":"greenroom","message":"listening","address":"127.0.0.1","port":"8080"}

                """#
        )
    }

    @Test func metadataIsFlattenedSortedAndCannotHideTheMessage() {
        logger().warning(
            "m",
            metadata: ["z": ["b": ["c": "1"], "a": "2"], "list": ["x", ["y"], ["k": "v"]], "level": "mine"]
        )
        #expect(
            sink.lines.hasSuffix(
                #""message":"m","metadata.level":"mine","list":["x",["y"],["k=v"]],"z.a":"2","z.b.c":"1"}"# + "\n"
            )
        )
    }

    @Test(arguments: [
        ("line\nbreak", #"line\nbreak"#), (#"quote " and \"#, #"quote \" and \\"#), ("tab\tcr\r", #"tab\tcr\r"#),
        ("bell\u{7}", #"bell\u0007"#), ("escape\u{1B}[2J", #"escape\u001b[2J"#), ("\u{2028}", #"\u2028"#),
        ("größe 🎭", "größe 🎭"),
    ])
    func whatIsNotOursCannotBreakTheLine(text: String, escaped: String) {
        logger().error("\(text)", metadata: ["v": "\(text)"])
        #expect(sink.lines.contains(#""message":"\#(escaped)","v":"\#(escaped)"}"#))
        #expect(sink.lines.filter { $0 == "\n" }.count == 1)
    }

    @Test func theMessagesOwnMetadataStandsOverTheProvidersAndThatOverTheHandlers() {
        var logger = logger(provider: .init { ["a": "provider", "b": "provider", "p": "provider"] })
        logger[metadataKey: "a"] = "handler"
        logger[metadataKey: "h"] = "handler"
        logger.info("m", metadata: ["b": "own"])
        #expect(sink.lines.hasSuffix(#""a":"provider","b":"own","h":"handler","p":"provider"}"# + "\n"))
    }

    @Test func metadataOfTheTaskIsWritten() {
        withLogger(logger()) { _ in
            withLogger(mergingMetadata: ["device.id": "d1"]) { _ in Logger.current.info("m") }
        }
        #expect(sink.lines.hasSuffix(#""message":"m","device.id":"d1"}"# + "\n"))
    }

    @Test(
        arguments: [
            (8_080, "8080"), (-1, "-1"), (UInt64.max, "18446744073709551615"), (0.25, "0.25"), (1.0, "1.0"),
            (Float(0.5), "0.5"), (1e300, "1e+300"), (Double.nan, #""nan""#), (-Double.infinity, #""-inf""#),
            (Substring("8080"), #""8080""#), (true, #""true""#),
        ] as [(any CustomStringConvertible & Sendable, String)]
    )
    func aNumberIsANumber(value: any CustomStringConvertible & Sendable, text: String) {
        logger().info("m", metadata: ["v": .stringConvertible(value), "list": [.stringConvertible(value), "1"]])
        #expect(sink.lines.hasSuffix(#""message":"m","list":[\#(text),"1"],"v":\#(text)}"# + "\n"))
    }

    @Test func anErrorIsWritten() {
        struct Broken: Error {}
        logger().error("failed", error: Broken())
        #expect(sink.lines.hasSuffix(#""message":"failed","error":"Broken()"}"# + "\n"))
    }

    @Test func metadataThatNestsWithoutEndIsCutOff() {
        var nested: Logger.MetadataValue = "bottom"
        for _ in 0..<1_000 { nested = ["n": nested] }
        logger().info("m", metadata: ["deep": nested])
        #expect(sink.lines.contains(#""deep.n.n.n.n.n.n.n.n":"["#))
    }

    @Test func copiesOfALoggerAreIndependent() {
        var one = logger()
        one.logLevel = .debug
        one[metadataKey: "only"] = "first"
        var other = one
        other.logLevel = .error
        other[metadataKey: "only"] = "second"
        #expect(one.logLevel == .debug)
        #expect(one[metadataKey: "only"] == "first")
        other.warning("below its level")
        #expect(sink.lines.isEmpty)
    }

    @Test(arguments: [
        (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
        (951_782_400_000, "2000-02-29T00:00:00.000Z"),
        (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
    ])
    func timesAreWrittenInUTC(milliseconds: Int64, text: String) {
        Logger(label: "l") { label in
            LineLogHandler(
                label: label,
                format: .json,
                sink: sink,
                now: { Instant(milliseconds: milliseconds) }
            )
        }.info("m")
        #expect(sink.lines.hasPrefix(#"{"time":"\#(text)","#))
    }
}

@Suite struct TextLineFormatTests {
    private let sink = LineCollector()

    private func logger() -> Logger {
        Logger(label: "greenroom") { label in
            LineLogHandler(
                label: label,
                level: .trace,
                format: .text,
                sink: sink,
                now: { fixedTime }
            )
        }
    }

    @Test func messagesOfAllLevelsAreAligned() {
        let logger = logger()
        logger.info("listening", metadata: ["port": "8080", "address": "127.0.0.1"])
        logger.critical("stopped")
        #expect(
            sink.lines == """
                05:06:07.089 info     greenroom: listening address=127.0.0.1 port=8080
                05:06:07.089 critical greenroom: stopped

                """
        )
    }

    @Test func valuesThatAreNotOneWordAreQuotedAndControlCharactersEscaped() {
        logger().info("a\nb\u{1B}[31m", metadata: ["e": "", "l": ["x", "y"], "q": "say \"hi\"", "s": "two words"])
        let expected = #"a\nb\u001b[31m e="" l="[x, y]" q="say \"hi\"" s="two words""#
        #expect(sink.lines == "05:06:07.089 info     greenroom: \(expected)\n")
    }

    @Test func anErrorIsWritten() {
        struct Broken: Error {}
        logger().error("failed", error: Broken())
        #expect(sink.lines.hasSuffix("greenroom: failed error=Broken()\n"))
    }
}
