import Foundation
import HTTPTestKit
import LifecycleKernel
import TestKit
import Testing
import WireFormat

@testable import Greenroom
@testable import HTTPAPI
@testable import OpenAPIGenerator

/// docs/openapi.json is made from the tables and the readers, committed, and in the binary as it is: a change of the
/// interface is a change of that file. `make documents` writes it.
@Suite("docs/openapi.json") struct OpenAPIFileTests {
    private static let file = repository.appending(path: "docs/openapi.json")

    @Test("is what the tables and the readers say: if not, make documents") func current() throws {
        #expect(try String(contentsOf: Self.file, encoding: .utf8) == OpenAPIDocument.text)
    }

    @Test("is in the binary, byte for byte, and can be read") func embedded() throws {
        #expect(try Array(Data(contentsOf: Self.file)) == OpenAPIFile.bytes)
        #expect(OpenAPIFile.document == OpenAPIDocument.value)
    }

    @Test("is served as it is") func served() async throws {
        try await APIClient.run(features: Features.all) { api in
            let served = try await api.get("/openapi.json").text
            #expect(Array(served.utf8) == OpenAPIFile.bytes)
        }
    }

    @Test("is served without the operations of features that were left out") func partly() throws {
        let all = DescribedOperation.all(in: OpenAPIFile.document).map { "\($0.method) \($0.path)" }
        #expect(OpenAPIFile.bytes(describing: Set(all)) == OpenAPIFile.bytes)
        let core = all.filter { !$0.contains("/v1/webhooks") && $0 != "DELETE /v1/devices/{device}" }
        #expect(core.count < all.count)
        let part = try JSONText.parse(OpenAPIFile.bytes(describing: Set(core)))
        #expect(DescribedOperation.all(in: part).map { "\($0.method) \($0.path)" } == core)
        #expect(part["components"] == OpenAPIFile.document["components"])
    }
}
