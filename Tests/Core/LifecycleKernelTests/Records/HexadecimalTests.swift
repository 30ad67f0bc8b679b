import LifecycleKernel
import Testing

@Suite("Hexadecimal digits and blanks") struct HexadecimalTests {
    @Test("Bytes and their digits, in both directions") func bytes() {
        let bytes: [UInt8] = [0x00, 0x0f, 0xa5, 0xff]
        #expect(bytes.hexadecimal == "000fa5ff")
        #expect([UInt8](hexadecimal: "000fa5ff") == bytes)
        #expect([UInt8](hexadecimal: "000FA5fF") == bytes)
        #expect([UInt8](hexadecimal: "") == [])
        #expect(UInt64(0xa5).hexadecimal == "00000000000000a5")
    }

    @Test("Other texts have no bytes", arguments: ["0", "0g", "0x", " 0", "é", "+1", "00\u{301}"]) func noBytes(
        text: String
    ) {
        #expect([UInt8](hexadecimal: text) == nil)
    }

    @Test("Blanks at the ends are dropped", arguments: [("", ""), (" \t ", ""), ("a", "a"), ("\t a b ", "a b")])
    func blanks(text: String, without: String) {
        #expect(text.withoutBlanks == without)
    }
}
