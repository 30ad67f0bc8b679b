import LifecycleKernel
import WireFormat

/// A report that the system writes about the end of a process: an `.ips` file, a header in JSON on the first line and a
/// body, which is a JSON object too, or lines of text. Sources: facts 3.5, 4.4, 10.3.
///
/// It says what the simulation knows. Identifiers and addresses are derived from the device and the process, so that the
/// same run gives the same report; registers are zero but for the program counter; what could only be made up (the memory
/// map, binaries beyond those on the stack, the kernel's zones) is absent, empty or zero. `docs/reports.md` lists it.
public struct DiagnosticReport: Sendable {
    package let incident: Incident
    public let header: Value
    /// The body: an object, or a text of several lines.
    public let body: Value

    /// Writes the report of an incident.
    ///
    /// - Parameters:
    ///   - incident: The incident.
    ///   - deviceID: The id of the device.
    package init(_ incident: Incident, deviceID: String) {
        let device = ReportedDevice(
            id: deviceID,
            model: incident.device.model,
            profile: incident.circumstances.profile,
            seed: incident.device.seed
        )
        self.incident = incident
        switch (incident.exit.report, incident.circumstances.memory) {
        case (_, let memory?):
            let report = JetsamEventReport(incident: incident, memory: memory, device: device)
            (header, body) = (report.header, report.body)
        case (.processor, nil):
            let report = ProcessorReport(incident: incident, device: device)
            (header, body) = (report.header, .string(report.text))
        case (.none, nil), (.crash, nil), (.jetsam, nil):
            let report = CrashReport(incident: incident, device: device)
            (header, body) = (report.header, report.body)
        }
    }

    /// The text of the file: the header on the first line, then the body.
    public var text: [UInt8] {
        let newline = [UInt8(ascii: "\n")]
        if case .string(let lines) = body { return JSONText.write(header) + newline + Array(lines.utf8) }
        return JSONText.write(header) + newline + JSONText.write(body) + newline
    }

    public var isText: Bool { if case .string = body { true } else { false } }
}

extension Incident {
    /// The name of the report's file, by which it is known on its device: what the report is of, when, and the process.
    ///
    /// Devices name files so, without the process; here two processes may end in the same second.
    public var reportID: String {
        let executable = circumstances.bundle.executable.fileNameSafe
        let name =
            switch exit.report {
            case .jetsam: "JetsamEvent"
            case .processor: executable + ".cpu_resource_fatal"
            case .none, .crash: executable
            }
        return "\(name)-\(endedAt.fileNameText).\(pid).ips"
    }

    /// The type of the report by Apple's numbers: 309 for a crash, 298 for a JetsamEvent, 206 for too much processor time.
    public var bugType: String {
        switch exit.report {
        case .jetsam: "298"
        case .processor: "206"
        case .none, .crash: "309"
        }
    }

    /// Whether the process trapped in Swift's library, which prints a message first. A trap without a message is one that
    /// the compiler has put into the app's own code.
    var failsInSwiftLibrary: Bool {
        MachException(exit).isTrap && circumstances.message != nil && circumstances.mainThread != .sceneAdoptionCheck
    }

    /// The identifier of the incident, which header and body name.
    func incidentID(on device: ReportedDevice) -> String {
        device.fingerprint("incident", "\(pid) \(circumstances.exitSequence)").uuid.uppercased()
    }
}

extension String {
    /// The name with everything replaced that is no letter or digit of ASCII, point or underscore: it is used in URLs,
    /// headers and file names as it is.
    fileprivate var fileNameSafe: String {
        String(
            unicodeScalars.prefix(64).map { scalar in
                switch scalar {
                case "a"..."z", "A"..."Z", "0"..."9", "_", ".": Character(scalar)
                default: "_"
                }
            }
        )
    }
}

public struct ReportSummary: FieldWritable, Sendable {
    private let incident: Incident

    /// Sums up the report of an incident.
    package init(_ incident: Incident) { self.incident = incident }

