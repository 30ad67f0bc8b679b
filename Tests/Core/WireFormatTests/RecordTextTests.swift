import LifecycleKernel
import Testing
import WireFormat

/// Records as JSON text and as lines.
@Suite struct RecordTextTests {
    @Test func everyKindOfRecordIsAmongTheSamples() {
        #expect(Set(RecordSamples.records.map(\.kind)) == Set(Record.Kind.allCases))
    }

    @Test(arguments: RecordSamples.records) func bothSinksWriteTheSameRecord(_ record: Record) throws {
        let bytes = JSONText.write(record)
        #expect(try JSONText.parse(bytes) == record.value)
        #expect(bytes == JSONText.write(record.value), "byte for byte, order included")
    }

    @Test(arguments: RecordSamples.records) func aRecordIsReadAsItWasWritten(_ record: Record) throws {
        let bytes = JSONText.write(record)
        #expect(try JSONText.write(Record(JSONText.parse(bytes), at: "")) == bytes)
    }

    @Test(arguments: ["{}", "[]", #"{"sequence": -1}"#, #"{"kind": "snapshot", "sequence": 1}"#])
    func whatIsNoRecordIsNotRead(_ text: String) throws {
        #expect(throws: Rejection.self) { try Record(JSONText.parse(Array(text.utf8)), at: "") }
    }

    @Test(arguments: RecordSamples.records) func aRecordWithAFieldMoreIsNotRead(_ record: Record) throws {
        guard case .object(let members) = record.value else { return }
        #expect(throws: Rejection.self) { try Record(.object(members + [.init("colour", "red")]), at: "") }
    }

    @Test(arguments: RecordSamples.records) func anInputOfARecordCanBeAppliedAgain(_ record: Record) throws {
        guard case .input(let input) = record.body else { return }
        #expect(try Input(JSONText.parse(JSONText.write(input)), at: "") == input)
    }

    @Test(arguments: RecordSamples.records) func theLineOfARecordIsOneLine(_ record: Record) {
        let line = RecordLine.text(record)
        let hasControls = line.unicodeScalars.contains { $0.value < 0x20 || $0 == "\u{2028}" || $0 == "\u{1B}" }
        #expect(!hasControls)
        #expect(line.contains(record.time.description))
    }

    @Test func linesAreAligned() {
        let lines = RecordSamples.records.dropLast().map { RecordLine.text($0) }
        #expect(lines[8].hasPrefix("     9  2026-01-01T00:00:00.009Z  process       com.example.notes 101"))
        #expect(lines[9].hasPrefix("    10  2026-01-01T00:00:00.010Z  scene         com.example.notes 101 #2"))
        #expect(lines[9].hasSuffix("unattached -> foregroundInactive  <- 6"))
        // The column for what the record is about is 32 wide, and begins after 48 characters.
        for index in [8, 9, 11, 15] {
            let happened = lines[index].dropFirst(48 + 32)
            #expect(happened.hasPrefix("  "))
            #expect(!happened.hasPrefix("   "))
        }
    }

    static let texts: [(Int, String)] = [
        (0, #"{"type":"app.launch","bundleID":"com.example.notes","arguments":["\"-x\"","\u0000"]}"#),
        (1, "install com.example.notes 1.0"), (2, "uninstall com.example.notes"),
        (4, "completion of 4, actions: 1"), (5, #"clock {"mode":"scaled","rate":0.1}"#),
        (7, #"callback 7 after 1.25 s -> {"a":0.1}"#), (8, "notRunning -> inactive (launch: user)"),
        (10, #"scene(_:willConnectTo:options:) while inactive {"a \"b\"":"\\"}, limit 20 s"#),
        (11, "UIApplication.didBecomeActiveNotification"), (12, "backgroundTask acquired up?load, 29.999 s left"),
        (13, "push dropped ? (malformed: the request or the payload is not in the required format)"),
        (14, "appWatchdog: too slow, while sceneDidEnterBackground(_:) (9) was not completed"),
        (15, "error dataLoss: 1 unsaved change is lost, shown by 4 18446744073709551615"),
        (9, "unattached -> foregroundInactive"), (16, "light, sensitive content"), (17, "line one??line two ?[31m"),
        (18, "warning, -1 bytes available"), (20, #"timer po"ll firedLate"#),
    ]

    @Test(arguments: texts) func aLineSaysWhatHappenedAndWhatCausedIt(_ index: Int, _ text: String) {
        let record = RecordSamples.records[index]
        // An input is its own cause, which need not be said.
        let cause = record.cause == record.sequence ? "" : "  <- \(record.cause)"
        #expect(RecordLine.text(record).hasSuffix("  " + text + cause))
    }
}
