/// What is real elsewhere and means nothing for processes. A client that uses it learns so, instead of believing that it
/// made a mistake.
enum UnsupportedCommands {
    /// Scripts of Appium's XCUITest driver (`lib/execute-method-map.ts`).
    static let scripts: Set<String> = Set(
        """
        activeAppProcessInfo addMedia backgroundFetch calibrateWebToRealCoordinatesTranslation clearKeychains \
        clearPasteboard contentSize deleteFile deleteFolder dragFromToForDuration dragFromToWithVelocity \
        enrollBiometric fingerprint forcePress getAppearance getAppStrings getClipboard getContentSize \
        getIncreaseContrast getPasteboard getPermission getReduceMotion installCertificate installXCTestBundle \
        isBiometricEnrolled keyboardInput keys listCertificates listFiles listXCTestBundles listXCTestsInTestBundle \
        performAccessibilityAudit performIoHidEvent pinch pressKey pullFile pullFolder pushFile removeCertificate \
        resetLocationService resetPermission rotateElement runXCTest scroll scrollToElement selectPickerWheelValue \
        sendBiometricMatch setAppearance setClipboard setContentSize setIncreaseContrast setPasteboard \
        setReduceMotion shake startAudioRecording startLogsBroadcast startNetworkMonitor startPcap startPerfRecord \
        startScreenStreaming startXCTestScreenRecording stopAudioRecording stopLogsBroadcast stopNetworkMonitor \
        stopPcap stopPerfRecord stopScreenStreaming stopXCTestScreenRecording getXCTestScreenRecordingInfo swipe \
        toggleGps updateSafariPreferences \
        getAppInfo getLocales listApplications startRecordingScreen stopRecordingScreen setHardwareKeyboard
        """.split(separator: " ").map { "mobile: \($0.trimmingSuffixNewline)" }
    )

    /// Routes of a session of W3C WebDriver and of Appium (`lib/protocol/routes.ts`): methods, then the path below the
    /// session.
    static let routes: [(methods: [String], path: String)] = """
        POST forward, POST back, POST refresh, GET title, POST+DELETE window, GET window/handles, POST window/new, \
        POST frame, POST frame/parent, POST window/rect, POST window/maximize, POST window/minimize, \
        POST window/fullscreen, GET element/active, GET element/{element}/shadow, POST shadow/{shadow}/element, POST shadow/{shadow}/elements, \
        GET element/{element}/property/{name}, GET element/{element}/css/{name}, \
        GET element/{element}/computedrole, GET element/{element}/computedlabel, POST element/{element}/clear, \
        POST element/{element}/value, GET element/{element}, GET+POST+DELETE cookie, GET+DELETE cookie/{name}, \
        POST alert/text, POST print, GET ime/available_engines, GET ime/active_engine, \
        GET ime/activated, POST ime/deactivate, POST ime/activate, GET+POST rotation, \
        GET+POST network_connection, POST touch/click, POST touch/down, POST touch/up, POST touch/move, \
        POST touch/scroll, POST touch/flick, POST touch/perform, POST touch/multi/perform, POST keys, \
        POST appium/device/shake, POST appium/device/hide_keyboard, GET appium/device/is_keyboard_shown, \
        POST appium/device/push_file, POST appium/device/pull_file, POST appium/device/pull_folder, \
        POST appium/device/press_keycode, POST appium/device/set_clipboard, POST appium/device/get_clipboard, \
        POST appium/device/rotate, POST appium/device/touch_id, POST appium/device/toggle_enroll_touch_id, \
        POST appium/start_recording_screen, POST appium/stop_recording_screen, POST appium/getPerformanceData, \
        POST appium/performanceData/types, POST appium/app/strings, POST appium/compare_images, POST appium/execute_driver, POST appium/receive_async_response, \
        POST receive_async_response, POST reporting/generate_test_report, POST permissions, POST+DELETE deviceposture, \
        POST sensor, GET+POST+DELETE sensors/{name}, POST custom-handlers/set-mode, POST webauthn/authenticator, \
        DELETE webauthn/authenticator/{name}, POST webauthn/authenticator/{name}/credential, \
        GET+DELETE webauthn/authenticator/{name}/credentials, \
        DELETE webauthn/authenticator/{name}/credentials/{credential}, POST webauthn/authenticator/{name}/uv, \
        POST secure-payment-confirmation/set-mode, POST {vendor}/cdp/execute
        """.split(separator: ",").map { entry in
            let words = entry.split(whereSeparator: { $0 == " " || $0 == "\n" })
            return (words[0].split(separator: "+").map(String.init), String(words[1]))
        }

    /// Routes of WebDriverAgent, the same way; below the session or not.
    static let agentRoutes: [(methods: [String], path: String)] = """
        POST wda/keys, POST wda/keyboard/dismiss, \
        POST wda/twoFingerTap, POST wda/dragfromtoforduration, POST wda/drag, POST wda/swipe, \
        POST wda/pinch, POST wda/rotate, POST wda/forceTouch, POST wda/touch/perform, POST wda/touch/multi/perform, \
        POST wda/setPasteboard, POST wda/getPasteboard, POST wda/performIoHidEvent, POST wda/touch_id, \
        GET wda/accessibleSource, GET wda/device/location, POST wda/resetAppAuth, POST wda/apps/uninstall, \
        POST wda/performAccessibilityAudit, POST wda/video/start, \
        POST wda/video/stop, GET wda/video, POST wda/device/appearance, GET wda/element/{element}/accessibilityContainer, POST wda/element/{element}/swipe, \
        POST wda/element/{element}/pinch, POST wda/element/{element}/scroll, POST wda/element/{element}/keyboardInput, \
        GET wda/element/{element}/getVisibleCells, POST wda/pickerwheel/{element}/select, \
        POST alert/text, POST element/{element}/clear, POST element/{element}/value, GET element/active, GET rotation, POST rotation
        """.split(separator: ",").map { entry in
            let words = entry.split(whereSeparator: { $0 == " " || $0 == "\n" })
            return (words[0].split(separator: "+").map(String.init), String(words[1]))
        }
}

extension Substring {
    fileprivate var trimmingSuffixNewline: String { filter { $0 != "\n" } }
}