    /// Puts the name of the report and what it is about.
    package func write(to sink: inout some FieldSink) {
        sink.put("id", incident.reportID)
        sink.put("kind", incident.exit.report.rawValue)
        sink.put("bugType", incident.bugType)
        sink.put("bundleID", incident.bundleID)
        sink.put("pid", incident.pid)
        sink.put("time", instant: incident.endedAt)
        sink.put("reason", incident.exit.reason.rawValue)
        sink.put("sequence", incident.circumstances.exitSequence)
    }
}

/// How a device is named in reports. What only a real one has is of the right form and plainly invented: model `0,0`,
/// build `0A000`.
struct ReportedDevice {
    let id: String
    let model: DeviceModel
    let profile: RuleProfile
    /// The seed of its random numbers.
    let seed: UInt64

    /// Such as `iPhone0,0`.
    var modelCode: String { Self.modelCode(model) }
    /// Such as `iPhone OS 18.0`; iPads are named so too.
    var train: String { Self.train(profile) }
    /// Train and build, such as `iPhone OS 18.0 (0A000)`.
    var osVersion: String { Self.osVersion(profile) }

    static let build = "0A000"

    static func modelCode(_ model: DeviceModel) -> String { "\(model.rawValue)0,0" }

    static func train(_ profile: RuleProfile) -> String {
        "iPhone OS \(profile.systemVersion.major).\(profile.systemVersion.minor)"
    }

    /// The number of the platform in crash reports. Source: facts 4.4.
    var platform: Int64 { profile == .simulator ? 7 : 2 }

    static func osVersion(_ profile: RuleProfile) -> String { "\(train(profile)) (\(build))" }

    /// An identifier of something on this device.
    func fingerprint(_ what: String, _ of: String = "") -> Fingerprint {
        Fingerprint(id, String(seed), what, of)
    }

    /// The key by which a device's reports are known to belong together.
    var crashReporterKey: String { fingerprint("crashReporterKey").hexadecimal(40) }
}

/// Instants as reports print them, in UTC: a simulated device has no time zone.
extension Instant {
    /// To the second, as in `2026-01-01 00:00:20 +0000`.
    var reportSecond: String { "\(reportDate) \(reportClock) +0000" }

    /// With a fraction of so many digits, as in `2026-01-01 00:00:20.00 +0000`; milliseconds are all there is.
    func reportText(fraction digits: Int) -> String {
        let fraction = (description.dropFirst(20).prefix(3) + "000").prefix(digits)
        return "\(reportDate) \(reportClock).\(fraction) +0000"
    }

    /// As file names have it, such as `2026-01-01-000020`.
    fileprivate var fileNameText: String { reportDate + "-" + reportClock.filter { $0 != ":" } }

    private var reportDate: String { String(description.prefix(10)) }
    private var reportClock: String { String(description.dropFirst(11).prefix(8)) }
}

/// Identifiers that a real device draws at random, derived from what the simulation knows: the same facts make the same
/// identifier, others make another.
struct Fingerprint {
    private let state: UInt64

    /// What is identified, part by part.
    init(_ parts: String...) {
        // Parts are separated by a byte that no UTF-8 text has.
        state = FNV1a.hash(parts.flatMap { Array($0.utf8) + [0xff] })
    }

    /// 64 bits of it: the number of this index from the generator.
    private func bits(_ index: UInt64) -> UInt64 {
        var generator = SplitMix64(seed: state &+ index &* SplitMix64.increment)
        return generator.next()
    }

    /// A number from 0 up to a bound, without it.
    func number(below bound: UInt64) -> UInt64 { bits(0) % bound }

    /// Digits in base 16.
    func hexadecimal(_ count: Int) -> String {
        let words = (0..<UInt64((count + 15) / 16)).map { bits($0) }
        return String(words.map(\.hexadecimal).joined().prefix(count))
    }

    /// A UUID in small letters, of version 4 by its form (RFC 9562).
    var uuid: String {
        let digits = Array(hexadecimal(32))
        let variant = ["8", "9", "a", "b"][Int(bits(2) % 4)]
        return String(digits[0..<8]) + "-" + String(digits[8..<12]) + "-4" + String(digits[13..<16]) + "-" + variant
            + String(digits[17..<20]) + "-" + String(digits[20..<32])
    }
}
