import Testing

@testable import DeviceHost

@Suite("Device ids")
struct DeviceIDTests {
    @Test(
        "A lower-case letter or digit, then letters, digits and hyphens, up to 63 characters, are an id",
        arguments: ["a", "7", "checkout-test-17", "a-", "0--0", String(repeating: "x", count: 63)]
    )
    func accepts(text: String) throws {
        #expect(DeviceID(text)?.description == text)
    }

    @Test(
        "Anything else is no id",
        arguments: ["", "-a", "A", "a_b", "a b", "a/b", "é", "a.b", String(repeating: "x", count: 64), "a\u{0}"]
    )
    func refuses(text: String) {
        #expect(DeviceID(text) == nil)
    }

    @Test(
        "The hash of an id is FNV-1a, the same on every machine",
        arguments: [
            ("a", 0xaf63_dc4c_8601_ec8c as UInt64),
            ("foobar", 0x8594_4171_f739_67e8),
        ]
    )
    func hash(text: String, hash: UInt64) throws {
        #expect(try id(text).stableHash == hash)
    }

    @Test("Ids made up are ids, and differ")
    func random() throws {
        let ids = (0..<1_000).map { _ in DeviceID.random() }
        #expect(Set(ids).count == ids.count)
        #expect(ids.allSatisfy { DeviceID($0.description) == $0 })
        #expect(ids.allSatisfy { $0.description.hasPrefix("device-") })
    }
}

@Suite("Labels")
struct LabelTests {
    @Test(
        "A label is read at its first colon",
        arguments: [
            ("run:4711", Label(key: "run", value: "4711")),
            ("url:https://a", Label(key: "url", value: "https://a")),
            ("empty:", Label(key: "empty", value: "")),
        ]
    )
    func reads(text: String, label: Label) {
        #expect(Label(text) == label)
        #expect(label.description == text)
    }

    @Test("Without a name or a colon it is no label", arguments: ["", "run", ":4711"])
    func refuses(text: String) {
        #expect(Label(text) == nil)
    }
}

@Suite("Cursors")
struct PageCursorTests {
    @Test("A cursor gives its key back", arguments: ["", "a/101", "zz-9/2147483647"])
    func roundTrip(key: String) {
        #expect(PageCursor.key(of: PageCursor.text(of: key)) == key)
    }

    @Test("Text that is no cursor is recognised", arguments: ["x", "6", "6g", "FF", "ff"])
    func refuses(text: String) {
        #expect(PageCursor.key(of: text) == nil)
    }
}
