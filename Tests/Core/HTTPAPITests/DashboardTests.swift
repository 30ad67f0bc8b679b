import Dashboard
import DeviceHost
import Foundation
import GreenroomServer
import HTTPTypes
import Hummingbird
import LifecycleKernel
import TestKit
import Testing
import WireFormat

@testable import HTTPAPI

@Suite("The dashboard")
struct DashboardTests {
    @Test("Every file is served, to browsers without a token too, and may load nothing from elsewhere")
    func files() async throws {
        var settings = HTTPServerSettings()
        settings.bearerToken = "a-secret-token"
        try await APIClient.run(settings: settings) { api in
            for file in TestInterface.dashboard.files + [TestInterface.dashboard.pages[0].file] {
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

    @Test("What the page loads is there, and nothing is there that it does not load")
    func references() async throws {
        let dashboard = TestInterface.dashboard
        let all = dashboard.pages.map(\.file) + dashboard.files
        let site = repository.appending(path: "Sources/Features/Dashboard/Site")
        let folder = try FileManager.default.contentsOfDirectory(atPath: site.path)
        let added = TestInterface.scripts.count { $0.text != nil }
        #expect(all.count == folder.count + added, "Sources/Features/Dashboard/Files/DashboardFiles.c names each file")
        let files = all.map { String(decoding: $0.bytes, as: UTF8.self) }
        let problems = try await APIClient.run { try await $0.get("/problems").text }
        let texts = (files + [problems]).joined()
        for file in dashboard.files {
            let name = try #require(file.path.split(separator: "/").last)
            #expect(texts.contains("\(file.path)\"") || texts.contains("\"./\(name)\""), "\(file.path)")
        }
        #expect(!texts.contains("style=\""), "the policy forbids styles in markup")
        #expect(!texts.contains("innerHTML"), "text must never become markup")
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
        try await APIClient.run { api in
            let headers: HTTPFields = preference.map { [.acceptLanguage: $0] } ?? [:]
            let answer = try await api.get("/", headers: headers)
            #expect(answer.headers[.contentLanguage] == language)
            #expect(answer.headers[.vary] == "Accept-Language")
            #expect(answer.text.contains("<html lang=\"\(language)\">"))
        }
    }

    @Test("A browser that has the page in one language gets it in another, and 304 for the same")
    func cached() async throws {
        try await APIClient.run { api in
            let english = try #require(try await api.get("/").tag)
            let chinese: HTTPFields = [.acceptLanguage: "zh", .ifNoneMatch: english]
            #expect(try await api.get("/", headers: chinese).status == 200)
            #expect(try await api.get("/", headers: [.ifNoneMatch: english]).status == 304)
        }
    }
}

@Suite("The events that make sense now")
struct PossibleEventsTests {
    @Test("Those of the device and of the app that is meant are told")
    func told() async throws {
        try await APIClient.run { api in
            try await api.makePhoneWithNotesInFront()
            let device = try await api.get("/v1/devices/phone/events/possible")
            #expect(device.list("events").contains("device.home"))
            #expect(!device.list("events").contains("device.unlock"))
            #expect(!device.list("events").contains("app.forceQuit"))
            let app = try await api.get("/v1/devices/phone/events/possible?bundleID=\(APIClient.notes)")
            #expect(app.list("events").contains("app.forceQuit"))
        }
    }

    @Test("An unknown app or device gets an error")
    func unknown() async throws {
        try await APIClient.run { api in
            try await api.makePhone()
            #expect(try await api.get("/v1/devices/phone/events/possible?bundleID=com.none").code == "unknown-app")
            #expect(try await api.get("/v1/devices/none/events/possible").code == "unknown-device")
            #expect(try await api.get("/v1/devices/phone/events/possible?app=x").code == "unknown-field")
        }
    }
}

@Suite("A device's life as a scenario")
struct RecordedScenarioTests {
    @Test("It is YAML that passes, and checks what follows the given sequence")
    func given() async throws {
        try await APIClient.run { api in
            try await api.makePhoneWithNotesInFront()
            let sequence = try #require(try await api.get("/v1/devices/phone")["sequence"])
            _ = try await api.post("/v1/devices/phone/events", APIClient.home)
            _ = try await api.post("/v1/devices/phone/clock/advance", #"{"seconds": 5}"#)
            guard case .integer(let after) = sequence else { return }
            let answer = try await api.get("/v1/devices/phone/scenario?after=\(after)")
            #expect(answer.status == 200)
            #expect(answer.headers[.contentType] == "application/yaml")
            #expect(answer.text.contains("applicationDidEnterBackground"))
            #expect(!answer.text.contains("didFinishLaunching"))
            let run = try await api.post("/v1/scenarios/run", answer.text, headers: [.contentType: "application/yaml"])
            #expect(run["passed"] == true, "\(run.text)\n\(answer.text)")
        }
    }

    @Test("A life in which nothing has happened is a scenario too")
    func nothing() async throws {
        try await APIClient.run { api in
            _ = try await api.post("/v1/devices", #"{"id": "phone", "clock": {"mode": "manual"}}"#)
            let answer = try await api.get("/v1/devices/phone/scenario")
            let run = try await api.post("/v1/scenarios/run", answer.text, headers: [.contentType: "application/yaml"])
            #expect(run["passed"] == true, "\(run.text)\n\(answer.text)")
        }
    }

    @Test("A life whose beginning is no longer kept is refused")
    func evicted() async throws {
        var limits = HostLimits()
        limits.recordsPerDevice = 5
        try await APIClient.run(limits: limits) { api in
            try await api.makePhoneWithNotesInFront()
            #expect(try await api.get("/v1/devices/phone/scenario").code == "records-evicted")
        }
    }

    @Test("A life saved as it should be fails until the app saves, and passes then")
    func asItShouldBe() async throws {
        try await APIClient.run { api in
            try await api.makePhoneWithNotesInFront()
            let path = "/v1/devices/phone/scenario?asItShouldBe=true"
            let clean = try await api.get(path)
            #expect(clean.status == 409)
            #expect(clean.code == "not-possible-now")
            _ = try await api.post("/v1/devices/phone/apps/\(APIClient.notes)/actions", #"{"action": "edit"}"#)
            _ = try await api.post("/v1/devices/phone/events", APIClient.home)
            _ = try await api.post("/v1/devices/phone/clock/advance", #"{"seconds": 60}"#)
            _ = try await api.post(
                "/v1/devices/phone/events",
                #"{"type": "app.terminate", "bundleID": "com.example.notes", "cause": "jetsam"}"#
            )
            let yaml: HTTPFields = [.contentType: "application/yaml"]
            let asItWas = try await api.get("/v1/devices/phone/scenario")
            #expect(asItWas.text.contains("code: dataLoss"))
            #expect(asItWas.text.contains("unsavedChanges: 1"))
            #expect(try await api.post("/v1/scenarios/run", asItWas.text, headers: yaml)["passed"] == true)
            let answer = try await api.get(path)
            #expect(answer.status == 200)
            #expect(try await api.post("/v1/scenarios/run", answer.text, headers: yaml)["passed"] == false)
            let app = "{bundleID: com.example.notes, lifecycle: appDelegate}"
            try #require(answer.text.contains(app))
            let save = #", behavior: {"applicationDidEnterBackground(_:)": [{action: save}]}}"#
            let cured = answer.text.replacing(app, with: app.dropLast() + save)
            #expect(try await api.post("/v1/scenarios/run", cured, headers: yaml)["passed"] == true)
            #expect(try await api.get("/v1/devices/phone/scenario?asItShouldBe=yes").status == 422)
        }
    }
}
