import GreenroomServer
import HTTPTestKit
import TestKit
import Testing

@testable import OpenTelemetryExport

/// The receiver of OTLP, and the file with its header fields.
@Suite("Settings of the export to OpenTelemetry") struct OpenTelemetrySettingsTests {
    private let endpoint = ["otlp-endpoint": "http://localhost:4318"]

    /// The options with a receiver and a file of header fields.
    private func exporting(with file: String) -> [String: String] {
        endpoint.merging(["otlp-headers-file": file]) { $1 }
    }

    /// The configuration of a server with these options.
    private func configuration(_ options: [String: String] = [:]) throws -> ServerConfiguration {
        try .test(options, features: [OpenTelemetryFeature.self])
    }

    /// The feature in a server with these options.
    private func feature(_ options: [String: String]) throws -> OpenTelemetryFeature {
        try OpenTelemetryFeature(.test(configuration(options)))
    }

    @Test("Nothing is exported unless a receiver is given")
    func off() throws {
        #expect(try feature([:]).endpoint == nil && configuration().problem == nil)
        #expect(try feature(endpoint).endpoint != nil && configuration(endpoint).problem == nil)
    }

    @Test("The file's fields are read, and none of them is among the settings that are logged")
    func headers() throws {
        let file = TemporaryFile.lasting("Authorization: Bearer open-sesame\n")
        let options = exporting(with: file)
        #expect(try feature(options).headers.fields.map(\.name) == ["Authorization"])
        let given = try configuration(options)
        #expect(given.problem == nil && !"\(given.given)".contains("open-sesame"))
    }

    @Test("A file without a receiver is refused")
    func fileAlone() throws {
        let file = TemporaryFile.lasting("A: b")
        let problem = try configuration(["otlp-headers-file": file]).problem
        #expect(problem == "--otlp-headers-file needs --otlp-endpoint")
    }

    @Test("A file that cannot be used is refused, and what stands in it is not repeated")
    func badFile() {
        let file = TemporaryFile.lasting("A: b\nopen-sesame\n")
        let error = #expect(throws: SettingError.self) { try feature(exporting(with: file)) }
        #expect(error?.description.contains("--otlp-headers-file") == true)
        #expect(error?.description.contains("line 2") == true && error?.description.contains("open-sesame") == false)
        #expect(throws: SettingError.self) { try feature(exporting(with: "/nowhere")) }
        let large = TemporaryFile.lasting("A: " + String(repeating: "b", count: 70_000))
        #expect(throws: SettingError.self) { try feature(exporting(with: large)) }
    }

    @Test("What is no URL of HTTP is refused", arguments: ["localhost:4318", "grpc://localhost:4317", "http://a:b@c"])
    func badEndpoint(text: String) {
        #expect(throws: SettingError.self) { try configuration(["otlp-endpoint": text]) }
    }
}
