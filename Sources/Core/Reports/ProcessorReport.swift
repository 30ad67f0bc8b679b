import LifecycleKernel

/// A report of too much processor time, bug type 206: a header in JSON, and lines of text. Source: facts 10.3.
struct ProcessorReport {
    let incident: Incident
    let device: ReportedDevice

    private var circumstances: DeathCircumstances { incident.circumstances }
    private var bundle: DeathCircumstances.BundleInfo { incident.circumstances.bundle }
    private var images: BinaryImages { BinaryImages(incident, device) }

    /// How long the report covers: the window in which the limit was reached, else the life of the process.
    private var duration: Milliseconds {
        circumstances.processorUse?.duration ?? incident.endedAt - incident.startedAt
    }

    var header: Value {
        [
            "app_name": .string(bundle.executable),
            "timestamp": .string(incident.endedAt.reportText(fraction: 2)),
            "app_version": .string(bundle.version),
            "slice_uuid": .string(images.app.uuid),
            "build_version": .string(bundle.build),
            "bundleID": .string(incident.bundleID.rawValue),
            "duration_ms": .string("\(duration.count)"),
            "share_with_app_devs": 0,
            "is_first_party": 0,
            "bug_type": .string(incident.bugType),
            "os_version": .string(device.osVersion),
            "incident_id": .string(incident.incidentID(on: device)),
            "name": .string(bundle.executable),
            "roots_installed": 0,
        ]
    }

    /// The lines after the header.
    var text: String { (system + process + use + stack).map { $0 + "\n" }.joined() }

    private var system: [String] {
        [
            line("Date/Time", (incident.endedAt + -duration).reportText(fraction: 3)),
            line("End time", incident.endedAt.reportText(fraction: 3)),
            line("OS Version", "\(device.train) (Build \(ReportedDevice.build))"),
            line("Architecture", "arm64e"),
            line("Report Version", "40"),
            line("Incident Identifier", incident.incidentID(on: device)),
            line("Data Source", "Microstackshots"),
            "",
        ]
    }

    private var process: [String] {
        [
            line("Command", bundle.executable),
            line("Path", images.app.path),
            line("Identifier", incident.bundleID.rawValue),
            line("Version", "\(bundle.version) (\(bundle.build))"),
            line("Is First Party", "No"),
            line("Resource Coalition ID", "\(incident.pid)"),
            line("PID", "\(incident.pid)"),
            "",
        ]
    }

    private var use: [String] {
        var lines = [line("Event", "cpu usage"), line("Action taken", "Process killed")]
        if let use = circumstances.processorUse {
            lines += [
                line("CPU", use.explanation),
                line("CPU limit", "\(use.limit / 1_000)s"),
                line("Limit duration", "\(use.window / 1_000)s"),
                line("CPU used", "\(use.used / 1_000)s"),
                line("CPU duration", "\(use.duration / 1_000)s"),
            ]
        } else {
            // An event ended it: what it used in its whole life is known, and no limit.
            lines.append(line("CPU used", "\(circumstances.cpuTime / 1_000)s"))
        }
        return lines + [
            line("Duration", "\(duration.seconds(digits: 2))s"),
            "",
            line("Hardware model", device.modelCode),
            "",
        ]
    }

    /// The main thread as it was in the end, the outermost frame first: no other sample is known.
    private var stack: [String] {
        let frames = Stacks(incident).main.reversed().enumerated().map { depth, frame in
            let address = "0x" + String(images.address(of: frame), radix: 16)
            let name = frame.symbol ?? "???"
            return String(repeating: " ", count: depth + 2) + "1  \(name) (\(images.name(of: frame))) [\(address)]"
        }
        return ["Heaviest stack for the target process:"] + frames
    }

    /// A name and a value, in two columns.
    private func line(_ name: String, _ value: String) -> String {
        let start = name + ":"
        return start + String(repeating: " ", count: max(1, 18 - start.count)) + value
    }
}
