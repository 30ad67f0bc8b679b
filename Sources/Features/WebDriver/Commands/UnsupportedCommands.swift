import WireFormat

/// What is real elsewhere and means nothing for processes: a row for each matter. A client that uses it learns so, and what
/// to do instead, rather than believing that it made a mistake.
struct UnsupportedCommands: Sendable {
    /// What to do instead; if there is nothing, a client is told the names that are nearest to the one it used.
    private let instead: String?
    /// Scripts of Appium's XCUITest driver (`lib/execute-method-map.ts`), without `mobile: `.
    private let scripts: [String]
    /// Routes of a session: methods, then the path below the session, or in WebDriverAgent without one, too.
    let routes: [(methods: [String], path: String)]

    private init(_ instead: String?, scripts: String = "", routes: String = "") {
        self.instead = instead
        self.scripts = scripts.split(whereSeparator: \.isWhitespace).map(String.init)
        self.routes = routes.split(separator: ",").map { entry in
            let words = entry.split(whereSeparator: \.isWhitespace)
            return (words[0].split(separator: "+").map(String.init), String(words[1]))
        }
    }

    /// Those of Appium; the routes are of W3C WebDriver and of Appium (`lib/protocol/routes`).
    static let appium: [UnsupportedCommands] = [
        UnsupportedCommands(
            "Text cannot be typed: leave the step out. 'greenroom: action' does what the app would do with the text.",
            scripts: "keyboardInput keys pressKey setHardwareKeyboard",
            routes: """
                POST element/{element}/clear, POST element/{element}/value, POST keys, POST alert/text, \
                POST appium/device/hide_keyboard, GET appium/device/is_keyboard_shown, POST appium/device/press_keycode, \
                GET ime/available_engines, GET ime/active_engine, GET ime/activated, POST ime/deactivate, POST ime/activate
                """
        ),
        UnsupportedCommands(
            gestures,
            scripts: """
                dragFromToForDuration dragFromToWithVelocity forcePress pinch rotateElement scroll scrollToElement \
                selectPickerWheelValue swipe
                """,
            routes: """
                POST touch/click, POST touch/down, POST touch/up, POST touch/move, POST touch/scroll, POST touch/flick, \
                POST touch/perform, POST touch/multi/perform
                """
        ),
        UnsupportedCommands(
            "Tap the responder that goes back; to leave the app, use 'mobile: pressButton' with the name home.",
            routes: "POST back"
        ),
        UnsupportedCommands(
            "There are no web pages: leave the step out. 'mobile: deepLink' opens a link, in its app or in Safari.",
            scripts: "calibrateWebToRealCoordinatesTranslation updateSafariPreferences",
            routes: """
                POST forward, POST refresh, GET title, POST+DELETE window, GET window/handles, POST window/new, POST frame, \
                POST frame/parent, GET element/{element}/shadow, POST shadow/{shadow}/element, \
                POST shadow/{shadow}/elements, GET element/{element}/property/{name}, GET element/{element}/css/{name}, \
                GET+POST+DELETE cookie, GET+DELETE cookie/{name}, POST print, POST webauthn/authenticator, \
                DELETE webauthn/authenticator/{name}, POST webauthn/authenticator/{name}/credential, \
                GET+DELETE webauthn/authenticator/{name}/credentials, \
                DELETE webauthn/authenticator/{name}/credentials/{credential}, POST webauthn/authenticator/{name}/uv, \
                POST custom-handlers/set-mode, POST secure-payment-confirmation/set-mode, POST {vendor}/cdp/execute
                """
        ),
        UnsupportedCommands(
            """
            Touch ID and Face ID are not simulated. To show an alert of Face ID, use 'greenroom: event' with {"type": \
            "device.presentSystemAlert", "alert": "faceID"}.
            """,
            scripts: "enrollBiometric fingerprint isBiometricEnrolled sendBiometricMatch",
            routes: "POST appium/device/touch_id, POST appium/device/toggle_enroll_touch_id"
        ),
        UnsupportedCommands(
            "There are no files: leave the step out.",
            scripts: """
                addMedia deleteFile deleteFolder getAppStrings installCertificate listCertificates listFiles pullFile \
                pullFolder pushFile removeCertificate
                """,
            routes: """
                POST appium/device/push_file, POST appium/device/pull_file, POST appium/device/pull_folder, \
                POST appium/app/strings
                """
        ),
        UnsupportedCommands(
            "The screen is not recorded, and nothing is measured: 'greenroom: timeline' lists what has happened.",
            scripts: """
                getXCTestScreenRecordingInfo startAudioRecording startLogsBroadcast startNetworkMonitor startPcap \
                startPerfRecord startRecordingScreen startScreenRecording startScreenStreaming startSystemMonitor \
                startXCTestScreenRecording stopAudioRecording stopLogsBroadcast stopNetworkMonitor stopPcap \
                stopPerfRecord stopRecordingScreen stopScreenRecording stopScreenStreaming stopSystemMonitor \
                stopXCTestScreenRecording
                """,
            routes: """
                POST appium/start_recording_screen, POST appium/stop_recording_screen, POST appium/getPerformanceData, \
                POST appium/performanceData/types
                """
        ),
        UnsupportedCommands(
            "To change the appearance, use 'greenroom: event' with {\"type\": \"device.changeAppearance\"}.",
            scripts: "getAppearance setAppearance"
        ),
        UnsupportedCommands(
            """
            'mobile: setPermission' changes a permission; 'greenroom: event' with {"type": "app.resetPermissions"} resets \
            all.
            """,
            scripts: "getPermission resetPermission",
            routes: "POST permissions"
        ),
        UnsupportedCommands(
            "To have the app fetch, use 'greenroom: event' with {\"type\": \"backgroundFetch.perform\"}.",
            scripts: "backgroundFetch"
        ),
        UnsupportedCommands(rotation, routes: "GET+POST rotation, POST appium/device/rotate"),
        UnsupportedCommands(
            nil,
            scripts: """
                activeAppProcessInfo clearKeychains clearPasteboard contentSize getAppInfo getClipboard getContentSize \
                getIncreaseContrast getLocales getPasteboard getReduceMotion installXCTestBundle listApplications \
                disableVoiceOver enableVoiceOver isVoiceOverEnabled listXCTestBundles listXCTestsInTestBundle \
                performAccessibilityAudit performHandGesture performIndigoHidEvent resetLocationService \
                rotateDigitalCrown runXCTest setClipboard setContentSize setIncreaseContrast setPasteboard \
                setReduceMotion shake toggleGps voiceOverCurrentSpeech voiceOverMove
                """,
            routes: """
                POST window/rect, POST window/maximize, POST window/minimize, POST window/fullscreen, GET element/active, \
                GET element/{element}/computedrole, GET element/{element}/computedlabel, GET element/{element}, \
                GET+POST network_connection, POST appium/device/shake, POST appium/device/set_clipboard, \
                POST appium/device/get_clipboard, POST appium/compare_images, POST appium/execute_driver, \
                POST appium/receive_async_response, POST receive_async_response, POST reporting/generate_test_report, \
                POST+DELETE deviceposture, POST sensor, GET+POST+DELETE sensors/{name}
                """
        ),
    ]

