import LifecycleKernel

/// The codes of records, with what they mean in both languages. The description of the interface lists them, so that clients
/// can show them in the language of their users.
package protocol MeaningfulCode: CaseIterable {
    /// The code as records have it.
    var codeName: String { get }
    /// What it means.
    var meaning: Wording { get }
}

extension MeaningfulCode where Self: RawRepresentable, RawValue == String {
    package var codeName: String { rawValue }
}

extension Finding.Code: MeaningfulCode {
    /// What was found.
    package var meaning: Wording {
        switch self {
        case .dataLoss: Wording("the process ended with unsaved changes", "进程结束时还有未保存的更改，数据已丢失")
        case .dataAtRisk: Wording("the process was suspended with unsaved changes", "进程被挂起时还有未保存的更改，数据可能丢失")
        case .savesOnlyInWillTerminate:
            Wording(
                "the app saves in applicationWillTerminate(_:) only",
                "应用只在 applicationWillTerminate(_:) 中保存"
            )
        case .slowDidEnterBackground: Wording("entering the background took too long", "进入后台的回调用时过长")
        case .slowLaunch: Wording("the launch took too long", "启动用时过长")
        case .slowResignActive: Wording("resigning active took too long", "失去激活的回调用时过长")
        case .mainThreadBlocked:
            Wording(
                "the main thread was blocked, and the watchdog ended the process",
                "主线程被阻塞，看门狗终止了进程"
            )
        case .backgroundTaskLeaked:
            Wording(
                "background tasks were open when their time was over, or too many at once",
                "后台任务到时仍未结束，或同时开始得太多"
            )
        case .backgroundTaskWithoutExpirationHandler:
            Wording(
                "a background task has no expiration handler",
                "后台任务没有到期处理"
            )
        case .expirationHandlerDoesNotEndTask:
            Wording(
                "an expiration handler returned without ending its task",
                "到期处理返回时没有结束任务"
            )
        case .endedOnlyByExpiration:
            Wording(
                "a task was ended by its expiration handler, and not by its work",
                "任务由到期处理结束，而不是由工作本身结束"
            )
        case .keptMemoryInBackground: Wording("much memory was kept in the background", "挂起时占用大量内存，离开屏幕时没有释放")
        case .noResponseToMemoryWarning: Wording("nothing was freed after a memory warning", "收到内存警告后没有释放内存")
        case .completionHandlerMissing: Wording("a completion handler was not called in time", "没有及时调用完成回调")
        case .fileLockHeldAtSuspend:
            Wording(
                "a file in a shared container was locked when the process was to be suspended",
                "挂起时仍持有共享容器中文件的锁"
            )
        case .workWhileInactive:
            Wording(
                "timers, animations, a game or rendering went on while the app was inactive",
                "未激活时仍在继续定时器、动画、游戏或渲染"
            )
        case .gameResumedByItself:
            Wording(
                "a game went on by itself when the app became active",
                "游戏在激活后未经用户操作就自行继续"
            )
        case .relianceOnTimerWhileSuspended:
            Wording(
                "a timer was running when the process was suspended, and stood still from then on",
                "挂起时有定时器在运行，挂起期间它不会触发"
            )
        case .sensitiveContentInSnapshot:
            Wording(
                "the system's snapshot shows sensitive content",
                "系统拍摄快照时显示着敏感内容"
            )
        case .sceneStateLost:
            Wording(
                "the state of a window that the user had not closed was lost",
                "用户没有关闭任何窗口，界面状态却丢失了"
            )
        case .backgroundModeUnused: Wording("a background mode is declared and never used", "声明了从未使用的后台模式")
        case .silentPushBudgetExceeded: Wording("more silent pushes came than an hour allows", "静默推送超过了每小时的限额")
        case .pushTypeMismatch:
            Wording("the type or the priority of a push does not fit the rest of it", "推送的类型或优先级与其余内容不符")
        case .sceneLifecycleNotAdopted: Wording("the app does not adopt the scene life cycle", "应用没有采用场景生命周期")
        case .excessiveProcessorUse:
            Wording(
                "the process used too much of the processor in the background, and was ended for it",
                "在后台占用处理器过多，进程因此被终止"
            )
        case .fatalMistake:
            Wording(
                "the app was ended for a mistake that no other finding names",
                "应用因其他问题没有涵盖的错误而被终止"
            )
        case .transferDelayed:
            Wording(
                "the system delays a transfer that was begun in the background",
                "后台开始的传输被系统推迟"
            )
        case .requestCutOff:
            Wording(
                "a request lost its connection before it was answered, as the process was suspended or ended",
                "请求在得到应答之前断开，因为进程被挂起或已结束"
            )
        case .continuedTaskStalled: Wording("a continued processing task reported no progress", "持续处理任务没有报告进度")
        case .delegateMethodNeverCalled:
            Wording(
                "code is in delegate methods that the life cycle never calls",
                "代码写在生命周期从不调用的代理方法中"
            )
        case .locationSessionLost:
            Wording(
                "the app did not create a location session again that its earlier process held",
                "应用没有重新创建以前进程持有的定位会话"
            )
        case .liveActivityOrphaned:
            Wording(
                "a Live Activity of an earlier process is shown, and the app has not looked for it",
                "以前进程的实时活动仍在显示，应用没有查找它"
            )
        case .contentHandlerNotCalled:
            Wording(
                "the notification service extension did not call its content handler in time",
                "通知服务扩展没有及时调用内容处理回调"
            )
        case .extensionMemoryExceeded:
            Wording(
                "the notification service extension took too much memory, and was ended for it",
                "通知服务扩展占用内存过多，进程因此被终止"
            )
        case .wakeNotHeard:
            Wording(
                "a framework woke the app, and its process had not registered for it",
                "框架唤醒了应用，但进程没有为此注册"
            )
        }
    }
}
