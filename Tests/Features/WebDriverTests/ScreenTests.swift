import DeviceHost
import Foundation
import HTTPAPI
import HTTPTypes
import LifecycleKernel
import Testing
import WireFormat

@testable import WebDriver

@Suite("Source and elements") struct ScreenTests {
    @Test("XML is escaped, and characters that it cannot have are replaced") func escaped() {
        var node = ScreenNode(
            type: "Other",
            name: "<\"a\" & 'b'>\n\u{1}",
            rect: ScreenNode.Rectangle(x: 0, y: 47, width: 393, height: 44)
        )
        node.isVisible = false
        let xml = node.xml(in: nil)
        #expect(xml.contains("name=\"&lt;&quot;a&quot; &amp; 'b'&gt;&#10;\u{FFFD}\""))
        #expect(xml.contains("visible=\"false\""))
        #expect(xml.contains("x=\"0\" y=\"47\" width=\"393\" height=\"44\" index=\"0\""))
    }

    @Test("An id of an element is read back, whatever the names", arguments: ["saveButton", "é", "a/b?c#d", ""])
    func ids(name: String) throws {
        let id = ElementID(bundleID: "com.example.notes", type: "Other", name: name)
        #expect(ElementID(id.description) == id)
        #expect(id.description.allSatisfy { $0.isHexDigit })
    }

    @Test(
        "Texts that are no ids",
        arguments: ["", "zz", "616", "6100", "ff00ff00ff", String(repeating: "6", count: 5_000)]
    )
    func noIDs(text: String) {
        #expect(ElementID(text) == nil)
    }

