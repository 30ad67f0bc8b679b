import Foundation
import LifecycleKernel
import TestKit
import Testing
import WireFormat

/// The package as SwiftPM reads it.
@Suite("Layers") struct LayerTests {
    /// A target of the package.
    private struct Target {
        let name: String
        let folder: String
        /// Targets, products of other packages, and whether a trait is their condition.
        let dependencies: [(name: String, isOptional: Bool)]

        init(_ target: Value) {
            name = target["name"]?.text ?? ""
            folder = target["path"]?.text ?? ""
            dependencies = (target["dependencies"]?.elements ?? []).compactMap { dependency in
                guard let about = dependency.members.first?.value.elements, let name = about.first?.text else {
                    return nil
                }
                return (name, about.last?["traits"] != nil)
            }
        }
    }

    private let targets: [Target]

    init() throws {
        let swift = Process()
        swift.executableURL = URL(filePath: "/usr/bin/env")
        // Nothing is built: the lock is of no use, and whoever runs the tests may have it.
        swift.arguments = ["swift", "package", "--ignore-lock", "--package-path", repository.path, "dump-package"]
        let output = Pipe()
        swift.standardOutput = output
        try swift.run()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        swift.waitUntilExit()
        targets = (try JSONText.parse(Array(text))["targets"]?.elements ?? []).map(Target.init)
    }

    @Test("No target of the core depends on a feature, and no tests of the core do") func core() {
        let features = Set(targets.filter { $0.folder.hasPrefix("Sources/Features/") }.map(\.name))
        #expect(features.count >= 8)
        for target in targets where target.folder.hasPrefix("Sources/Core/") || target.folder.hasPrefix("Tests/Core/") {
            #expect(features.isDisjoint(with: target.dependencies.map(\.name)), "\(target.name)")
        }
    }

    @Test("Without traits the program needs no library of TLS, HTTP/2, cryptography or PostgreSQL") func traits() {
        var needed: Set<String> = []
        var new = ["Main"]
        while let name = new.popLast() {
            guard needed.insert(name).inserted, let target = targets.first(where: { $0.name == name }) else { continue }
            new += target.dependencies.filter { !$0.isOptional }.map(\.name)
        }
        #expect(needed.isSuperset(of: ["Greenroom", "HTTPAPI", "Hummingbird", "SQLiteStore"]))
        let large: Set = ["AsyncHTTPClient", "CPostgreSQL", "Crypto", "NIOHTTP2", "NIOSSL", "X509"]
        #expect(needed.isDisjoint(with: large), "\(needed.intersection(large))")
    }
}
