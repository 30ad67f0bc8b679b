import Foundation
import LifecycleKernel
import Simulation
import StateCoding
import Testing

/// What a released version of the kernel has written stays readable for ever.
///
/// `golden-N.hex` was written by version N and is never written again. With a new `KernelVersion` comes one more file:
///
///     swift run simulate golden > Tests/StateCodingTests/golden-$VERSION.hex
///
/// and its name joins `exclude` in Package.swift. Until version 3 is released, its file may be renewed in this way too.
@Suite struct StateGoldenTests {
    static let versions = 1...(Int(KernelVersion.current) ?? 0)

    @Test("A state written by an earlier version is read, and the device lives on", arguments: versions)
    func golden(version: Int) throws {
        var device = try Device(encodedState: Self.state(of: version))
        #expect(device.appStatuses.count == 3)
        #expect(device.processes.contains { $0.state == .suspended })
        #expect(device.nextDeadline != nil)
        #expect(device.takeRecords().isEmpty)
        let before = device.lastSequence
        var records: [Record] = []
        var random = SplitMix64(seed: 1)
        for _ in 0..<600 {
            _ = try? device.apply(random.input(for: device), at: device.now + random.duration(), limit: 100_000)
            records += device.takeRecords()
        }
        #expect(records.map(\.sequence) == Array(before + 1...device.lastSequence))
        #expect(Set(records.map(\.kind)).isSuperset(of: [.input, .process, .callback, .exit]))
    }

    static func state(of version: Int) throws -> [UInt8] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let text = try String(contentsOf: folder.appending(path: "golden-\(version).hex"), encoding: .utf8)
        let digits = Array(text.utf8.filter { $0 > UInt8(ascii: " ") })
        try #require(digits.count % 2 == 0)
        return try stride(from: 0, to: digits.count, by: 2).map {
            try #require(UInt8(String(decoding: digits[$0...$0 + 1], as: UTF8.self), radix: 16))
        }
    }
}
