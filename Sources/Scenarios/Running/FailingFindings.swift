import LifecycleKernel

/// The findings that fail a scenario, whatever it expects.
public enum FailingFindings: String, CaseIterable, Sendable {
    /// Those that are errors.
    case error
    /// Those that are errors or warnings.
    case warning

    /// The least bad severity that fails a scenario.
    package var severity: Finding.Severity {
        switch self {
        case .error: .error
        case .warning: .warning
        }
    }
}
