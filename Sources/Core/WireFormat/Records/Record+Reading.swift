import LifecycleKernel

// Reading records. Only the kernel makes records; they are read where they were kept as text.
extension Record {
    /// Reads a record from the object that it was written as.
    ///
    /// - Throws: What is wrong with a field; `unknown-field` for one that this kernel does not know.
    package init(_ value: Value, at path: String) throws(Rejection) {
        var fields = try FieldReader(value, at: path)
        let sequence = try fields.sequence("sequence", from: 0)
        let time = try fields.instant("time")
        let kind = try fields.choice("kind", as: Kind.self)
        let cause = try fields.sequence("cause", from: 0)
        let bundleID = try fields.optionalBundleID()
        let pid = try fields.optionalInteger("pid", in: 0...Int64(Int32.max)).map { ProcessID(rawValue: Int32($0)) }
        let appExtension = try fields.optionalChoice("extension", as: AppExtension.self)
        let scene = try fields.optionalScene()
        let body = try Body(kind, reading: &fields)
        try fields.finish()
        self.init(
            sequence: sequence,
            time: time,
            cause: cause,
            bundleID: bundleID,
            pid: pid,
            appExtension: appExtension,
            scene: scene,
            decodedBody: body
        )
    }
}

extension Record.Body {
    fileprivate init(_ kind: Record.Kind, reading fields: inout FieldReader) throws(Rejection) {
        switch kind {
        case .input: self = .input(try Input(reading: &fields))
        case .returned:
            self = .returned(
                callback: try fields.sequence("callback", from: 0),
                took: try fields.optionalDuration("tookSeconds") ?? 0,
                result: try fields.optionalValue("result")
            )
        case .process: self = .process(try ProcessChange(reading: &fields))
        case .scene:
            self = .scene(
                from: try fields.choice("from", as: SceneState.self),
                to: try fields.choice("to", as: SceneState.self)
            )
        case .callback: self = .callback(try Callback(reading: &fields))
        case .notification:
            self = .notification(
                try fields.choice("name", as: NotificationName.self),
                arguments: try fields.has("arguments") ? fields.object("arguments").members : []
            )
        case .assertion: self = .assertion(try AssertionChange(reading: &fields))
        case .verdict: self = .verdict(try Verdict(reading: &fields))
        case .memory:
            let level = try fields.choice("level", as: MemoryLevel.self)
            self = .memory(level, available: try fields.bytes("availableBytes", in: Int64.min...Int64.max))
        case .dispatch: self = .dispatch(try Dispatch(reading: &fields))
        case .exit: self = .exit(try ExitRecord(reading: &fields))
        case .finding: self = .finding(try Finding(reading: &fields))
        case .snapshot:
            let appearance = try fields.choice("appearance", as: Appearance.self)
            self = .snapshot(appearance, sensitiveContent: try fields.bool("sensitiveContent", orElse: false))
        case .activity: self = .activity(try ActivityChange(reading: &fields))
        case .log: self = .log(message: try fields.text("message"))
        }
    }
}

extension ProcessChange {
    fileprivate init(reading fields: inout FieldReader) throws(Rejection) {
        self.init(
            from: try fields.choice("from", as: ProcessState.self),
            to: try fields.choice("to", as: ProcessState.self),
            reason: try fields.choice("why", as: Reason.self),
            launchReason: try fields.optionalChoice("launchReason", as: LaunchReason.self),
            launchSteps: try fields.list(
                "launchSteps",
                count: 0...LaunchStep.allCases.count,
                TimedLaunchStep.init(_:at:)
            )
        )
        // It follows from the rest.
        _ = fields.has("coldLaunch")
    }
}

extension TimedLaunchStep {
    fileprivate init(_ value: Value, at path: String) throws(Rejection) {
        var fields = try FieldReader(value, at: path)
        self.init(
            try fields.choice("name", as: LaunchStep.self),
            duration: try fields.optionalDuration("tookSeconds")
        )
    }
}

extension Callback {
    fileprivate init(reading fields: inout FieldReader) throws(Rejection) {
        let name = try fields.choice("name", as: CallbackName.self)
        _ = fields.has("receiver")
        self.init(
            name: name,
            applicationState: try fields.choice("applicationState", as: ProcessState.self),
            arguments: try fields.object("arguments").members,
            limit: try fields.optionalDuration("limitSeconds")
        )
    }
}

