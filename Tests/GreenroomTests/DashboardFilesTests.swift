import Dashboard
import Foundation
import GreenroomServer
import HTTPTestKit
import TestKit
import Testing

@testable import Greenroom

/// The dashboard with the scripts of all features.
@Suite("The files of the dashboard") struct DashboardFilesTests {
    @Test("What the page loads is there, and nothing is there that it does not load")
    func references() async throws {
        let scripts = Features.all.flatMap { $0.scripts }
        let dashboard = Dashboard(scripts)
        let all = dashboard.pages.map(\.file) + dashboard.files
        let site = repository.appending(path: "Sources/Features/Dashboard/Site")
        let folder = try FileManager.default.contentsOfDirectory(atPath: site.path)
        let added = scripts.count { $0.text != nil }
        #expect(all.count == folder.count + added, "Sources/Features/Dashboard/Files/DashboardFiles.c names each file")
        let files = all.map { String(decoding: $0.bytes, as: UTF8.self) }
        let problems = try await APIClient.run(features: Features.all) { try await $0.get("/problems").text }
        let texts = (files + [problems]).joined()
        for file in dashboard.files {
            let name = try #require(file.path.split(separator: "/").last)
            #expect(texts.contains("\(file.path)\"") || texts.contains("\"./\(name)\""), "\(file.path)")
        }
        #expect(!texts.contains("style=\""), "the policy forbids styles in markup")
        #expect(!texts.contains("innerHTML"), "text must never become markup")
    }
}
