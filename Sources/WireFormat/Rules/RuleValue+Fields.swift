import LifecycleKernel

extension RuleValue {
    /// The value as it is given and shown.
    package var value: Value {
        switch self {
        case .milliseconds(let length): Value(seconds: length)
        case .count(let count): .integer(count)
        case .tenThousandths(let parts): Value(Double(parts) / 10_000)
        case .flag(let flag): .bool(flag)
        case .code(let code): .string(code.hexadecimal)
        case .choice(let name): .string(name)
        }
    }
}
