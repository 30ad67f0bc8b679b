/// The protocol that a client speaks: both are WebDriver, with differences in form.
public enum Dialect: String, CaseIterable, Sendable {
    /// Appium, as its XCUITest driver answers.
    case appium
    /// WebDriverAgent, which runs on a device and which that driver talks to.
    case wda
}
