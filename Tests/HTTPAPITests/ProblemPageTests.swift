import HTTPTypes
import Hummingbird
import LifecycleKernel
import Testing
import WireFormat

@testable import HTTPAPI

@Suite("The pages of problems")
struct ProblemPageTests {
    @Test("The type of every problem leads to a page that explains its code", arguments: ProblemCode.allCases)
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
            #expect(page.text.contains(code.explanation.asMarkup))
            let list = try await api.get("/problems")
            #expect(list.text.contains("href=\"\(type)\""))
            #expect(list.text.contains(code.explanation.asMarkup))
            let tag = try #require(page.tag)
            #expect(try await api.get(type, headers: [.ifNoneMatch: tag]).status == 304)
        }
    }

    @Test("Every explanation is whole sentences, and no two are the same")
    func explanations() {
        let texts = ProblemCode.allCases.map(\.explanation)
        #expect(Set(texts).count == texts.count)
        for text in texts { #expect(text.count > 20 && text.hasSuffix(".") && !text.contains("\n"), "\(text)") }
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
