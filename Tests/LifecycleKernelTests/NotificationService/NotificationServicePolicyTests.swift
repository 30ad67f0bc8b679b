import Testing

@testable import LifecycleKernel

/// Which notifications are handed to the extension.
@Suite struct NotificationServicePolicyTests {
    typealias Facts = NotificationServicePolicy.Facts
    typealias Decision = NotificationServicePolicy.Decision

    static let rows: [(Facts, Decision)] = [
        (Facts(), .handle),
        (Facts(isBusy: true), .wait),
        (Facts(isBusy: true, waiting: 99), .wait),
        (Facts(isBusy: true, waiting: 100), .showUnchanged(.extensionBusy)),
        (Facts(isMutable: false), .showUnchanged(.notMutable)),
        (Facts(hasAlert: false), .showUnchanged(.noAlert)),
        (Facts(isMutable: false, hasAlert: false), .showUnchanged(.notMutable)),
        (Facts(isMutable: false, isBusy: true, waiting: 100), .showUnchanged(.notMutable)),
    ]

    @Test("The extension is called with alerts that it may change, one after the other", arguments: rows)
    func decisions(facts: Facts, decision: Decision) {
        #expect(NotificationServicePolicy.decide(facts) == decision)
    }
}
