import LifecycleKernel

/// The registers of a thread. A simulated one has none: they are zero, except the program counter and the link register,
/// which follow from its frames.
struct ThreadState {
    let programCounter: UInt64
    let linkRegister: UInt64

    var value: Value {
        let zero: Value = ["value": 0]
        return [
            "x": .array(Array(repeating: zero, count: 29)),
            "flavor": "ARM_THREAD_STATE64",
            "lr": ["value": .integer(Int64(clamping: linkRegister))],
            "cpsr": zero,
            "fp": zero,
            "sp": zero,
            "esr": zero,
            "pc": ["value": .integer(Int64(clamping: programCounter)), "matchesCrashFrame": 1],
            "far": zero,
        ]
    }
}
