import HTTPTestKit
import HTTPTypes
import LifecycleKernel
import Testing
import WireFormat

@testable import HTTPAPI

@Suite("Sentences")
struct SentenceTests {
    @Test("A sentence is told in both languages, its parts, too, and gives its parameters")
    func told() {
        let expected: Sentence = "an integer from \(1, as: "least") to \(500, as: "most")"
        let detail: Sentence = """
            The query parameter \("limit", as: "name") must be \(expected, as: "expected"), and is "\("{name}", as: "found")".
            """
        #expect("\(detail)" == "The query parameter limit must be an integer from 1 to 500, and is \"{name}\".")
        #expect(detail.text(in: .chinese) == "查询参数 limit 必须是1 到 500 的整数，而它是 \"{name}\"。")
        let document = Problem(.invalidValue, detail).value
        #expect(
            document["parameters"]
                == ["name": "limit", "expected": "an integer from 1 to 500", "found": "{name}"]
        )
        #expect(
            Problem(.tooLarge, "A line may have at most \(7, as: "limit") bytes.").value["parameters"] == ["limit": 7]
        )
        let types: Sentence =
            "The body must be \(.oneOf(["a", "b"]), as: "types") in UTF-8, and is \"\("c", as: "found")\"."
        #expect(types.text(in: .chinese) == "请求体必须是 UTF-8 编码的 a 或 b，而它是 \"c\"。")
    }

    @Test("A sentence without a translation stays as it is", arguments: [Language.english, .chinese])
    func unknown(language: Language) {
        #expect(Sentence(verbatim: "a {b} c").text(in: language) == "a {b} c")
    }

    @Test("A problem in Chinese has its detail in Chinese")
    func problem() async throws {
        try await APIClient.run { api in
            let answer = try await api.get("/v1/devices/phone", headers: [.acceptLanguage: "zh"])
            #expect(answer["detail"] == "没有设备 phone。")
            #expect(answer["parameters"] == ["device": "phone"])
        }
    }

    @Test("The sentence after another is told by itself, and gives its parameters, too")
    func next() throws {
        let rejection = #expect(throws: Rejection.self) { try Event(["type": "device.hom"], at: "") }
        let detail = try #require(rejection?.detail)
        #expect("\(detail)" == #"There is no event "device.hom". Did you mean "device.home"?"#)
        #expect(detail.text(in: .chinese) == #"没有事件 "device.hom"。是否想写 "device.home"？"#)
        let parameters: Value = ["name": "device.hom", "suggestion": "device.home"]
        #expect(Problem(.unknownEvent, detail).value["parameters"] == parameters)
    }

    @Test("Each code of a record has its meaning, and each finding its advice, in both languages")
    func meanings() throws {
        let tables = try #require(OpenAPIFile.document["x-meanings"]?.members)
        #expect(tables.count == 8)
        for table in tables {
            for code in table.value.members {
                let texts = Language.allCases.map { code.value[$0.rawValue]?.text ?? "" }
                #expect(!texts.contains("") && texts[0] != texts[1], "\(table.name): \(code.name)")
            }
        }
    }
}
