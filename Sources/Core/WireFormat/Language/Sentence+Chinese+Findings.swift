import LifecycleKernel

extension Sentence {
    /// What happened when something was found.
    static let chineseOfFindings: [String: String] = [
        "{obstacle}: {names}": "{obstacle}：{names}",
        "the notification service extension took {amount} of memory, and may take at most {limit}":
            "通知服务扩展占用了 {amount} 内存，而它最多可占用 {limit}",
        """
        the process does not adopt the scene life cycle: if it is built with the SDK of iOS 27 instead of {version}, it \
        traps at launch on iOS 27 and later
        """: "进程没有采用场景生命周期：如果不是用 {version}，而是用 iOS 27 的 SDK 构建，它在 iOS 27 及更高版本上启动时会崩溃",
        """
        the process does not adopt the scene life cycle: it is built with the SDK of {version}, so it traps at launch on \
        iOS 27 and later
        """: "进程没有采用场景生命周期：用 {version} 的 SDK 构建，它在 iOS 27 及更高版本上启动时会崩溃",
        "because the app has the scene life cycle: {names}": "因为应用采用场景生命周期：{names}",
        "because the app has the app delegate's life cycle: {names}": "因为应用采用应用代理的生命周期：{names}",
        "; {reason}": "；{reason}",
        "never called, {reasons}": "从不调用，{reasons}",
        "the app was deactivated while these went on: {names}": "应用失去激活时，这些仍在进行：{names}",
        "the game {name} stood still while the app was suspended, and went on when it became active":
            "游戏 {name} 在应用挂起期间停住，应用激活时又自行继续",
        "the process was suspended with {changes}": "进程被挂起时有 {changes}未保存",
        "the app left the screen and kept {amount} of memory": "应用离开屏幕后仍占用 {amount} 内存",
        "suspended with timers that stand still: {names}": "挂起时有定时器停住：{names}",
        "the process ended with {changes}": "进程结束时有 {changes}未保存",
        "{count} unsaved change": "{count} 项更改",
        "{count} unsaved changes": "{count} 项更改",
        "{count} background task was {ended}, first {name}": "{count} 个后台任务{ended}，第一个是 {name}",
        "{count} background tasks were {ended}, first {name}": "{count} 个后台任务{ended}，第一个是 {name}",
        "{kind} was not completed in time; in the background, the system ends the app for it":
            "{kind} 没有及时完成；在后台这会使应用被终止",
        "{kind} was not completed in time; in the background, the system then suspends the app":
            "{kind} 没有及时完成；在后台应用随后被挂起",
        "the background task {name} was ended by its expiration handler, and not by the work that it was begun for":
            "后台任务 {name} 由到期处理结束，而不是由开始它的工作结束",
        """
        the task {name} of BGTaskScheduler was completed by its expiration handler, and not by the work that it was \
        launched for
        """: "BGTaskScheduler 的任务 {name} 由到期处理函数完成，而不是由启动它的工作完成",
        "the process was ended: {explanation}": "进程被终止：{explanation}",
        "the watchdog ended the app while {callback} had kept the main thread for {seconds} s":
            "看门狗终止应用时，{callback} 已占用主线程 {seconds} 秒",
        "the launch methods took {seconds} s, more than {limit} s": "启动的各方法共用了 {seconds} 秒，超过 {limit} 秒",
        "the launch methods had not returned after {seconds} s, and should return within {limit} s":
            "启动的各方法在 {seconds} 秒后仍未全部返回，而应在 {limit} 秒内返回",
        "the expiration handler of {name} returned without ending the task": "任务“{name}”的到期处理函数已返回，但任务没有结束",
        "the app got a memory warning, and freed none of its {amount}": "应用收到内存警告后，占用的 {amount} 一点也没有释放",
        "{callback} took {seconds} s, more than {limit} s": "{callback} 用了 {seconds} 秒，超过 {limit} 秒",
        "{callback} had not returned after {seconds} s, and should return within {limit} s":
            "{callback} 在 {seconds} 秒后仍未返回，而应在 {limit} 秒内返回",
        "declared and never used: {names}": "声明了却从未使用：{names}",
        "the game that had been stopped was started again in {callback}": "已停止的游戏在 {callback} 中又开始了",
        "without {mode} in UIBackgroundModes": "UIBackgroundModes 中没有 {mode}",
        "the app was woken for {reason}, but this process had not registered for it: {callback} was not called":
            "因 {reason} 被唤醒，而现在的进程没有为此注册：没有调用 {callback}",
        "a transfer of the session {identifier}, begun in the background, waits until {time}":
            "会话 {identifier} 在后台开始的传输要等到 {time}",
        "the request {name} was cut off before its answer: {reason}": "请求 {name} 在得到应答之前断开：{reason}",
        "{count} requests were cut off before their answers, first {name}: {reason}":
            "{count} 个请求在得到应答之前断开，第一个是 {name}：{reason}",
        "the process was suspended": "进程被挂起",
        "the process ended": "进程已结束",
        "the Live Activity {name} of an earlier process is shown until {time}, and this one has not looked for it":
            "以前进程的实时活动 {name} 显示到 {time}，现在的进程没有查找它",
        "pushType background with an alert, a badge or a sound: none of them is shown":
            "pushType 为 background 而含有提醒、角标或声音：都不会显示",
        "pushType alert with content-available alone: the app is not woken":
            "pushType 为 alert 而只有 content-available：应用不会被唤醒",
        "priority 10 with pushType background: the priority of a background push is 5 or 1":
            "pushType 为 background 而优先级为 10：后台推送的优先级是 5 或 1",
        "more than {limit} silent pushes came in an hour: the next one waits": "一小时内静默推送超过 {limit} 条：下一条要等待",
        "the background task {name} was begun without an expiration handler": "开始后台任务 {name} 时没有给出到期处理函数",
        "an earlier process held the session {name}, and this one did not create it again":
            "以前的进程持有会话 {name}，现在的进程没有重新创建它",
        "the continued processing task {name} has reported no progress for {seconds} s, and expires":
            "持续处理任务 {name} 已有 {seconds} 秒没有报告进度，因此到期",
        "the task {name} of BGTaskScheduler expired, and has no expirationHandler":
            "BGTaskScheduler 的任务 {name} 已到期，而它没有 expirationHandler",
        "window {scene} came back without what it showed, because no activity was preserved for it":
            "窗口 {scene} 重新出现时失去了原来的内容，因为没有为它保存 activity",
        """
        in the background: {used} seconds cpu time over {duration} seconds ({average}% cpu average), exceeding limit \
        of {limit}% cpu over {window} seconds
        """: "在后台：{duration} 秒内使用处理器 {used} 秒（平均 {average}%），超过 {window} 秒内 {limit}% 的限制",
        "UIKit trapped: the app does not adopt the scene life cycle, and was built with the SDK of iOS {version}":
            "UIKit 使进程崩溃：应用没有采用场景生命周期，却是用 iOS {version} 的 SDK 构建的",
        "{detail}; {callback} was in flight, and the program that plays the app had not completed it":
            "{detail}；当时 {callback} 正在进行，充当应用的程序还没有完成它",
        "the app saves in applicationWillTerminate(_:), and has saved nowhere else":
            "应用在 applicationWillTerminate(_:) 中保存，没有见它在别处保存过",
        "the app saves only in applicationWillTerminate(_:), which was not called":
            "应用只在 applicationWillTerminate(_:) 中保存，而系统没有调用它",
        """
        the app was woken by a framework, and did not call its completion handler in time: the framework tries again at \
        growing intervals, and gives up after a few attempts
        """: "被框架唤醒后没有及时调用完成回调：框架会以越来越长的间隔重试，几次之后就不再尝试",
        "the process held a lock on a file in a shared container when it was to be suspended":
            "即将被挂起时，进程仍持有共享容器中文件的锁",
        "the notification service extension held a lock on a file in a shared container when it was to be suspended":
            "即将被挂起时，通知服务扩展仍持有共享容器中文件的锁",
        "the app switcher shows what the app did not hide before it left the screen": "App 切换器中显示着应用离开屏幕前没有隐藏的内容",
        "the process does not adopt the scene life cycle": "进程没有采用场景生命周期",
        "the process does not adopt the scene life cycle: it traps when its first scene is made":
            "进程没有采用场景生命周期：创建第一个场景时它会崩溃",
        "the notification service extension had not called its content handler when its time was over":
            "时间用完时，通知服务扩展还没有调用内容处理回调",
        "the app was woken for a location, but this process had not started updates": "因位置更新被唤醒，而现在的进程没有开始定位更新",
        "never ended": "始终没有结束",
        "not ended in time": "没有及时结束",
        "code outside of any callback": "回调之外的代码",
        "with BGTaskSchedulerPermittedIdentifiers, which turns background fetch off":
            "有 BGTaskSchedulerPermittedIdentifiers，它会关闭后台获取",
        "without BGTaskScheduler on this system": "这个系统没有 BGTaskScheduler",
        "without an identifier in BGTaskSchedulerPermittedIdentifiers": "BGTaskSchedulerPermittedIdentifiers 中没有标识符",
        "without fetch or processing in UIBackgroundModes": "UIBackgroundModes 中没有 fetch 或 processing",
    ]
}
