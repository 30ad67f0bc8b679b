import LifecycleKernel
import Testing
import WireFormat

/// A pattern that no record can match is refused where it is read.
@Suite struct RecordPatternTests {
    /// What is wrong with a pattern.
    private func problem(_ pattern: Value) -> Rejection? {
        do throws(Rejection) {
            try RecordPattern.check(pattern, at: "p")
            return nil
        } catch {
            return error
        }
    }

    static let right: [Value] = [
        [:], ["kind": "exit"], ["bundleID": "a", "pid": 101],
        ["kind": "finding", "code": "dataLoss", "severity": "error"],
        ["code": "0x8badf00d"], ["code": "dataLoss"], ["name": "upload"], ["to": "foregroundActive"],
        ["to": "suspended"],
        ["kind": "input", "event": ["type": "app.launch", "bundleID": "a"]], ["event": ["bundleID": "a"]],
        ["kind": "input", "action": ["action": "save"]], ["kind": "snapshot", "sensitiveContent": true],
        ["kind": "returned", "tookSeconds": .number(0.5)], ["kind": "returned", "result": .null],
        ["kind": "scene", "sceneID": "1"], ["kind": "exit", "metricKit": "cumulativeAppWatchdogExitCount"],
        ["kind": "exit", "namespace": "JETSAM"], ["kind": "dispatch", "asked": []],
        ["kind": "dispatch", "asked": ["button", "view"]], ["kind": "finding", "evidence": [1, 2]],
        ["kind": "input", "install": ["bundleID": "a"]], ["arguments": ["name": "upload"]],
        ["event": ["type": "app.terminate", "cause": "jetsam"]], ["event": ["cause": "jetsam"]],
        ["action": ["action": "beginBackgroundTask", "name": "upload"]], ["time": "2026-01-01T00:00:05.000Z"],
    ]

    @Test(arguments: right) func whatARecordMayHaveIsAccepted(pattern: Value) {
        #expect(problem(pattern) == nil)
    }

    static let wrong: [(pattern: Value, code: Rejection.Code, field: String)] = [
        (["kind": "finding", "evidence": "x"], .invalidValue, "p.evidence"),
        (["evidence": ["x"]], .invalidValue, "p.evidence"),
        (["kind": "dispatch", "asked": 5], .invalidValue, "p.asked"),
        (["kind": "dispatch", "asked": [5]], .invalidValue, "p.asked"), (["install": "x"], .invalidValue, "p.install"),
        (["kind": "callback", "arguments": "x"], .invalidValue, "p.arguments"),
        ("exit", .invalidValue, "p"), (["knid": "exit"], .unknownField, "p.knid"),
        (["kind": "leave"], .invalidValue, "p.kind"), (["kind": 5], .invalidValue, "p.kind"),
        (["kind": "finding", "code": "dataloss"], .invalidValue, "p.code"),
        (["kind": "finding", "code": "0x0"], .invalidValue, "p.code"),
        (["code": "dataloss"], .invalidValue, "p.code"), (["kind": "exit", "code": "xyz"], .invalidValue, "p.code"),
        (["time": "yesterday"], .invalidValue, "p.time"), (["time": "2026-01-01T00:00:05Z"], .invalidValue, "p.time"),
        (["event": ["typ": "app.terminate"]], .unknownField, "p.event.typ"),
        (["event": ["type": "device.hom"]], .invalidValue, "p.event.type"),
        (["event": ["type": "device.home", "cause": "jetsam"]], .unknownField, "p.event.cause"),
        (["event": ["type": "app.terminate", "cause": "jetsm"]], .invalidValue, "p.event.cause"),
        (["action": ["action": "beginBackgroundTask", "nam": "upload"]], .unknownField, "p.action.nam"),
        (["kind": "finding", "severity": "fatal"], .invalidValue, "p.severity"),
        (["kind": "exit", "reason": "crash"], .invalidValue, "p.reason"),
        (["reason": "crash"], .invalidValue, "p.reason"),
        (["kind": "exit", "code": 0], .invalidValue, "p.code"),
        (["kind": "exit", "report": "ips"], .invalidValue, "p.report"),
        (["kind": "exit", "metricKit": "AppWatchdog"], .invalidValue, "p.metricKit"),
        (["kind": "exit", "namespace": "SPRINGBOARD"], .invalidValue, "p.namespace"),
        (["kind": "exit", "unsavedChanges": "2"], .invalidValue, "p.unsavedChanges"),
        (["kind": "process", "to": "foregroundActive"], .invalidValue, "p.to"),
        (["kind": "process", "why": "memory"], .invalidValue, "p.why"),
        (["kind": "process", "launchReason": "icon"], .invalidValue, "p.launchReason"),
        (["kind": "process", "coldLaunch": "yes"], .invalidValue, "p.coldLaunch"),
        (["kind": "scene", "to": "active"], .invalidValue, "p.to"), (["to": "asleep"], .invalidValue, "p.to"),
        (["kind": "callback", "name": "didSleep"], .invalidValue, "p.name"),
        (["kind": "callback", "receiver": "delegate"], .invalidValue, "p.receiver"),
        (["kind": "notification", "name": "didSleep"], .invalidValue, "p.name"),
        (["kind": "assertion", "assertion": "task"], .invalidValue, "p.assertion"),
        (["kind": "assertion", "change": "stopped"], .invalidValue, "p.change"),
        (["kind": "verdict", "subject": "pushes"], .invalidValue, "p.subject"),
        (["kind": "verdict", "verdict": "thrown"], .invalidValue, "p.verdict"),
        (["kind": "verdict", "why": "lazy"], .invalidValue, "p.why"),
        (["kind": "memory", "level": "low"], .invalidValue, "p.level"),
        (["kind": "snapshot", "appearance": "grey"], .invalidValue, "p.appearance"),
        (["kind": "activity", "activity": "sleeping"], .invalidValue, "p.activity"),
        (["kind": "activity", "change": "acquired"], .invalidValue, "p.change"),
        (["kind": "input", "event": ["type": "app.lunch"]], .invalidValue, "p.event.type"),
        (["kind": "input", "action": ["action": "sing"]], .invalidValue, "p.action.action"),
        (["kind": "log", "name": "x"], .unknownField, "p.name"), (["pid": "101"], .invalidValue, "p.pid"),
        // Each field is one of some record, but no record has both.
        (["message": "x", "reason": "normal"], .unknownField, "p.reason"),
        (["severity": "error", "code": "0x8badf00d"], .invalidValue, "p.code"),
    ]