extension AssertionChange {
    fileprivate init(reading fields: inout FieldReader) throws(Rejection) {
        let kind = try fields.choice("assertion", as: Assertion.Kind.self)
        let name = try fields.optionalText("name")
        let number = try fields.optionalInteger("number", in: 1...Int64(UInt32.max))
        self.init(
            kind: kind,
            change: try fields.choice("change", as: Change.self),
            number: number.map { AssertionID(rawValue: UInt32($0)) },
            name: name,
            remaining: try fields.optionalDuration("remainingSeconds")
        )
    }
}

extension ActivityChange {
    fileprivate init(reading fields: inout FieldReader) throws(Rejection) {
        self.init(
            name: try fields.text("name"),
            activity: try fields.choice("activity", as: Activity.self),
            change: try fields.choice("change", as: Change.self)
        )
    }
}

extension Verdict {
    fileprivate init(reading fields: inout FieldReader) throws(Rejection) {
        self.init(
            subject: try fields.choice("subject", as: Subject.self),
            decision: try fields.choice("verdict", as: Decision.self),
            reason: try fields.optionalChoice("why", among: Reason.allCases.map(\.name)) { Reason(named: $0) },
            identifier: try fields.optionalText("identifier"),
            detail: try fields.has("detail") ? fields.nested("detail", Sentence.init(_:at:)) : nil,
            apnsID: try fields.optionalText("apnsID"),
            taskDescription: try fields.optionalText("taskDescription")
        )
    }
}

extension Finding {
    fileprivate init(reading fields: inout FieldReader) throws(Rejection) {
        let code = try fields.choice("code", as: Code.self)
        let severity = try fields.choice("severity", as: Severity.self)
        let detail = try fields.nested("detail", Sentence.init(_:at:))
        self.init(code: code, detail: detail, evidence: try fields.sequences("evidence"))
        self.severity = severity
        callbackInFlight = try fields.uncompletedCallback()
    }
}

extension Dispatch {
    fileprivate init(reading fields: inout FieldReader) throws(Rejection) {
        self.init(
            target: try fields.text("target"),
            asked: try fields.strings("asked", count: 0...Int.max, length: FieldReader.recordTextLength),
            handledBy: try fields.optionalText("handledBy"),
            reason: try fields.optionalChoice("why", among: Self.reasons.map(\.name)) { Verdict.Reason(named: $0) }
        )
    }
}

extension ExitRecord {
    fileprivate init(reading fields: inout FieldReader) throws(Rejection) {
        self.init(
            reason: try fields.choice("reason", as: TerminationReason.self),
            namespace: try fields.optionalText("namespace"),
            code: try fields.hexadecimal("code"),
            explanation: try fields.text("explanation"),
            metricKit: try fields.optionalText("metricKit"),
            report: try fields.choice("report", as: ReportKind.self),
            state: try fields.choice("state", as: ProcessState.self),
            unsavedChanges: Int(try fields.integer("unsavedChanges", in: 0...Int64.max)),
            callbackInFlight: try fields.uncompletedCallback(),
            signature: try fields.optionalText("signature")
        )
    }
}

extension FieldReader {
    /// The lengths of texts in a record: the inputs that they come from have bounded them.
    static let recordTextLength = 0...1 << 24

    fileprivate mutating func uncompletedCallback() throws(Rejection) -> UncompletedCallback? {
        guard var callback = try optionalObject("callbackInFlight") else { return nil }
        let read = UncompletedCallback(
            sequence: try callback.sequence("sequence", from: 0),
            name: try callback.text("name")
        )
        try callback.finish()
        return read
    }

    mutating func sequences(
        _ name: String,
        count: ClosedRange<Int> = 0...Int.max
    ) throws(Rejection) -> [SequenceNumber] {
        try list(name, count: count) { value, path throws(Rejection) in
            guard let sequence = value.asSequence else {
                throw Rejection.invalid(at: path, expected: "the sequence of a record", found: value)
            }
            return sequence
        }
    }

    fileprivate mutating func text(_ name: String) throws(Rejection) -> String {
        try string(name, length: Self.recordTextLength)
    }

    fileprivate mutating func optionalText(_ name: String) throws(Rejection) -> String? {
        try optionalString(name, length: Self.recordTextLength)
    }

    /// A code such as `0x8badf00d`.
    fileprivate mutating func hexadecimal(_ name: String) throws(Rejection) -> UInt32 {
        let text = try self.text(name)
        guard text.hasPrefix("0x"), let code = UInt32(text.dropFirst(2), radix: 16) else {
            throw Rejection.invalid(at: path(of: name), expected: "a number in hexadecimal", found: .string(text))
        }
        return code
    }
}
