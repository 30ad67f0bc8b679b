import Foundation
import LifecycleKernel
import Testing
import WireFormat

/// The package as SwiftPM reads it.
@Suite("Layers") struct LayerTests {
    /// A target of the sources.
    private struct Target {
        let name: String
        let folder: String
        let dependencies: Set<String>

        var isCore: Bool { folder.hasPrefix("Sources/Core/") }
        var isFeature: Bool { folder.hasPrefix("Sources/Features/") }
    }

    /// The targets that `swift package` describes.
    private func targets() throws -> [Target] {
        let swift = Process()
        swift.executableURL = URL(filePath: "/usr/bin/env")
        swift.arguments = ["swift", "package", "--package-path", repository.path, "dump-package"]
        let output = Pipe()
        swift.standardOutput = output
        try swift.run()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        swift.waitUntilExit()
        let package = try JSONText.parse(Array(text))
        return (package["targets"]?.elements ?? []).map { target in
            Target(
                name: target["name"]?.text ?? "",
                folder: target["path"]?.text ?? "",
                dependencies: Set(
                    (target["dependencies"]?.elements ?? []).compactMap { $0["byName"]?.elements.first?.text }
                )
            )
        }
    }

    @Test("No target of the core depends on a feature") func core() throws {
        let targets = try targets()
        let features = Set(targets.filter(\.isFeature).map(\.name))
        #expect(features.count >= 8)
        for target in targets where target.isCore {
            #expect(target.dependencies.isDisjoint(with: features), "\(target.name)")
        }
    }
}
