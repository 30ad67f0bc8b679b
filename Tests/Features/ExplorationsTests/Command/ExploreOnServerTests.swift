import ArgumentParser
import Foundation
import HTTPTestKit
import TestKit
import Testing

@testable import Explorations

/// `greenroom explore --server` has the options and the results of a search in the command's own process.
@Suite struct ExploreOnServerTests {
    private static let app = """
        scenario: gallery
        apps:
          - bundleID: com.example.gallery
            behavior:
              sceneDidEnterBackground(_:): [{action: beginBackgroundTask, name: upload, endsAfterSeconds: 40}]
              applicationWillTerminate(_:): [{action: save}]
        steps:
          - send: {type: app.launch, bundleID: com.example.gallery}
          - advance: 2
        """

    /// Runs the command twice, here and with a server, and gives the code that each ended with.
    private func codes(_ options: [String], in folder: String, on address: String) async throws -> [Int32] {
        var codes: [Int32] = []
        for (place, server) in [("here", []), ("there", ["--server", address])] {
            let results = ["--junit", "\(folder)/\(place).xml", "--save", "\(folder)/\(place)", "--as-it-is"]
            let command = try ExploreCommand.parse(["\(folder)/gallery.yaml"] + options + results + server)
            do {
                try await command.run()
                codes.append(0)
            } catch let code as ExitCode {
                codes.append(code.rawValue)
            }
        }
        return codes
    }

    private func text(of name: String, in folder: String) throws -> String {
        try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
    }

    /// The files of a folder with their texts; none if there is no such folder.
    private func files(in folder: String) throws -> [String: String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return try Dictionary(uniqueKeysWithValues: names.map { ($0, try text(of: $0, in: folder)) })
    }

    @Test(
        arguments: [
            (["--interruptions", "0", "--transitions", "4000"], 1),
            (["--interruptions", "1", "--transitions", "4000", "--first", "--coverage", "--after", "1"], 1),
            (["--interruptions", "0", "--transitions", "3000", "--grid", "--resolution", "2", "--memory", "64MiB"], 1),
            (["--interruptions", "0", "--transitions", "60", "--for", "appWatchdog", "--require", "closed"], 3),
            (
                [
                    "--interruptions", "0", "--transitions", "60", "--only", "app.launch", "device.home", "--depth",
                    "2",
                ], 0
            ),
        ] as [([String], Int32)]
    )
    func aServerFindsTheSame(options: [String], code: Int32) async throws {
        try await withFolder(["gallery.yaml": Self.app]) { folder in
            try await withServer(features: [ExplorationsFeature.self]) { address in
                #expect(try await codes(options, in: folder, on: address) == [code, code])
                #expect(try files(in: "\(folder)/here") == files(in: "\(folder)/there"))
                let results = try text(of: "here.xml", in: folder)
                #expect(try results.contains("<testcase") && results == text(of: "there.xml", in: folder))
            }
        }
    }

    @Test(arguments: [
        ["--device", "phone", "--after", "1"], ["--device", "phone", "file.yaml"],
        ["--device", "phone", "--list-inputs"],
    ])
    func whatIsNotForADeviceIsRefused(options: [String]) async throws {
        let command = try ExploreCommand.parse(options + ["--server", "http://127.0.0.1:9"])
        let code = await #expect(throws: ExitCode.self) { try await command.run() }
        #expect(code?.rawValue == 64)
    }
}