    @Test("A UUID is matched in either case, and no other text is")
    func uuids() {
        let id = "8F0A6E0C-0000-4000-8000-00000000ABCD"
        let record: Value = ["kind": "verdict", "apnsID": .string(id), "event": ["apnsID": .string(id.lowercased())]]
        #expect(record.matches(["apnsID": .string(id.lowercased()), "event": ["apnsID": .string(id)]]))
        #expect(!record.matches(["apnsID": .string(id.replacing("8F", with: "8E"))]))
        #expect(!record.matches(["kind": "Verdict"]))
        // As long as a UUID.
        let text = String(repeating: "a", count: 36)
        #expect(!Value.string(text).matches(.string(text.uppercased())))
    }

    @Test(arguments: wrong.indices) func whatNoRecordHasIsRefused(index: Int) {
        let (pattern, code, field) = Self.wrong[index]
        #expect(problem(pattern)?.code == code)
        #expect(problem(pattern)?.field == field)
    }

    @Test func aRefusalSaysWhatThereIsAndWhatWasProbablyMeant() {
        let misspelt = problem(["kind": "finding", "code": "dataLos"])
        #expect(misspelt?.detail.description.hasSuffix("and is \"dataLos\". Did you mean \"dataLoss\"?") == true)
        #expect(misspelt?.accepted == Finding.Code.allCases.map(\.rawValue))
        #expect(
            problem(["kind": "log", "mesage": "x"])?.detail.description
                == #"Records of the kind log have no field "mesage". Did you mean "message"?"#
        )
        // Of several kinds all that there is.
        #expect(problem(["to": "asleep"])?.accepted.contains("foregroundActive") == true)
        #expect(problem(["to": "asleep"])?.accepted.contains("suspended") == true)
    }

    @Test("A condition is read from its record, whatever its patterns are")
    func conditionsOfRecords() throws {
        let text: Value = [
            "sequence": 1, "time": "2026-01-01T00:00:00.000Z", "kind": "input", "cause": 1,
            "advance": ["until": ["record": ["knid": "x"]], "limitSeconds": 5],
        ]
        #expect(try Record(text, at: "").value == text)
        #expect(throws: Rejection.self) { try Advance(["until": ["record": ["knid": "x"]]], at: "") }
    }

    @Test func eventsActionsAndHandlersThatAreNearlyRightAreSuggestedToo() {
        func detail(_ read: () throws(Rejection) -> Void) -> String {
            do throws(Rejection) {
                try read()
                return ""
            } catch {
                return error.detail.description
            }
        }
        #expect(
            detail { () throws(Rejection) in _ = try Event(["type": "device.hoem"], at: "") }
                == #"There is no event "device.hoem". Did you mean "device.home"?"#
        )
        #expect(
            detail { () throws(Rejection) in _ = try Action(["action": "Save"], at: "") }
                == #"There is no action "Save". Did you mean "save"?"#
        )
        #expect(
            detail { () throws(Rejection) in _ = try AppBehavior(["applicationWillTerminate": []], at: "") }
                == #"There is no handler "applicationWillTerminate". Did you mean "applicationWillTerminate(_:)"?"#
        )
        #expect(
            detail { () throws(Rejection) in _ = try AppBehavior(["applicationDidEnterBackground(_)": []], at: "") }
                == #"There is no handler "applicationDidEnterBackground(_)". "#
                + #"Did you mean "applicationDidEnterBackground(_:)"?"#
        )
    }

    @Test(
        arguments: [
            ("app.tap", "app.tapNotification"), ("device.presentAlert", "device.presentSystemAlert"),
            ("home", "device.home"), ("device", nil), ("device.shake", nil), ("audio.silence", nil), ("", nil),
        ] as [(String, String?)]
    )
    func anEventOfTheSameWordsIsSuggested(given: String, meant: String?) {
        let suggestion = Event.knownTypes.suggestion(forWords: given)?.description
        #expect(suggestion == meant.map { " Did you mean \"\($0)\"?" })
    }

    static let suggestions: [(given: String, meant: String?)] = [
        ("dataloss", "dataLoss"), ("DATALOSS", "dataLoss"), ("dataLos", "dataLoss"), ("dataLosss", "dataLoss"),
        ("dtaaLoss", "dataLoss"), ("dataGain", nil), ("loss", nil), ("", nil), ("aol", "all"), ("x", nil),
        ("dataLoss", nil),
    ]

    @Test(arguments: suggestions.indices) func aNearNameIsSuggested(index: Int) {
        let (given, meant) = Self.suggestions[index]
        let rejection = Rejection.invalid(
            at: "p",
            expected: .any,
            found: .string(given),
            accepted: ["dataAtRisk", "dataLoss", "all"]
        )
        let end = meant.map { " Did you mean \"\($0)\"?" } ?? ""
        #expect(rejection.detail.description == "p must be a value of any kind, and is \"\(given)\".\(end)")
    }
}
