import LifecycleKernel

/// Who ended a process, and the text of it. Sources: facts 4.1 to 4.3.
struct TerminationText {
    private let incident: Incident
    private var exit: ExitRecord { incident.exit }
    private var circumstances: DeathCircumstances { incident.circumstances }

    init(_ incident: Incident) { self.incident = incident }

    /// The members of the report's `termination`.
    var members: [Value.Member] {
        let isSignal = exit.namespace == "SIGNAL"
        var members = [
            // A report is to be written, says userspace; a signal says nothing.
            Value.Member("flags", isSignal ? 0 : 6),
            Value.Member("code", .integer(Int64(exit.code))),
        ]
        if let namespace = exit.namespace { members.append(Value.Member("namespace", .string(namespace))) }
        if isSignal {
            members += [
                Value.Member("indicator", .string(signalName)),
                // The process itself raises what ends it by abort; what the processor raises comes from the handler.
                Value.Member("byProc", .string(byItself ? circumstances.bundle.executable : "exc handler")),
                Value.Member("byPid", .integer(Int64(incident.pid.rawValue))),
            ]
        } else if let domain {
            members.append(Value.Member("reasons", .array(reasons(domain).map { .string($0) })))
        } else {
            members.append(Value.Member("indicator", .string(exit.explanation)))
        }
        return members
    }

    private var byItself: Bool { exit.reason == .abnormal }

    /// The name of the signal, as shells print it.
    private var signalName: String {
        switch exit.code {
        case 4: "Illegal instruction: 4"
        case 5: "Trace/BPT trap: 5"
        case 6: "Abort trap: 6"
        case 10: "Bus error: 10"
        case 11: "Segmentation fault: 11"
        default: "Signal: \(exit.code)"
        }
    }

    /// The number of the namespace, where RunningBoard carries the termination out and writes the reason. Source: facts 4.2.
    private var domain: Int? {
        switch exit.namespace {
        case "FRONTBOARD": 10
        case "RUNNINGBOARD": 15
        default: nil
        }
    }

    // MARK: RunningBoard's text

    /// The lines of RunningBoard's termination context.
    private func reasons(_ domain: Int) -> [String] {
        let code = String(exit.code, radix: 16, uppercase: true)
        var lines = [
            "<RBSTerminateContext| domain:\(domain) code:0x\(code) explanation:\(exit.explanation)",
            "ProcessVisibility: \(visibility)",
            "ProcessState: \(exit.state == .suspended ? "Suspended" : "Running")",
        ]
        if let transgression = circumstances.transgression { lines += watchdogLines(transgression) }
        if circumstances.transgression != nil || exit.reason == .thermal { lines += thermalLines }
        lines[lines.count - 1] += " reportType:CrashLog maxTerminationResistance:Interactive>"
        return lines
    }

    /// The visibility of a process that is ending is not known.
    private var visibility: String {
        circumstances.transgression?.event == .processExit ? "Unknown" : watchdogVisibility
    }

    private var watchdogVisibility: String { circumstances.isForeground ? "Foreground" : "Background" }

    /// What the watchdog saw. Of the whole device's processor time only this process's share is known.
    private func watchdogLines(_ transgression: WatchdogTransgression) -> [String] {
        let cpu = transgression.cpuTime.seconds(digits: 3)
        let allowance = transgression.allowance.count
        let share = allowance > 0 ? transgression.cpuTime.count * 100 / allowance : 0
        return [
            "WatchdogEvent: \(transgression.event.rawValue)",
            "WatchdogVisibility: \(watchdogVisibility)",
            "WatchdogCPUStatistics: (",
            "\"Elapsed total CPU time (seconds): \(cpu) (user \(cpu), system 0.000), \(share)% CPU\",",
            "\"Elapsed application CPU time (seconds): \(cpu), \(share)% CPU\"",
            ")",
        ]
    }

    private var thermalLines: [String] {
        [
            "ThermalInfo: (",
            "\"Thermal Level:   \(circumstances.thermalState.level)\",",
            "\"Thermal State:   \(circumstances.thermalState.rawValue)\"",
            ")",
        ]
    }
}

extension ThermalState {
    /// The level of the state: real levels are finer, and only their zero is known to mean nominal.
    fileprivate var level: Int {
        switch self {
        case .nominal: 0
        case .fair: 1
        case .serious: 2
        case .critical: 3
        }
    }
}

/// The exception with which a process ended, as the kernel reports it to the crash reporter. Source: facts 4.4.
struct MachException {
    let type: String
    let signal: String
    /// What the type says of the codes.
    let subtype: String?
    let codes: [Int64]

    init(_ exit: ExitRecord) {
        switch exit.reason {
        case .badAccess:
            // Which address is not known, and the first page is never mapped.
            self.init("EXC_BAD_ACCESS", "SIGSEGV", "KERN_INVALID_ADDRESS at 0x0000000000000000", [1, 0])
        case .busError:
            self.init("EXC_BAD_ACCESS", "SIGBUS", "KERN_PROTECTION_FAILURE at 0x0000000000000000", [2, 0])
        case .illegalInstruction: self.init("EXC_BAD_INSTRUCTION", "SIGILL", nil, [1, 0])
        case .breakpoint: self.init("EXC_BREAKPOINT", "SIGTRAP", nil, [1, 0])
        case .abnormal, .backgroundRendering: self.init("EXC_CRASH", "SIGABRT", nil, [0, 0])
        case .normal, .userForceQuit, .memoryPressure, .memoryResourceLimit, .appWatchdog,
            .backgroundTaskAssertionTimeout, .backgroundFetchTimeout, .backgroundURLSessionTimeout,
            .suspendedWithLockedFile, .cpuResourceLimit, .thermal, .voipNotReported, .tooManyBackgroundTasks,
            .longIdleExit, .diskSpace, .permissionChanged, .languageChanged, .system, .simulatorHost, .exitsOnSuspend,
            .appUpdate, .appRemoved, .reboot, .shutdown, .osUpgrade:
            self.init("EXC_CRASH", "SIGKILL", nil, [0, 0])
        }
    }

    private init(_ type: String, _ signal: String, _ subtype: String?, _ codes: [Int64]) {
        self.type = type
        self.signal = signal
        self.subtype = subtype
        self.codes = codes
    }

    /// Whether the process called `abort`.
    var isAbort: Bool { signal == "SIGABRT" }
    /// Whether the process ran into a trap, as the code has that Swift's compiler puts into an app.
    var isTrap: Bool { signal == "SIGTRAP" }
    /// Whether the process was killed from outside.
    var isKill: Bool { signal == "SIGKILL" }

    var value: Value {
        let words = codes.map { "0x" + UInt64(bitPattern: $0).hexadecimal }
        var members = [
            Value.Member("codes", .string(words.joined(separator: ", "))),
            Value.Member("rawCodes", .array(codes.map { .integer($0) })),
            Value.Member("type", .string(type)),
            Value.Member("signal", .string(signal)),
        ]
        if let subtype { members.append(Value.Member("subtype", .string(subtype))) }
        return .object(members)
    }
}
