import Testing
import WireFormat

@testable import LifecycleKernel

@Suite("Records with sentences")
struct ToldRecordTests {
    /// What a record has as `detail`, in English and in Chinese.
    struct Told: CustomTestStringConvertible, Sendable {
        let body: Record.Body
        let english: String
        let chinese: String

        var testDescription: String { english }

        init(_ code: Finding.Code, _ detail: Sentence, _ english: String, _ chinese: String) {
            body = .finding(Finding(code: code, detail: detail))
            (self.english, self.chinese) = (english, chinese)
        }

        init(_ reason: Verdict.Reason?, _ detail: Sentence?, _ english: String, _ chinese: String) {
            body = .verdict(Verdict(subject: .push, decision: .dropped, reason: reason, detail: detail))
            (self.english, self.chinese) = (english, chinese)
        }
    }

    private static let changes: Sentence = "\(2, as: "count") unsaved changes"
    private static let uncalled: Sentence =
        "because the app has the scene life cycle: \(.list(["a", "b"]), as: "names")"
    private static let obstacle: Sentence = "without \("voip", as: "mode") in UIBackgroundModes"

    static let told: [Told] = [
        Told(
            .dataLoss,
            "the process ended with \(changes, as: "changes")",
            "the process ended with 2 unsaved changes",
            "进程结束时有 2 项更改未保存"
        ),
        Told(
            .backgroundTaskWithoutExpirationHandler,
            "the background task \("a, {b} and \"c\"", as: "name") was begun without an expiration handler",
            "the background task a, {b} and \"c\" was begun without an expiration handler",
            "开始后台任务 a, {b} and \"c\" 时没有给出到期处理函数"
        ),
        Told(
            .delegateMethodNeverCalled,
            """
            never called, \(uncalled.followed(by: "; \("\(obstacle, as: "obstacle"): \("c", as: "names")", as: "reason")"), as: "reasons")
            """,
            "never called, because the app has the scene life cycle: a, b; without voip in UIBackgroundModes: c",
            "从不调用，因为应用采用场景生命周期：a, b；UIBackgroundModes 中没有 voip：c"
        ),
        Told(
            .sceneLifecycleNotAdopted,
            "the process does not adopt the scene life cycle",
            "the process does not adopt the scene life cycle",
            "进程没有采用场景生命周期"
        ),
        Told(.dataLoss, Sentence(verbatim: "in no catalogue"), "in no catalogue", "in no catalogue"),
        Told(
            .hourlyBudgetSpent,
            "\(3, as: "limit") were delivered within the last hour",
            "3 were delivered within the last hour",
            "最近一小时内已送达 3 条"
        ),
        Told(nil, "the transfer no longer has to wait", "the transfer no longer has to wait", "它不必再等待"),
        Told(.noNetwork, nil, "the device has no network", "设备没有网络"),
        Told(
            .processEnded(.memoryPressure),
            nil,
            "its process ended: vm-pageshortage",
            "它的进程已结束：系统内存不足"
        ),
    ]

    private func record(_ told: Told) -> Record {
        Record(sequence: 1, time: .manualStart, cause: 1, bundleID: "a", body: told.body)
    }

    private func detail(_ record: Record, in language: Language) throws -> Value? {
        try JSONText.parse(JSONText.write(record, in: language))["detail"]
    }

    @Test("are told in the language that is asked for", arguments: told)
    func language(told: Told) throws {
        let record = record(told)
        #expect(record.dependsOnLanguage)
        #expect(try detail(record, in: .english) == .string(told.english))
        #expect(try detail(record, in: .chinese) == .string(told.chinese))
        #expect(record.value["detail"] == .string(told.english), "patterns are compared with English")
    }

    @Test("are told so, too, when they are read from a store", arguments: told)
    func kept(told: Told) throws {
        let written = JSONText.write(all: [record(told)], keepingSentences: true)
        let read = try #require(try JSONText.parse(written).elements.first.map { try Record($0, at: "") })
        #expect(read.body == told.body)
        #expect(JSONText.write(all: [read], keepingSentences: true) == written)
    }

    @Test("have a line in that language")
    func line() {
        #expect(RecordLine.text(record(Self.told[0]), in: .chinese).hasSuffix("error dataLoss: 进程结束时有 2 项更改未保存"))
        #expect(RecordLine.text(record(Self.told[7]), in: .chinese).hasSuffix("push dropped (noNetwork: 设备没有网络)"))
    }

    @Test("keep parameters of every kind")
    func parameters() throws {
        let part: Sentence = "a \(1, as: "number")"
        let sentence: Sentence = """
            \("t", as: "text") \(-7, as: "number") \(.list(["a"]), as: "list") \(.oneOf(["b", "c"]), as: "oneOf") \
            \(part, as: "sentence") \(.all([part, "d"]), as: "all") \(.oneOfSentences([part]), as: "oneOfSentences")
            """
        #expect(try Sentence(sentence.followed(by: part).value, at: "") == sentence.followed(by: part))
    }

    @Test(
        "are refused where a sentence is not as it is kept",
        arguments: [
            ["template": "a", "colour": "red"], ["parameters": []],
            ["template": "a {b}", "parameters": [["name": "b"]]],
            ["template": "a {b}", "parameters": [["name": "b", "text": "c", "number": 1]]], 7,
        ] as [Value]
    )
    func refused(value: Value) {
        #expect(throws: Rejection.self) { try Sentence(value, at: "") }
    }
}
