import Crypto
import DeviceHost
import Foundation
import LifecycleKernel
import SQLiteStore
import ServiceLifecycle
import TestKit
import Testing

@testable import APNs

/// Provider tokens and private keys are in no log, store, or answer.
@Suite("What must not be shown", .timeLimit(.minutes(2)))
struct SecrecyTests {
    @Test("Neither a provider token nor a key is in the log at its finest, in the store, or in an answer")
    func search() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "greenroom-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let text = LogText()
        let store = try SQLiteStore(directory: folder.path)
        let provider = TestProvider()
        let good = provider.token()
        let forged = TestProvider().token()
        var answers: [TestListener.Answer] = []
        try await TestListener.run(directory: folder.path, store: store, logger: text.logger) { listener in
            let key = try #require(ProviderKey(keyID: provider.keyID, pem: provider.key.pemRepresentation))
            #expect(try await listener.service.keys.register(key))
            answers.append(try await listener.push(["authorization": "bearer \(good)"]))
            answers.append(try await listener.push(["authorization": "bearer \(forged)"]))
            answers.append(try await listener.push(["authorization": "bearer \(good)", "apns-priority": "7"]))
            answers.append(try await listener.push(["authorization": "bearer \(good)"], body: "{"))
        }
        #expect(answers.map(\.reason) == [nil, "InvalidProviderToken", "BadPriority", "PayloadEmpty"])
        let keyFile = folder.appending(path: AuthorityFiles.keyName)
        let authorityKey = try String(contentsOf: keyFile, encoding: .utf8)
        let secrets = [
            good, forged, good.split(separator: ".").last.map(String.init) ?? "",
            try Self.lines(of: provider.key.pemRepresentation), try Self.lines(of: authorityKey),
        ]
        var found = [("log", Data(text.all.utf8)), ("answers", Data("\(answers)".utf8))]
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        for name in names where name != AuthorityFiles.keyName {
            found.append((name, try Data(contentsOf: folder.appending(path: name))))
        }
        // The store has the pushes, so it was searched where they are.
        #expect(found.contains { $0.1.range(of: Data("push.deliver".utf8)) != nil })
        for (name, bytes) in found {
            for secret in secrets { #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(name)") }
        }
    }

    /// What is between the lines that begin and end a key.
    private static func lines(of pem: String) throws -> String {
        String(try #require(pem.split(separator: "\n").dropFirst().first))
    }
}