    @Test(
        "An app's own alert is seen and closed, whether it deactivates the app or not",
        arguments: ["ios18", "documents"]
    )
    func ownAlert(rules: String) async throws {
        try await DriverClient.run { driver in
            let app = #""greenroom:apps": [{"bundleID": "a.b"}], "appium:bundleId": "a.b""#
            let opened = try await driver.openSession(
                #""platformName": "iOS", \#(app), "greenroom:rules": "\#(rules)""#
            )
            let session = try #require(opened.value["sessionId"]?.text)
            let present = #"{"script": "greenroom: event", "args": [{"type": "app.presentAlert"}]}"#
            #expect(try await driver.send(.post, "/session/\(session)/execute/sync", present).status == 200)
            #expect(try await driver.send(.get, "/session/\(session)/alert/text").value == "a.b")
            #expect(
                try await driver.send(.get, "/session/\(session)/source").value.text?.contains("XCUIElementTypeAlert")
                    == true
            )
            #expect(try await driver.send(.post, "/session/\(session)/alert/accept").status == 200)
            let after = try await driver.send(.get, "/session/\(session)/alert/text")
            #expect(after.status == 404 && after.value["error"] == "no such alert")
        }
    }

    @Test("A responder is an element of its type, and a click presents its alert")
    func alertOfAClick() async throws {
        try await DriverClient.run { driver in
            let alert = #"{"title": "Delete?", "message": "All of it.", "buttons": ["Cancel", "Delete"]}"#
            let app = #"""
                {"bundleID": "a.b", "responders": [{"name": "title", "elementType": "staticText"},
                 {"name": "delete", "elementType": "button", "alert": \#(alert)}]}
                """#
            let opened = try await driver.openSession(
                #""platformName": "iOS", "greenroom:apps": [\#(app)], "appium:bundleId": "a.b""#
            )
            let session = try #require(opened.value["sessionId"]?.text)
            func find(_ using: String, _ value: String) async throws -> String {
                let body = #"{"using": "\#(using)", "value": "\#(value)"}"#
                let found = try await driver.send(.post, "/session/\(session)/element", body)
                return try #require(found.value["ELEMENT"]?.text, "\(using) \(value): \(found.value)")
            }
            let title = try await find("-ios predicate string", "type == 'XCUIElementTypeStaticText'")
            #expect(try await driver.send(.get, "/session/\(session)/element/\(title)/text").value == "title")
            #expect(try await find("-ios predicate string", "value == 'title'") == title)
            #expect(
                try await driver.send(.get, "/session/\(session)/element/\(title)/attribute/value").value == "title"
            )
            let other = #"{"using": "class name", "value": "XCUIElementTypeSwitch"}"#
            let missing = try await driver.send(.post, "/session/\(session)/element", other)
            #expect(missing.error == "no such element")
            #expect(missing.message.contains("A responder has the type that its 'elementType' names;"))
            let button = try await find("class name", "XCUIElementTypeButton")
            #expect(try await find("xpath", "//XCUIElementTypeButton[@name='delete']") == button)
            #expect(try await find("-ios class chain", "**/XCUIElementTypeButton[1]") == button)
            #expect(
                try await driver.send(.get, "/session/\(session)/element/\(button)/attribute/value").value == .null
            )
            #expect(try await driver.send(.post, "/session/\(session)/element/\(button)/click").status == 200)
            let text = try await driver.send(.get, "/session/\(session)/alert/text").value
            #expect(text == "Delete?\nAll of it.")
            let covered = try await driver.send(.post, "/session/\(session)/element/\(button)/click")
            #expect(covered.error == "element not interactable")
            let inAlert = try await find("accessibility id", "Delete")
            #expect(try await driver.send(.post, "/session/\(session)/element/\(inAlert)/click").status == 200)
            #expect(try await driver.send(.get, "/session/\(session)/alert/text").error == "no such alert")
            // The event presents one of which nothing more is known.
            let present = #"{"type": "app.presentAlert"}"#
            _ = try await driver.script(session, "greenroom: event", present)
            #expect(try await driver.send(.get, "/session/\(session)/alert/text").value == "a.b")
        }
    }

    @Test("The alert on the screen is that of the responder that presented it, whatever came since")
    func alertOfItsPresenter() async throws {
        try await DriverClient.run { driver in
            let app = #"""
                {"bundleID": "a.b", "responders": [
                 {"name": "play", "handles": ["remoteControl"], "alert": {"title": "Playing", "buttons": ["OK"]}},
                 {"name": "help", "alert": {"title": "No help", "buttons": ["OK"]}}]}
                """#
            let opened = try await driver.openSession(
                #""platformName": "iOS", "greenroom:apps": [\#(app)], "appium:bundleId": "a.b""#
            )
            let session = try #require(opened.value["sessionId"]?.text)
            func send(_ events: String) async throws {
                #expect(try await driver.script(session, "greenroom: event", events).status == 200)
            }
            func text() async throws -> DriverReply {
                try await driver.send(.get, "/session/\(session)/alert/text")
            }
            try await send(#"{"type": "input.remoteControl", "target": "play"}"#)
            #expect(try await text().error == "no such alert")
            try await send(#"{"type": "input.touch", "target": "help"}"#)
            #expect(try await text().value == "No help")
            let note = #"{"type": "device.note", "message": "later"}"#
            let notes = Array(repeating: note, count: 120).joined(separator: ", ")
            for _ in 0..<9 { try await send(#"{"events": [\#(notes)]}"#) }
            try await send(#"{"type": "input.touch", "target": "play"}"#)
            #expect(try await text().value == "No help")
            #expect(try await driver.send(.post, "/session/\(session)/alert/accept").status == 200)
            #expect(try await text().error == "no such alert")
        }
    }

    @Test("At home the source is SpringBoard; in front it is the app with its windows and responders")
    func source() async throws {
        try await DriverClient.run { driver in
            let app =
                #", "greenroom:apps": [{"bundleID": "com.example.drawn", "name": "D", "lifecycle": "scenes", "responders": [{"name": "save", "handles": ["touch"]}]}]"#
            let session = try await driver.open(app + #", "appium:bundleId": "com.example.drawn""#)
            let source = try await driver.send(.get, "/session/\(session)/source").value.text ?? ""
            #expect(source.contains("bundleId=\"com.example.drawn\""))
            #expect(source.contains("XCUIElementTypeWindow"))
            let find = #"{"using": "accessibility id", "value": "save"}"#
            let element = try await driver.send(.post, "/session/\(session)/element", find).value
            let id = try #require(element["ELEMENT"]?.text)
            #expect(element[ElementID.webKey]?.text == id)
            #expect(try await driver.send(.get, "/session/\(session)/element/\(id)/text").value == "save")
            #expect(
                try await driver.send(.get, "/session/\(session)/element/\(id)/attribute/type").value
                    == "XCUIElementTypeOther"
            )
            #expect(try await driver.send(.post, "/session/\(session)/element/\(id)/click").status == 200)
            _ = try await driver.script(session, "mobile: pressButton", #"{"name": "HOME"}"#)
            #expect(
                try await driver.send(.post, "/session/\(session)/element/\(id)/click").error
                    == "stale element reference"
            )
            let home = try await driver.send(.get, "/session/\(session)/source").value.text ?? ""
            #expect(home.contains("com.apple.springboard"))
            let xpath = #"{"using": "xpath", "value": "//*"}"#
            let board = try await driver.send(.post, "/session/\(session)/element", xpath).value["ELEMENT"]?.text ?? ""
            #expect(
                try await driver.send(.get, "/session/\(session)/element/\(board)/attribute/bundleId").value
                    == "com.apple.springboard"
            )
            let css = #"{"using": "css selector", "value": "a"}"#
            #expect(try await driver.send(.post, "/session/\(session)/element", css).error == "invalid selector")
            #expect(try await driver.send(.post, "/session/\(session)/elements", find).value == [])
        }
    }

    @Test("A screenshot is a PNG file in the size of the screen, and one of an element in its size")
    func pictures() async throws {
        try await DriverClient.run { driver in
            let session = try await driver.open(#", "appium:bundleId": "com.example.notes""#)
            func size(_ path: String) async throws -> [UInt8] {
                let text = try await driver.send(.get, "/session/\(session)/\(path)").value.text ?? ""
                return Array((Data(base64Encoded: text) ?? Data()).prefix(24).suffix(8))
            }
            #expect(try await size("screenshot") == [0, 0, 1, 137, 0, 0, 3, 84])
            let find = #"{"using": "class name", "value": "XCUIElementTypeWindow"}"#
            let element = try await driver.send(.post, "/session/\(session)/element", find).value["ELEMENT"]?.text ?? ""
            #expect(try await size("element/\(element)/screenshot") == [0, 0, 1, 137, 0, 0, 3, 84])
        }
    }

    @Test("The picture of a text has its checksums", arguments: ["", "Notes", "“é”"]) func png(text: String) {
        var bitmap = Bitmap(width: 30, height: 8)
        bitmap.write(text, x: 0, y: 0, width: 30)
        let bytes = bitmap.png
        // The signature; then the empty chunk at the end, whose checksum is known.
        #expect(Array(bytes.prefix(8)) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        #expect(Array(bytes.suffix(12)) == [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82])
        #expect(bitmap.pixels.contains(1) == !text.isEmpty)
    }

    @Test("Syslog tells each record once, crashlog each report") func logs() async throws {
        try await DriverClient.run { driver in
            let session = try await driver.open(#", "appium:bundleId": "com.example.notes""#)
            func log(_ type: String) async throws -> [Value] {
                try await driver.send(.post, "/session/\(session)/se/log", #"{"type": "\#(type)"}"#).value.elements
            }
            let lines = try await log("syslog").compactMap { $0["message"]?.text }
            #expect(
                lines.contains { $0.hasPrefix("Jan  1 00:00:00 iPhone Notes[") && $0.contains("<Notice>: callback") }
            )
            #expect(try await log("syslog").isEmpty)
            #expect(try await log("crashlog").isEmpty)
            _ = try await driver.script(session, "greenroom: event", #"{"type": "app.crash", "exception": "abort"}"#)
            #expect(try await log("crashlog").count == 1)
            #expect(try await log("crashlog").isEmpty)
            let other = try await driver.send(.post, "/session/\(session)/se/log", #"{"type": "server"}"#)
            #expect(other.error == "unknown error")
        }
    }
}
