import LifecycleKernel

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
            .appUpdate, .appRemoved, .reboot, .osUpgrade:
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
