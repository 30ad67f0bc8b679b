import HTTPTestKit
import HTTPTypes
import Hummingbird
import LifecycleKernel
import Testing
import WireFormat

@testable import HTTPAPI

@Suite("The pages of problems")
struct ProblemPageTests {
    @Test("The type of every problem leads to a page that explains its code", arguments: ProblemCode.core)
    func page(code: ProblemCode) async throws {
        var settings = HTTPServerSettings()
        settings.bearerToken = "open-sesame"
        try await APIClient.run(settings: settings) { api in
            let type = try #require(Problem(code, "").value["type"]?.text)
            let page = try await api.get(type)
            #expect(page.status == 200)
            #expect(page.headers[.contentType] == "text/html; charset=utf-8")
            #expect(page.headers[.contentSecurityPolicy]?.contains("default-src 'none'") == true)
            #expect(page.text.contains("<code>\(code.rawValue)</code>"))
            #expect(page.text.contains(code.explanation.english.asMarkup))
            let list = try await api.get("/problems")
            #expect(list.text.contains("href=\"\(type)\""))
            #expect(list.text.contains(code.explanation.english.asMarkup))
            let tag = try #require(page.tag)
            #expect(try await api.get(type, headers: [.ifNoneMatch: tag]).status == 304)
        }
    }

    @Test("Who reads Chinese gets each page in it", arguments: ProblemCode.core)
    func chinese(code: ProblemCode) async throws {
        try await APIClient.run { api in
            let page = try await api.get(code.page, headers: Self.chinese)
            #expect(page.headers[.contentLanguage] == "zh-Hans")
            #expect(page.headers[.vary] == "Accept-Language")
            #expect(page.text.contains("<html lang=\"zh-Hans\">"))
            #expect(page.text.contains(code.title.chinese.asMarkup))
            #expect(page.text.contains(code.explanation.chinese.asMarkup))
            let list = try await api.get("/problems", headers: Self.chinese)
            #expect(list.text.contains(code.explanation.chinese.asMarkup))
        }
    }

    private static let chinese: HTTPFields = [.acceptLanguage: "zh-CN"]

    @Test("A problem is told in the language that the client prefers")
    func problem() async throws {
        try await APIClient.run { api in
            let path = "/v1/devices/nothing"
            let english = try await api.get(path)
            #expect(english["title"] == "There is no such device")
            #expect(english.headers[.contentLanguage] == "en")
            let chinese = try await api.get(path, headers: Self.chinese)
            #expect(chinese["title"] == "没有这台设备")
            #expect(chinese.headers[.contentLanguage] == "zh-Hans")
            let kept = try await api.get("/v1/requests?refused=true", headers: Self.chinese)
            #expect(kept.list("requests").first?["problem"]?["title"] == "没有这台设备")
        }
    }

    @Test("There is no page of another code", arguments: ["/problems/nothing", "/problems/%3Cscript%3E"])
    func unknown(path: String) async throws {
        try await APIClient.run { api in
            let answer = try await api.get(path)
            #expect(answer.code == "unknown-path")
            #expect(!answer.text.contains("<script>"))
        }
    }
}
