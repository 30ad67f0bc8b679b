import LifecycleKernel

extension Sentence {
    /// What is special about a decision of the system.
    static let chineseOfVerdicts: [String: String] = [
        // Several subjects
        "UIBackgroundModes in the Info.plist does not contain {mode}": "Info.plist 的 UIBackgroundModes 中没有 {mode}",
        "Background App Refresh is off for this app": "此应用的后台 App 刷新已关闭",
        "Background App Refresh is off for the whole device": "整台设备的后台 App 刷新已关闭",
        "the process ended before it was notified": "进程在得知之前已结束",
        "this version of iOS does not have it": "这个 iOS 版本没有此功能",
        "no completion handler of this name waits to be called": "没有这个名称的完成回调在等待调用",

        // Pushes and calls
        "the payload has no object aps": "推送内容中没有对象 aps",
        "aps has none of alert, badge, sound, and content-available: 1":
            "aps 中没有 alert、badge、sound，也没有 content-available: 1",
        "the push waits until the process has ended": "推送要等到进程结束之后",
        "priority 1 wakes no app": "优先级 1 不会唤醒应用",
        "{limit} were delivered within the last hour": "最近一小时内已送达 {limit} 条",
        "the process that reported the call has ended": "上报来电的进程已结束",

        // Wake-ups, locations and Bluetooth
        "iOS {version} is the first version that has it": "iOS {version} 才开始有此功能",
        "the framework calls apps in the foreground only": "框架只调用前台的应用",
        "this wake-up does not launch an app that is not running": "它不会启动没有运行的应用",
        "a session starts in the foreground, or while another one is held": "会话只能在前台开始，或在持有另一个会话时开始",
        "it ended with its process": "它已随进程结束",
        "there was no restore identifier to launch the app again for": "没有恢复标识符，因此系统不会再次启动应用",

        // Transfers
        "{count} transfers are under way or not yet reported to the app": "已有 {count} 个传输正在进行，或应用尚未得知其结果",
        "{count} requests wait for their answers": "已有 {count} 个网络请求在等待应答",
        "the process ended before it was notified; the app is notified at its next launch":
            "进程在得知之前已结束；应用下次启动时会得知",
        "it was begun in the background and starts at {time}: the system has woken the app for transfers":
            "它是在后台开始的，要到 {time} 才会启动：系统曾为传输唤醒应用",
        "the transfer no longer has to wait": "它不必再等待",

        // Tasks
        "the process has registered {count} launch handlers": "进程已注册 {count} 个启动处理函数",
        "the Info.plist has no BGTaskSchedulerPermittedIdentifiers":
            "Info.plist 中没有 BGTaskSchedulerPermittedIdentifiers",
        "BGTaskSchedulerPermittedIdentifiers does not contain {identifier}; it contains nothing":
            "BGTaskSchedulerPermittedIdentifiers 中没有 {identifier}；它是空的",
        "BGTaskSchedulerPermittedIdentifiers does not contain {identifier}; it contains {names}":
            "BGTaskSchedulerPermittedIdentifiers 中没有 {identifier}；其中有 {names}",
        "BGTaskSchedulerPermittedIdentifiers does not contain {identifier}; it contains {names} and others":
            "BGTaskSchedulerPermittedIdentifiers 中没有 {identifier}；其中有 {names} 等",
        "this system has no BGTaskScheduler": "这个系统没有 BGTaskScheduler",
        "this system has no continued processing": "这个系统没有持续处理",
        "continued processing is submitted while the app is in front": "持续处理只能在应用位于前台时提交",
        "{count} of kind {kind} are pending": "已有 {count} 个 {kind} 类请求在等待",
        "the app does not have the entitlement {entitlement}": "应用没有授权（entitlement）{entitlement}",
        "this device does not support the graphics processor in the background": "这台设备不支持在后台使用图形处理器",
        "the system already runs as many tasks as it permits": "正在运行的任务已达系统允许的上限",
        "the conditions for this task are not met now": "目前的条件不允许",
        "no continued processing task of this identifier runs": "没有这个标识符的持续处理任务在运行",
        "the app runs no task with this identifier": "应用没有运行这个标识符的任务",
        "it expired, and has no expirationHandler": "它已到期，而它没有 expirationHandler",
        "setTaskCompleted(success:) was not called after it expired": "它到期后没有调用 setTaskCompleted(success:)",
        "the system suspended the process": "系统挂起了进程",
        "it has run for {seconds} s, as long as a continued processing task may":
            "它已运行 {seconds} 秒，达到持续处理任务的上限",

        // Live Activities
        "targetMaximumExceeded: {count} Live Activities are shown for the app":
            "targetMaximumExceeded：应用已有 {count} 个实时活动正在显示",
        "the app was never launched, so it has no token to start one": "应用从未启动过，因此没有可用来开始实时活动的令牌",
        "a Live Activity is requested from a scene that is active": "只能从处于激活状态的场景请求实时活动",

        // Windows
        "the window was closed before the app was given {payload}": "应用还没有收到{payload}，窗口就关闭了",
        "the URL that it was to open": "要打开的链接",
        "the user activity that it was to continue": "要继续的用户活动",
        "the shortcut that it was to perform": "要执行的快捷操作",
        "the user's response to a notification": "用户对通知的响应",
    ]
}
