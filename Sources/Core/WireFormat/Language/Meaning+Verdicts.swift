import LifecycleKernel

extension Verdict.Subject: MeaningfulCode {
    /// What the system decided about.
    package var meaning: Wording {
        switch self {
        case .push: Wording("push", "推送")
        case .taskRequest: Wording("task request", "任务请求")
        case .fetch: Wording("background fetch", "后台获取")
        case .transfer: Wording("transfer", "传输")
        case .request: Wording("request", "网络请求")
        case .location: Wording("location", "定位")
        case .bluetooth: Wording("Bluetooth", "蓝牙")
        case .voip: Wording("VoIP push", "VoIP 推送")
        case .sceneSession: Wording("scene session", "场景会话")
        case .backgroundTask: Wording("background task", "后台任务")
        case .stateRestoration: Wording("state restoration", "状态恢复")
        case .activity: Wording("activity", "活动")
        case .permission: Wording("permission", "权限")
        case .completionHandler: Wording("completion handler", "完成回调")
        case .wake: Wording("wake-up", "唤醒")
        case .liveActivity: Wording("Live Activity", "实时活动")
        case .notificationService: Wording("notification service extension", "通知服务扩展")
        }
    }
}

extension Verdict.Decision: MeaningfulCode {
    /// What it decided.
    package var meaning: Wording {
        switch self {
        case .shown: Wording("shown", "已显示")
        case .delivered: Wording("delivered", "已送达")
        case .held: Wording("held", "暂缓")
        case .replaced: Wording("replaced", "被取代")
        case .throttled: Wording("throttled", "被限流")
        case .dropped: Wording("dropped", "被丢弃")
        case .accepted: Wording("accepted", "已接受")
        case .refused: Wording("refused", "被拒绝")
        case .launched: Wording("launched", "已启动")
        case .completed: Wording("completed", "已完成")
        case .failed: Wording("failed", "失败")
        case .expired: Wording("expired", "已到期")
        case .cancelled: Wording("cancelled", "已取消")
        case .performed: Wording("performed", "已执行")
        case .started: Wording("started", "已开始")
        case .finished: Wording("finished", "已结束")
        }
    }
}

extension TerminationReason: MeaningfulCode {
    /// Why a process ended.
    package var meaning: Wording {
        switch self {
        case .normal: Wording("the process exited by itself", "进程自行退出")
        case .userForceQuit: Wording("the user force-quit the app in the app switcher", "用户在 App 切换器中强制退出")
        case .memoryPressure: Wording("the system ran out of memory", "系统内存不足")
        case .memoryResourceLimit: Wording("the process took more memory than it may", "进程超出了内存上限")
        case .appWatchdog: Wording("the watchdog timed out", "看门狗超时")
        case .backgroundTaskAssertionTimeout: Wording("a background task did not end in time", "后台任务超时未结束")
        case .backgroundFetchTimeout: Wording("a completion handler was not called in time", "后台获取超时")
        case .backgroundURLSessionTimeout:
            Wording(
                "the events of a background URL session were not completed in time",
                "后台传输事件的处理超时"
            )
        case .suspendedWithLockedFile: Wording("suspended while it held a file lock", "挂起时仍持有文件锁")
        case .cpuResourceLimit:
            Wording(
                "the process used too much of the processor in the background",
                "在后台占用处理器过多"
            )
        case .thermal: Wording("the device was too hot", "设备过热")
        case .voipNotReported: Wording("a VoIP push was not reported as a call", "收到 VoIP 推送后没有上报来电")
        case .tooManyBackgroundTasks: Wording("too many background tasks were open", "后台任务过多")
        case .longIdleExit: Wording("the process was idle for a long time", "长时间闲置")
        case .abnormal: Wording("the process aborted", "异常退出（abort）")
        case .badAccess: Wording("invalid memory was accessed", "访问了无效内存")
        case .busError: Wording("a bus error", "总线错误")
        case .illegalInstruction: Wording("an illegal instruction", "非法指令")
        case .breakpoint: Wording("a trap", "断点陷阱（trap）")
        case .diskSpace: Wording("the disk was full", "磁盘空间不足")
        case .permissionChanged: Wording("the user changed a permission of the app", "用户更改了应用的权限")
        case .languageChanged: Wording("the user changed the language of the device", "用户更改了系统语言")
        case .backgroundRendering: Wording("rendered in the background", "在后台渲染")
        case .system: Wording("ended by the system", "被系统终止")
        case .simulatorHost: Wording("ended by the host of the simulator", "被模拟器的宿主终止")
        case .exitsOnSuspend:
            Wording("the app asks to exit instead of being suspended", "应用声明了“挂起即退出”（UIApplicationExitsOnSuspend）")
        case .appUpdate: Wording("the app was updated", "应用正在更新")
        case .appRemoved: Wording("the app was removed", "应用已被卸载")
        case .reboot: Wording("the device was restarted", "设备重启")
        case .shutdown: Wording("the device was switched off", "设备关机")
        case .osUpgrade: Wording("the system was upgraded", "系统升级")
        }
    }
}

extension Verdict.Reason: MeaningfulCode {
    package var codeName: String { name }

