import Foundation
import LifecycleKernel
import Testing
import WireFormat

@testable import HTTPAPI

/// docs/openapi.json is made from the tables and the readers, committed, and in the binary as it is: a change of the
/// interface is a change of that file. `make openapi` writes it.
@Suite("docs/openapi.json") struct OpenAPIFileTests {
    private static let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    private static let file = repository.appending(path: "docs/openapi.json")
    private static let source = repository.appending(path: "Sources/HTTPAPI/OpenAPI/OpenAPIFile+Text.swift")
    /// Whether the file is to be written; only then it is.
    private static let isWritten = ProcessInfo.processInfo.environment["GREENROOM_WRITE_OPENAPI"] != nil

    @Test("is what the tables and the readers say: if not, make openapi") func current() throws {
        let expected = PrettyJSON.text(of: OpenAPIDocument.value)
        #expect(try String(contentsOf: Self.file, encoding: .utf8) == expected)
    }

    @Test("is in the binary, byte for byte, and can be read") func embedded() throws {
        #expect(try Array(Data(contentsOf: Self.file)) == OpenAPIFile.bytes)
        #expect(OpenAPIFile.document == OpenAPIDocument.value)
    }

    @Test("is served as it is") func served() async throws {
        try await APIClient.run { api in
            let served = try await api.get("/openapi.json").text
            #expect(Array(served.utf8) == OpenAPIFile.bytes)
        }
    }

    @Test("is written", .enabled(if: isWritten)) func write() throws {
        let text = PrettyJSON.text(of: OpenAPIDocument.value)
        try text.write(to: Self.file, atomically: true, encoding: .utf8)
        try Self.swift(text).write(to: Self.source, atomically: true, encoding: .utf8)
    }

    /// The file as a constant: a literal text is compiled at once, an array of its bytes takes minutes.
    private static func swift(_ text: String) -> String {
        """
        // swift-format-ignore-file
        // Made by `make openapi` from docs/openapi.json; a test keeps it current.

        extension OpenAPIFile {
            /// The file's text.
            static let text: StaticString = ##\"""
        \(text)
        \"""##
        }

        """
    }
}
