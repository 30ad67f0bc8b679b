import DeviceHost
import HTTPAPI
import HTTPTypes
import LifecycleKernel
import Testing
import WireFormat

@testable import WebDriver

@Suite("What an app to install is named by") struct AppSourceTests {
    @Test(
        "The last component of a path or URL is a bundle identifier with three parts",
        arguments: [
            ("/builds/com.example.notes.ipa", "com.example.notes"), ("com.example.notes", "com.example.notes"),
            ("https://example.com/a/com.example.notes.app.zip?x=1", "com.example.notes"),
            ("https://example.com/com.example.notes.zip#top", "com.example.notes"),
            (#"C:\builds\com.example.Notes.APP"#, "com.example.Notes"),
            ("/builds/com.example.notes.app/", "com.example.notes"), ("cn.10086.rcs", "cn.10086.rcs"),
        ]
    ) func paths(path: String, bundleID: String) throws {
        #expect(try AppSource(.string(path)) == .named(BundleID(bundleID)))
    }

    @Test(
        "A bundle identifier that is known names the app of any path",
        arguments: [
            "/builds/MyApp.ipa", "https://ci.example.com/MyApp-1.2.3.ipa?x=1", "bs://0123", "com.example.other.app",
        ]
    ) func known(path: String) throws {
        #expect(try AppSource(.string(path), bundleID: "com.example.notes") == .named("com.example.notes"))
    }

    @Test(
        "A path that names no app is that of another app, if there is one",
        arguments: [
            ("/builds/MyApp.ipa", "com.example.other"), ("/builds/com.example.notes.ipa", "com.example.notes"),
        ]
    ) func fallback(path: String, bundleID: String) throws {
        #expect(try AppSource(.string(path), fallback: "com.example.other") == .named(BundleID(bundleID)))
    }

    @Test("An app is described by an object or its JSON text") func described() throws {
        let object: Value = ["bundleID": "com.example.a", "name": "A"]
        let text = String(decoding: JSONText.write(object), as: UTF8.self)
        for value in [object, .string(text), .string("\n " + text)] {
            let source = try AppSource(value)
            #expect(source.bundleID == "com.example.a")
            guard case .described(let manifest) = source else { throw DriverError(.unknownError, "not described") }
            #expect(manifest.name == "A")
        }
    }

    @Test(
        "Anything else is an invalid argument that says what an app may be",
        arguments: [
            "/builds/MyApp.ipa", "/builds/MyApp-1.2.3.ipa", "/builds/MyApp-1.2.beta.ipa",
            "/builds/com.example.notes.2.ipa", "/builds/Acme.Notes.ipa",
            "/builds/MyApp.app.zip", "", "/", "x y.z", "{", #"{"bundleID": 1}"#, #"{"name": "A"}"#,
            #"{"bundleID": "com.example.a", "colour": "red"}"#,
        ] as [String]
    ) func refused(text: String) {
        #expect { try AppSource(.string(text)) } throws: { ($0 as? DriverError)?.kind == .invalidArgument }
    }

    @Test("A value of another kind is refused", arguments: [1, true, ["com.example.a"]] as [Value])
    func kinds(value: Value) {
        #expect { try AppSource(value) } throws: { ($0 as? DriverError)?.kind == .invalidArgument }
    }
}
