import Dashboard
import HTTPAPI
import HTTPTestKit
import HTTPTypes
import Testing

@Suite("The dashboard")
struct DashboardTests {
    @Test("Every file is served, to browsers without a token too, and may load nothing from elsewhere")
    func files() async throws {
        var settings = HTTPServerSettings()
        settings.bearerToken = "a-secret-token"
        try await APIClient.run(features: [DashboardFeature.self], settings: settings) { api in
            let dashboard = Dashboard([])
            for file in dashboard.files + [dashboard.pages[0].file] {
                let answer = try await api.get(file.path)
                #expect(answer.status == 200, "\(file.path)")
                #expect(answer.headers[.contentType] == file.type.rawValue)
                #expect(answer.headers[.contentSecurityPolicy]?.contains("default-src 'none'") == true)
                #expect(Array(answer.text.utf8) == file.bytes)
                let again = try await api.get(file.path, headers: [.ifNoneMatch: try #require(answer.tag)])
                #expect(again.status == 304)
                #expect(again.text.isEmpty)
            }
        }
    }
}

@Suite("The language of the dashboard")
struct PageLanguageTests {
    @Test(
        "The page is sent in the language that the browser prefers, and in English if it has neither",
        arguments: [
            (nil, "en"), ("", "en"), ("en-GB,zh-CN;q=0.9", "en"), ("zh-CN,zh;q=0.9,en;q=0.8", "zh-Hans"),
            ("zh", "zh-Hans"), ("ZH-hans-CN", "zh-Hans"), ("zh-TW", "zh-Hans"), ("de-DE, zh-Hans-CN, en", "zh-Hans"),
            ("de,en", "en"), ("de", "en"), ("en;q=0.5, zh;q=0.8", "zh-Hans"), ("zh;q=0", "en"), ("*", "en"),
            ("zh;q=0.1, *;q=0.5", "en"), ("zh ; q=0.9 , en ; q=0.3", "zh-Hans"), ("zh;q=2, en;q=0.1", "en"),
            ("zha", "en"), (",,;q=1,", "en"),
        ] as [(String?, String)]
    )
    func sent(preference: String?, language: String) async throws {
        try await APIClient.run(features: [DashboardFeature.self]) { api in
            let headers: HTTPFields = preference.map { [.acceptLanguage: $0] } ?? [:]
            let answer = try await api.get("/", headers: headers)
            #expect(answer.headers[.contentLanguage] == language)
            #expect(answer.headers[.vary] == "Accept-Language")
            #expect(answer.text.contains("<html lang=\"\(language)\">"))
        }
    }

    @Test("A browser that has the page in one language gets it in another, and 304 for the same")
    func cached() async throws {
        try await APIClient.run(features: [DashboardFeature.self]) { api in
            let english = try #require(try await api.get("/").tag)
            let chinese: HTTPFields = [.acceptLanguage: "zh", .ifNoneMatch: english]
            #expect(try await api.get("/", headers: chinese).status == 200)
            #expect(try await api.get("/", headers: [.ifNoneMatch: english]).status == 304)
        }
    }
}
