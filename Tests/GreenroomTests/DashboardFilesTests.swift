import Dashboard
import Foundation
import GreenroomServer
import HTTPTestKit
import LifecycleKernel
import TestKit
import Testing
import WireFormat

@testable import Greenroom

/// The dashboard with the scripts of all features.
@Suite("The files of the dashboard") struct DashboardFilesTests {
    @Test("What the page loads is there, and nothing is there that it does not load")
    func references() async throws {
        let scripts = Features.all.flatMap { $0.scripts }
        let dashboard = Dashboard(scripts)
        let all = dashboard.pages.map(\.file) + dashboard.files
        let site = try names(in: "Site")
        let others = ["lessons.json", "callbacks.json", "articles.md", "articles.zh-CN.md"]
        let added = scripts.count { $0.text != nil } + others.count
        #expect(all.count == site.count + added, "Sources/Features/Dashboard/Files/DashboardFiles.c names each file")
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

    @Test("Every file of a lesson is served, in the order of their names")
    func lessons() throws {
        let file = try #require(Dashboard([]).files.first { $0.path == "/dashboard/lessons.json" })
        let served = try JSONText.parse(file.bytes).elements.compactMap { $0["id"]?.text }
        let files = try names(in: "Lessons").filter { $0 != "callbacks.json" }
        // A name has a number before the lesson's id: `01-states.json`.
        #expect(served == files.map { String($0.dropFirst(3).dropLast(5)) })
    }

    /// The names of the files in a folder of the dashboard, in order.
    private func names(in folder: String) throws -> [String] {
        let folder = repository.appending(path: "Sources/Features/Dashboard/\(folder)")
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }
}