    /// Those of WebDriverAgent, which has no scripts.
    static let agent: [UnsupportedCommands] = [
        UnsupportedCommands(
            "Text cannot be typed: leave the step out.",
            routes: """
                POST wda/keys, POST wda/keyboard/dismiss, POST wda/element/{element}/keyboardInput, POST alert/text, \
                POST element/{element}/clear, POST element/{element}/value
                """
        ),
        UnsupportedCommands(
            gestures,
            routes: """
                POST wda/twoFingerTap, POST wda/dragfromtoforduration, POST wda/drag, POST wda/swipe, POST wda/pinch, \
                POST wda/rotate, POST wda/forceTouch, POST wda/touch/perform, POST wda/touch/multi/perform, \
                POST wda/element/{element}/swipe, POST wda/element/{element}/pinch, POST wda/element/{element}/scroll, \
                POST wda/pickerwheel/{element}/select, GET wda/element/{element}/getVisibleCells
                """
        ),
        UnsupportedCommands(rotation, routes: "GET+POST rotation"),
        UnsupportedCommands(
            "DELETE /v1/devices/{device}/apps/{bundleID} uninstalls an app.",
            routes: "POST wda/apps/uninstall"
        ),
        UnsupportedCommands(
            nil,
            routes: """
                POST wda/setPasteboard, POST wda/getPasteboard, POST wda/touch_id, GET wda/accessibleSource, \
                GET wda/device/location, POST wda/resetAppAuth, \
                POST wda/performAccessibilityAudit, POST wda/video/start, POST wda/video/stop, GET wda/video, \
                POST wda/device/appearance, GET wda/element/{element}/accessibilityContainer, GET element/active
                """
        ),
    ]

    private static let gestures =
        "All responders of an app are on the screen at once: leave the step out, and tap the responder."
    private static let rotation = "POST /session/{session}/orientation turns the device."

    private static let byScript = Dictionary(
        uniqueKeysWithValues: appium.flatMap { row in row.scripts.map { ("mobile: " + $0, row) } }
    )

    /// What a script is refused with; nil if it is none of these.
    static func refusal(ofScript name: String) -> DriverError? {
        byScript[name]?.refusal(of: "'\(name)'", like: name, among: Script.all.map(\.name))
    }

    /// What a command is refused with.
    ///
    /// - Parameters:
    ///   - command: The command, as it is told.
    ///   - name: Its name, to which the nearest are found.
    ///   - names: What does something.
    func refusal(of command: String, like name: String, among names: [String]) -> DriverError {
        let nearest = names.nearest(3, to: name).joined(separator: ", ")
        let advice = instead ?? "Leave the step out. What does something: \(nearest), ..."
        return DriverError(
            .unsupportedOperation,
            "\(command) means nothing here, because Greenroom simulates only processes. \(advice)"
        )
    }
}
