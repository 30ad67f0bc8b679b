import DeviceHost
import HTTPAPI
import HTTPTestKit
import HTTPTypes
import LifecycleKernel
import Testing
import WireFormat

@Suite("Timelines")
struct TimelineTests {
    private let timeline = "/v1/devices/phone/timeline"

    @Test("Records are listed oldest first, without gaps, page by page")
    func pages() async throws {
        try await APIClient.run { api in
            try await api.makePhoneWithNotesInFront()
            var sequences: [Int64] = []
            var after: Int64? = 0
            while let start = after {
                let page = try await api.get("\(timeline)?after=\(start)&limit=3")
                sequences += page.list("records").compactMap { $0["sequence"]?.whole }
                #expect(page["oldest"] == 1)
                after = page["next"]?.whole
            }
            #expect(sequences == Array(1...Int64(sequences.count)))
            #expect(sequences.count > 3)
            let whole = try await api.get(timeline)
            #expect(whole["sequence"]?.whole == sequences.last)
            #expect(whole["next"] == .null)
        }
    }

    @Test("What was found is told in the language of the client, by each answer that has records")
    func languages() async throws {
        let english = "the process ended with 1 unsaved change"
        let chinese = "进程结束时有 1 项更改未保存"
        let crash = #"{"type": "app.crash", "bundleID": "\#(APIClient.notes)", "exception": "abort"}"#
        let found: Value = ["kind": "finding", "detail": .string(english)]
        try await APIClient.run { api in
            try await api.makePhoneWithNotesInFront()
            _ = try await api.post("/v1/devices/phone/apps/\(APIClient.notes)/actions", #"{"action": "edit"}"#)
            let crashed = try await api.post("/v1/devices/phone/events", crash, headers: [.acceptLanguage: "zh"])
            #expect(Self.details(crashed.list("records")) == [chinese])
            let until = #"{"until": {"record": {"kind": "finding", "detail": "\#(english)"}}, "after": 0}"#
            for (language, told) in [("en", english), ("zh-CN", chinese), ("fr", english)] {
                let headers: HTTPFields = [.acceptLanguage: language]
                let page = try await api.get(timeline, headers: headers)
                #expect(Self.details(page.list("records")) == [told])
                #expect(page.headers[.vary] == "Accept, Accept-Language")
                let lines = try await api.get(timeline, headers: [.acceptLanguage: language, .accept: "text/plain"])
                #expect(lines.text.contains("error dataLoss: \(told)"))
                let audit = try await api.get("/v1/devices/phone/apps/\(APIClient.notes)/audit", headers: headers)
                #expect(audit.list("findings").map { $0["detail"] } == [.string(told)])
                let waited = try await api.post("/v1/devices/phone/wait", until, headers: headers)
                #expect(waited["record"]?["detail"] == .string(told), "a pattern is compared with English")
            }
            #expect(try await api.get(timeline).list("records").contains { $0.matches(found) })
        }
    }

    private static func details(_ records: [Value]) -> [String] {
        records.filter { $0["kind"] == "finding" }.compactMap { $0["detail"]?.text }
    }

    @Test("The tail is had with last")
    func tail() async throws {
        try await APIClient.run { api in
            try await api.makePhoneWithNotesInFront()
            let whole = try await api.get(timeline).list("records")
            #expect(try await api.get("\(timeline)?last=2").list("records") == Array(whole.suffix(2)))
        }
    }

    @Test("Records are chosen by kind and by app")
    func filters() async throws {
        try await APIClient.run { api in
            try await api.makePhoneWithNotesInFront()
            let kinds = try await api.get("\(timeline)?kind=callback,process").list("records").map { $0["kind"] }
            #expect(Set(kinds) == ["callback", "process"])
            #expect(try await api.get("\(timeline)?bundleID=com.example.mail").list("records").isEmpty)
        }
    }

    @Test(
        "A question that makes no sense is refused",
        arguments: [
            ("kind=nonsense", "kind"), ("kind=", "kind"), ("kind=callback,", "kind"), ("after=-1", "after"),
            ("after=x", "after"), ("limit=0", "limit"), ("limit=1001", "limit"), ("last=0", "last"),
            ("last=1001", "last"), ("last=5&limit=5", "limit"), ("after=1&after=2", "after"),
            ("after=9223372036854775808", "after"), ("after=18446744073709551615", "after"),
        ]
    )
    func refused(query: String, field: String) async throws {
        try await APIClient.run { api in
            try await api.makePhone()
            let answer = try await api.get("\(timeline)?\(query)")
            #expect(answer.status == 422)
            #expect(answer.code == "invalid-value")
            #expect(answer["field"]?.text == field)
        }
    }

    @Test("A sequence after the last record has no records", arguments: ["999999", "9223372036854775807"])
    func beyondTheEnd(after: String) async throws {
        try await APIClient.run { api in
            try await api.makePhone()
            let answer = try await api.get("\(timeline)?after=\(after)")
            #expect(answer.status == 200)
            #expect(answer.list("records").isEmpty)
        }
    }

    @Test("Records that are no longer kept are gone, and the answer says where to continue")
    func evicted() async throws {
        var limits = HostLimits()
        limits.recordsPerDevice = 4
        try await APIClient.run(limits: limits) { api in
            try await api.makePhoneWithNotesInFront()
            let answer = try await api.get("\(timeline)?after=0")
            #expect(answer.status == 410)
            #expect(answer.code == "records-evicted")
            let after = try #require(answer["accepted"]?.elements.first?.text)
            #expect(try await api.get("\(timeline)?after=\(after)").list("records").count == 4)
        }
    }

    @Test("A page ends at so many bytes, in each form, and goes on where it says")
    func largePages() async throws {
        var limits = HostLimits()
        limits.pageBytes = 1_000
        try await APIClient.run(limits: limits) { api in
            try await api.makePhoneWithNotesInFront()
            let sequence = try #require(try await api.get("/v1/devices/phone")["sequence"]?.whole)
            var read: [Int64] = []
            var next: Int64? = 0
            while let after = next {
                let page = try await api.get("\(timeline)?after=\(after)&limit=1000")
                let text = try await api.get("\(timeline)?after=\(after)&limit=1000", headers: [.accept: "text/plain"])
                #expect((1...7).contains(page.list("records").count))
                #expect(text.text.split(separator: "\n").count == page.list("records").count)
                read += page.list("records").compactMap { $0["sequence"]?.whole }
                next = page["next"]?.whole
            }
            #expect(read == Array(1...sequence))
        }
    }

    @Test("As text, each record is one line")
    func text() async throws {
        try await APIClient.run { api in
            try await api.makePhoneWithNotesInFront()
            let records = try await api.get(timeline).list("records")
            let answer = try await api.get(timeline, headers: [.accept: "text/plain"])
            #expect(answer.headers[.contentType] == "text/plain; charset=utf-8")
            #expect(answer.headers[.vary] == "Accept, Accept-Language")
            let lines = answer.text.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.count == records.count + 1)
            #expect(lines.last == "")
        }
    }

