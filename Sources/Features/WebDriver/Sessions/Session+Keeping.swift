import DeviceHost
import LifecycleKernel
import WireFormat

// A session as a store keeps it that servers share.
extension Session {
    /// What is kept of it; nil for one that is in memory only.
    var kept: [UInt8]? {
        guard case .number(let number) = identity else { return nil }
        return JSONText.write(Kept(session: self, number: number, state: withState(\.self)))
    }

    private struct Kept: FieldWritable {
        let session: Session
        let number: Int64
        let state: State

        func write(to sink: inout some FieldSink) {
            sink.put("id", session.id)
            sink.put("dialect", session.dialect.rawValue)
            sink.put("device", session.device.description)
            sink.put("number", number)
            if let app = session.bundleID { sink.put("bundleID", app) }
            sink.put("capabilities", value: session.capabilities)
            sink.put("endsApp", session.teardown.endsApp)
            sink.put("deletesDevice", session.teardown.deletesDevice)
            if let timeout = session.commandTimeout { sink.put("commandTimeout", timeout.wholeNanoseconds) }
            sink.put("created", session.created)
            state.write(to: &sink)
        }
    }

    /// Reads what `kept` was; nil if it was written otherwise.
    convenience init?(kept bytes: [UInt8]) {
        guard let value = try? JSONText.parse(bytes),
            let id = value["id"]?.text, let dialect = value["dialect"]?.text.flatMap(Dialect.init(rawValue:)),
            let device = value["device"]?.text.flatMap({ DeviceID($0) }), let number = value["number"]?.whole,
            let created = value["created"]?.whole, let state = State(kept: value)
        else { return nil }
        self.init(
            id: id,
            dialect: dialect,
            device: device,
            identity: .number(number),
            bundleID: value["bundleID"]?.text.map { BundleID($0) },
            capabilities: value["capabilities"] ?? .object([]),
            teardown: Teardown(endsApp: value["endsApp"] == true, deletesDevice: value["deletesDevice"] == true),
            commandTimeout: value["commandTimeout"]?.whole.map { .nanoseconds($0) },
            created: created,
            state: state
        )
    }
}

extension Session.State {
    fileprivate func write(to sink: inout some FieldSink) {
        sink.put("launches", list: launches.sorted { $0.key.rawValue < $1.key.rawValue }) { launch, sink in
            sink.put("bundleID", launch.key)
            sink.put("pid", launch.value.pid)
            sink.put("arguments", strings: launch.value.arguments)
            // As text, since JSON is not read at any depth.
            sink.put("environment", String(decoding: JSONText.write(launch.value.environment), as: UTF8.self))
        }
        if let watched { sink.put("watched", watched) }
        sink.put("settings", value: settings)
        sink.put("timeouts", value: .array([timeouts.implicit, timeouts.pageLoad, timeouts.script].map(Value.integer)))
        sink.put("url", url)
        sink.put("syslogEnd", syslogEnd)
        sink.put("reports", strings: reports.sorted())
        let (commands, events) = events.shared
        let commandValues = commands.map { [.string($0.name), .integer($0.start), .integer($0.end)] as Value }
        sink.put("commands", value: .array(commandValues))
        sink.put("events", value: .array(events.map { [.string($0.name), .integer($0.time)] }))
        sink.put("servers", list: servers.sorted { $0.key < $1.key }) { server, sink in
            sink.put("server", server.key)
            sink.put("count", Int64(server.value.count))
            sink.put("until", server.value.until.nanoseconds)
        }
        sink.put("lastCommand", lastCommand.nanoseconds)
    }

    fileprivate init?(kept value: Value) {
        guard let end = value["syslogEnd"]?.asSequence, let lastCommand = value["lastCommand"]?.whole else {
            return nil
        }
        let texts = { (value: Value?) in (value?.elements ?? []).compactMap(\.text) }
        let process = { (value: Value?) in value?.whole.map { ProcessID(rawValue: Int32(clamping: $0)) } }
        self.init(
            syslogEnd: end,
            reports: Set(texts(value["reports"])),
            lastCommand: WallInstant(nanoseconds: lastCommand)
        )
        for launch in value["launches"]?.elements ?? [] {
            guard let app = launch["bundleID"]?.text, let pid = process(launch["pid"]) else { return nil }
            launches[BundleID(app)] = Session.Launch(
                pid: pid,
                arguments: texts(launch["arguments"]),
                environment: launch["environment"]?.text.flatMap { try? JSONText.parse($0.utf8) } ?? .object([])
            )
        }
        watched = process(value["watched"])
        settings = value["settings"] ?? .object([])
        let numbers = (value["timeouts"]?.elements ?? []).compactMap(\.whole)
        if numbers.count == 3 {
            timeouts = Session.Timeouts(implicit: numbers[0], pageLoad: numbers[1], script: numbers[2])
        }
        url = value["url"]?.text ?? ""
        for command in value["commands"]?.elements ?? [] {
            let parts = command.elements
            guard parts.count == 3, let name = parts[0].text, let start = parts[1].whole, let end = parts[2].whole
            else {
                return nil
            }
            events.add(SessionEvents.Command(name: name, start: start, end: end))
        }
        for event in value["events"]?.elements ?? [] {
            let parts = event.elements
            guard parts.count == 2, let name = parts[0].text, let time = parts[1].whole else { return nil }
            events.add(name, at: time)
        }
        for server in value["servers"]?.elements ?? [] {
            guard let name = server["server"]?.text, let count = server["count"]?.whole,
                let until = server["until"]?.whole
            else { return nil }
            servers[name] = Session.CommandsInProgress(
                count: Int(clamping: count),
                until: WallInstant(nanoseconds: until)
            )
        }
    }
}