    /// What the reason says, in words, in a language.
    func explanation(in language: Language) -> String {
        switch (language, self) {
        case (.english, _): explanation
        case (.chinese, .processEnded): "它的进程已结束：\(meaning.chinese)"
        case (.chinese, _): meaning.chinese
        }
    }

    /// Why the system decided so.
    package var meaning: Wording {
        switch self {
        case .processEnded(let reason): reason.meaning
        case .malformed: Wording(explanation, "请求或内容的格式不正确")
        case .expired: Wording(explanation, "已过有效期")
        case .forceQuit: Wording(explanation, "用户强制退出了应用，此后没有再打开")
        case .missingBackgroundMode: Wording(explanation, "Info.plist 的 UIBackgroundModes 缺少所需的模式")
        case .backgroundRefreshOff: Wording(explanation, "后台 App 刷新已关闭")
        case .notRegistered: Wording(explanation, "应用没有注册远程通知")
        case .noNetwork: Wording(explanation, "设备没有网络")
        case .beforeFirstUnlock: Wording(explanation, "设备启动后还没有解锁过")
        case .lowPowerMode: Wording(explanation, "低电量模式已打开")
        case .hourlyBudgetSpent: Wording(explanation, "一小时内的限额已用完")
        case .replacedByBackgroundTasks: Wording(explanation, "使用 BGTaskScheduler 的应用没有后台获取")
        case .notPermitted: Wording(explanation, "Info.plist 的 BGTaskSchedulerPermittedIdentifiers 缺少这个标识符")
        case .tooManyPendingTaskRequests: Wording(explanation, "等待中的同类请求已达上限")
        case .unavailable: Wording(explanation, "系统没有此功能，或它已关闭")
        case .processNotRunning: Wording(explanation, "应用没有进程，也不会为此启动")
        case .notMonitoring: Wording(explanation, "应用没有请求监测")
        case .appRemoved: Wording(explanation, "应用已被卸载")
        case .callInProgress: Wording(explanation, "正在通话")
        case .replaced: Wording(explanation, "被更新的取代")
        case .byTheApp: Wording(explanation, "应用的要求")
        case .multipleScenesNotSupported:
            Wording(explanation, "Info.plist 的 UIApplicationSupportsMultipleScenes 不是 true")
        case .unknownSession: Wording(explanation, "应用没有这个编号的场景会话")
        case .tooManyScenes: Wording(explanation, "应用的场景会话已达上限")
        case .appNotInFront: Wording(explanation, "应用不在最前面")
        case .unknownTask: Wording(explanation, "没有这个名称或编号的任务")
        case .tooManyActivities: Wording(explanation, "进程中的活动已达上限")
        case .crashAtLaunch: Wording(explanation, "应用启动时崩溃，可能由保存的状态引起")
        case .suspended: Wording(explanation, "进程已挂起，恢复运行时才会得知")
        case .terminating: Wording(explanation, "进程正在终止")
        case .lowPriority: Wording(explanation, "最低优先级的通知不会唤醒应用")
        case .notInForeground: Wording(explanation, "应用不在前台")
        case .notCompleted: Wording(explanation, "应用没有完成它")
        case .tooManyTransfers: Wording(explanation, "应用的传输已达上限")
        case .tooManyRegisteredTasks: Wording(explanation, "进程注册的任务已达上限")
        case .tooManyWaiting: Wording(explanation, "等待主线程的事项已达上限")
        case .resumeRateLimiter: Wording(explanation, "应用此前已为传输被唤醒，每次都会推迟下一次")
        case .immediateRunIneligible: Wording(explanation, "不能立即运行，也不等待")
        case .byTheUser: Wording(explanation, "用户的要求")
        case .noProgress: Wording(explanation, "任务太久没有报告进度")
        case .notRenewed: Wording(explanation, "以前的进程持有它，当前进程没有重新创建")
        case .visibility: Wording(explanation, "应用没有处于激活状态的场景")
        case .unknownActivity: Wording(explanation, "没有显示这个标识符的实时活动")
        case .notMutable: Wording(explanation, "推送内容的 aps 中没有 mutable-content: 1，不会交给扩展")
        case .noAlert: Wording(explanation, "不显示提醒，而只有提醒才会交给扩展")
        case .extensionBusy: Wording(explanation, "通知服务扩展正在处理另一条通知")
        case .alertStored: Wording(explanation, "Apple 的服务器为应用只保留一条通知，并保留等待中的提醒")
        case .unsupported: Wording(explanation, "Info.plist 中的 NSSupportsLiveActivities 不为 true")
        case .identifierInUse: Wording(explanation, "已有使用该标识符的实时活动正在显示")
        case .poweredOff: Wording(explanation, "设备已关机")
        case .collapsed: Wording(explanation, "具有相同 apns-collapse-id 的较新通知取代了它")
        case .unsupportedPushType: Wording(explanation, "应用中没有任何部分接收这种类型的推送")
        case .deviceLocked: Wording(explanation, "设备已锁定")
        case .notActive: Wording(explanation, "应用没有激活")
        case .notPlaying: Wording(explanation, "应用没有激活，没有播放音频，也不是最后播放音频的应用")
        case .newerPush: Wording(explanation, "等待期间，发给应用的更新的推送取代了它")
        case .tooManyUnreportedCalls: Wording(explanation, "应用未报告来电的次数过多，重新安装之前不再收到推送")
        }
    }
}
