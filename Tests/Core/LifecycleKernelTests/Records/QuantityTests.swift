import LifecycleKernel
import Testing

@testable import StateCoding

/// Lengths of time and amounts of memory, whose sums and products clamp to what can be represented.
@Suite struct QuantityTests {
    private static let most = Milliseconds(.max)
    private static let least = Milliseconds(.min)

    @Test(
        "Arithmetic is that of whole numbers, and clamps",
        arguments: [
            (Milliseconds(7) + 5, 12), (most + 1, most), (least + (-1), least), (most + least, -1),
            (Milliseconds(7) - 5, 2), (least - 1, least), (most - (-1), most), (0 - least, most),
            (-Milliseconds(7), -7), (-least, most),
            (Milliseconds(7) * 5, 35), (most * 2, most), (most * -2, least), (least * 2, least), (least * -2, most),
            (Milliseconds(7) / 2, 3), (Milliseconds(-7) / 2, -3),
        ] as [(Milliseconds, Milliseconds)]
    )
    func arithmetic(result: Milliseconds, expected: Milliseconds) {
        #expect(result == expected)
    }

    @Test("Instants clamp to the years that can be written, and their difference never traps")
    func instants() {
        #expect(Instant.manualStart + Self.most == .latest)
        #expect(Instant.manualStart + Self.least == .earliest)
        #expect(Instant(milliseconds: .max) == .latest)
        #expect(Instant(milliseconds: .min) == .earliest)
    }

    @Test("A number of another type is clamped")
    func otherTypes() {
        #expect(ByteCount(UInt64.max) == ByteCount(.max))
        #expect(ByteCount(UInt8(200)) == 200)
    }

    @Test("Amounts of memory have binary units")
    func units() {
        #expect(ByteCount.mebibytes(3) == 3_145_728)
        #expect(ByteCount.gibibytes(2) == .mebibytes(2_048))
        #expect(ByteCount.gibibytes(.max) == ByteCount(.max))
    }

    @Test(
        "People read an amount in the largest unit that fits",
        arguments: [
            (0, "0 bytes"), (1_023, "1023 bytes"), (1_024, "1 KiB"), (1_536, "1.5 KiB"), (209_715_200, "200 MiB"),
            (2_600_468_480, "2.4 GiB"),
        ] as [(Int64, String)]
    )
    func unitText(bytes: Int64, text: String) {
        #expect(ByteCount(bytes).unitText == text)
    }

    @Test("A quantity is encoded and shown as its number")
    func encoding() throws {
        let lengths: [Milliseconds] = [0, -5, Self.most]
        let encoded = StateEncoder.encode(lengths)
        #expect(encoded == StateEncoder.encode(lengths.map(\.count)))
        #expect(try StateDecoder.decode([Milliseconds].self, from: encoded) == lengths)
        #expect("\(ByteCount(1_024))" == "1024")
    }
}

/// How instants are written and read.
@Suite struct InstantTests {
    @Test(arguments: [
        ("2026-01-01T00:00:12Z", "2026-01-01T00:00:12.000Z"),
        ("2026-01-01T00:00:12.5Z", "2026-01-01T00:00:12.500Z"),
        ("2026-01-01T00:00:12.05Z", "2026-01-01T00:00:12.050Z"),
        ("2026-01-01T00:00:12.0059Z", "2026-01-01T00:00:12.005Z"),
        ("0277-09-27T22:45:26.508547Z", "0277-09-27T22:45:26.508Z"),
        ("9999-12-31T23:59:59.999999999Z", "9999-12-31T23:59:59.999Z"),
        ("0001-01-01T00:00:00.000000001Z", "0001-01-01T00:00:00.000Z"),
        ("2024-02-29T00:00:00.1Z", "2024-02-29T00:00:00.100Z"),
    ])
    func fractionsHaveUpToNineDigits(written: String, read: String) throws {
        #expect(try #require(Instant(iso8601: written)).description == read)
    }

    @Test(arguments: [
        "2026-01-01T00:00:12.Z", "2026-01-01T00:00:12.0000000001Z", "2026-01-01T00:00:12.00000000xZ",
        "2026-01-01T00:00:12,5Z", "2026-01-01T00:00:12.5", "2026-01-01T00:00:12.5+00:00", "2025-02-29T00:00:00Z",
        "0000-01-01T00:00:00Z", "2026-01-01T24:00:00Z", "2026-01-01T00:00:60Z", "2026-13-01T00:00:00Z", "",
    ])
    func whatIsNoInstantInUTCIsRefused(text: String) {
        #expect(Instant(iso8601: text) == nil)
    }
}