    @Test("A framework's reports are with the records that caused them, whatever the page begins with")
    func vocabulary() async throws {
        try await APIClient.run { api in
            try await api.makePhoneWithNotesInFront()
            let launched = try #require(try await api.get(timeline)["sequence"]?.whole)
            _ = try await api.post("/v1/devices/phone/events", APIClient.home)
            let query = "after=\(launched)&vocabulary=reactNative,jsbox,reactNative"
            let records = try await api.get("\(timeline)?\(query)").list("records")
            let reports = records.compactMap { $0["vocabulary"] }
            #expect(reports == [["reactNative": ["inactive"], "jsbox": ["pause"]], ["reactNative": ["background"]]])
            let plain = try await api.get("\(timeline)?after=\(launched)").list("records")
            #expect(plain.allSatisfy { $0["vocabulary"] == nil })
            let text = try await api.get("\(timeline)?\(query)", headers: [.accept: "text/plain"]).text
            #expect(text.contains(" [reactNative: inactive] [jsbox: pause]\n"))
        }
    }

    @Test("An unknown framework is refused with a list of those that are known")
    func unknownFramework() async throws {
        try await APIClient.run { api in
            try await api.makePhone()
            let answer = try await api.get("\(timeline)?vocabulary=klingon")
            #expect(answer.status == 422)
            #expect(answer["field"]?.text == "vocabulary")
            #expect(answer["accepted"]?.elements.contains("jsbox") == true)
        }
    }
}
