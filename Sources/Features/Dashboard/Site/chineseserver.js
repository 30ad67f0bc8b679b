// What the server says with a code that has a fixed meaning, in Simplified Chinese: findings, decisions and their
// reasons, and the ends of processes. The server itself tells problems in the language of the page.

export const CHINESE_OF_SERVER = {
  // What was found in the conduct of an app, by `code`
  findings: {
    dataLoss: "进程结束时还有未保存的更改，数据已丢失",
    dataAtRisk: "进程被挂起时还有未保存的更改，数据可能丢失",
    savesOnlyInWillTerminate: "应用只在 applicationWillTerminate(_:) 中保存",
    slowDidEnterBackground: "进入后台的回调用时过长",
    slowLaunch: "启动用时过长",
    slowResignActive: "失去激活的回调用时过长",
    mainThreadBlocked: "主线程被阻塞，看门狗终止了进程",
    backgroundTaskLeaked: "后台任务到时仍未结束，或同时开始得太多",
    backgroundTaskWithoutExpirationHandler: "后台任务没有到期处理",
    expirationHandlerDoesNotEndTask: "到期处理返回时没有结束任务",
    endedOnlyByExpiration: "任务由到期处理结束，而不是由工作本身结束",
    keptMemoryInBackground: "挂起时占用大量内存，离开屏幕时没有释放",
    noResponseToMemoryWarning: "收到内存警告后没有释放内存",
    completionHandlerMissing: "没有及时调用完成回调",
    fileLockHeldAtSuspend: "挂起时仍持有共享容器中文件的锁",
    workWhileInactive: "失去激活后仍在继续计时器、动画、游戏或渲染",
    gameResumedByItself: "游戏在激活后未经用户操作就自行继续",
    relianceOnTimerWhileSuspended: "挂起时有计时器在运行，挂起期间它不会触发",
    sensitiveContentInSnapshot: "系统拍摄快照时显示着敏感内容",
    sceneStateLost: "用户没有关闭任何窗口，界面状态却丢失了",
    backgroundModeUnused: "声明了从未使用的后台模式",
    silentPushBudgetExceeded: "静默推送超过了每小时的限额",
    sceneLifecycleNotAdopted: "应用没有采用场景生命周期",
    excessiveProcessorUse: "在后台占用处理器过多，进程因此被终止",
    transferDelayed: "后台开始的传输被系统推迟",
    continuedTaskStalled: "持续处理任务没有报告进度",
    delegateMethodNeverCalled: "代码写在生命周期从不调用的代理方法中",
    locationSessionLost: "没有重新取得以前进程持有的定位会话",
    liveActivityOrphaned: "以前进程的实时活动仍在显示，应用没有查找它",
    contentHandlerNotCalled: "通知服务扩展没有及时调用内容处理回调",
    extensionMemoryExceeded: "通知服务扩展占用内存过多，进程因此被终止",
    wakeNotHeard: "框架唤醒了应用，但进程没有为此注册",
  },

  // What to do about it. That of `dataLoss` and `dataAtRisk` depends on how the app saves: `chineseadvice.js` has it.
  advice: {
    savesOnlyInWillTerminate: "也要在 applicationDidEnterBackground(_:) 或 sceneDidEnterBackground(_:) 中保存："
      + "挂起的应用被终止时，系统不会调用 applicationWillTerminate(_:)。",
    slowDidEnterBackground: "请在五秒内返回：调用 beginBackgroundTask(withName:expirationHandler:)，"
      + "在另一个队列中完成工作，再在那里用 endBackgroundTask(_:) 结束任务。",
    slowLaunch: "在 application(_:didFinishLaunchingWithOptions:) 和 scene(_:willConnectTo:options:) 中只做第一帧所需的事，"
      + "其余的留到之后，并放到主线程以外；可用 XCTApplicationLaunchMetric 测量。",
    slowResignActive: "在 applicationWillResignActive(_:) 或 sceneWillResignActive(_:) 中只暂停，进入后台时再保存："
      + "来电或控制中心遮住应用时也会调用它们。",
    mainThreadBlocked: "在主线程上运行的代码应立即返回，工作放到另一个队列：无论主线程在做什么，"
      + "看门狗都从系统要求转换（Home 键、锁屏、显示屏、退出）时开始计时。",
    backgroundTaskLeaked: "对 beginBackgroundTask(withName:expirationHandler:) 给出的每个标识符，"
      + "在工作完成时和到期处理中调用一次 endBackgroundTask(_:)。",
    backgroundTaskWithoutExpirationHandler: "给 beginBackgroundTask(withName:expirationHandler:) 一个到期处理，"
      + "在其中停止工作并调用 endBackgroundTask(_:)；对 BGTask 则设置 expirationHandler，"
      + "并在其中调用 setTaskCompleted(success:)。",
    expirationHandlerDoesNotEndTask: "在到期处理返回之前调用 endBackgroundTask(_:)；剩下的工作交给 BGProcessingTask。",
    endedOnlyByExpiration: "工作完成时也要调用 endBackgroundTask(_:) 或 setTaskCompleted(success:)："
      + "只在到期处理中这样做的应用，会让进程一直运行到时间用完。工作需要更多时间的，"
      + "分成若干步并逐步保存，或交给 BGProcessingTask。",
    keptMemoryInBackground: "进入后台时释放图片和缓存（NSCache、removeAllObjects()）："
      + "挂起时占用大量内存的应用，会在系统需要内存时被终止。",
    noResponseToMemoryWarning: "在 applicationDidReceiveMemoryWarning(_:)、视图控制器的 didReceiveMemoryWarning() 中，"
      + "或收到 UIApplication.didReceiveMemoryWarningNotification 时，释放可以重新生成的内容；缓存用 NSCache 保存。",
    completionHandlerMissing: "在每条路径上（包括失败时）都要在 30 秒内调用完成回调：推送、后台获取或 URL 会话的完成回调，"
      + "或 BGTask 的 setTaskCompleted(success:)。",
    fileLockHeldAtSuspend: "在应用被挂起前关闭共享容器中的数据库或释放锁，"
      + "每次使用时都用 beginBackgroundTask(withName:expirationHandler:) 保护。",
    workWhileInactive: "在 applicationWillResignActive(_:) 或 sceneWillResignActive(_:) 中停用计时器，"
      + "并暂停游戏、CADisplayLink 和动画。",
    gameResumedByItself: "在 applicationDidBecomeActive(_:) 或 sceneDidBecomeActive(_:) 中显示暂停的游戏，"
      + "等用户要求时再继续。",
    relianceOnTimerWhileSuspended: "进入后台时停用计时器，返回时根据时钟算出哪些已到期；"
      + "提醒用 UNTimeIntervalNotificationTrigger，后台工作用 BGAppRefreshTaskRequest。",
    sensitiveContentInSnapshot: "在 applicationDidEnterBackground(_:) 或 sceneDidEnterBackground(_:) 返回之前，"
      + "隐藏或遮住私密内容：系统随后拍摄快照；"
      + "ignoreSnapshotOnNextApplicationLaunch() 可使下次启动不使用它。",
    sceneStateLost: "在 stateRestorationActivity(for:) 中把窗口的状态交给系统，"
      + "并在 scene(_:willConnectTo:options:) 中从 session.stateRestorationActivity 取回。",
    backgroundModeUnused: "从 Info.plist 的 UIBackgroundModes 中移除这个值：App 审核会拒绝应用不需要的模式（2.5.4）。",
    silentPushBudgetExceeded: "每小时最多发送两三次后台推送：用同一个 apns-collapse-id 合并更改，"
      + "需要让用户知道时则发送提醒。",
    sceneLifecycleNotAdopted: "采用场景：声明 UIApplicationSceneManifest 或返回 UISceneConfiguration，"
      + "把生命周期的代码从应用代理移到 UIWindowSceneDelegate。用 iOS 27 SDK 构建而没有场景的应用会在启动时崩溃。",
    excessiveProcessorUse: "在后台每次少做一些，分段之间停顿，或在应用位于前台时完成。"
      + "长时间的工作用 requiresExternalPower 的 BGProcessingTaskRequest 提交，它运行期间没有这个限制；"
      + "用 MXCPUExceptionDiagnostic 找出占用处理器的代码。",
    transferDelayed: "在应用位于前台时一次把全部传输交给 URLSession，"
      + "而不是在 urlSessionDidFinishEvents(forBackgroundURLSession:) 中逐个开始："
      + "系统每次为传输唤醒应用，都会使此时开始的传输推迟的时间加倍。",
    continuedTaskStalled: "任务开始时设置进度的 totalUnitCount，并以小步、频繁地增加 completedUnitCount，"
      + "等待服务器时也要如此：看起来停滞的 BGContinuedProcessingTask 会被系统判为到期。",
    delegateMethodNeverCalled: "把代码移到会被调用的代理中：采用场景时，UIKit 调用 sceneDidEnterBackground(_:) 等 "
      + "UISceneDelegate 的方法，而不是 applicationDidEnterBackground(_:) 等；没有场景时只调用应用代理的方法。"
      + "在 Info.plist 中加入方法所需的内容：UIBackgroundModes 中的模式，"
      + "BGTaskSchedulerPermittedIdentifiers 中的任务标识符。",
    locationSessionLost: "无论应用因何启动，都要在 application(_:didFinishLaunchingWithOptions:) 中首先重新取得会话："
      + "记住持有过会话，创建 CLBackgroundActivitySession 或 CLServiceSession，用属性保存它，并遍历位置更新。",
    liveActivityOrphaned: "在 application(_:didFinishLaunchingWithOptions:) 中遍历 Activity.activities，"
      + "更新或结束仍在进行的：实时活动比进程存在得更久，强制退出后也是如此。"
      + "给每个实时活动设置 staleDate，应用可能不运行时用推送结束它。",
    contentHandlerNotCalled: "用属性保存内容，在 serviceExtensionTimeWillExpire() 中也用它调用内容处理回调："
      + "始终不调用的话，通知会按原样显示。给下载设置少于 30 秒的时限。",
    extensionMemoryExceeded: "通知服务扩展占用的内存要少于 24 MB：把附件下载到文件，"
      + "用 CGImageSourceCreateThumbnailAtIndex(_:_:_:) 缩小图片，"
      + "并在处理下一条通知之前释放上一条占用的内存，它们由同一个进程处理。",
    wakeNotHeard: "在每个进程中，最迟在 application(_:didFinishLaunchingWithOptions:) 结束前完成注册："
      + "在那里执行 HKObserverQuery、激活 WCSession、观察令牌，而不是等到显示某个界面时。",
  },

  // What the system decided about, by `subject`
  subjects: {
    push: "推送",
    taskRequest: "任务请求",
    fetch: "后台获取",
    transfer: "传输",
    location: "定位",
    bluetooth: "蓝牙",
    voip: "VoIP",
    sceneSession: "场景会话",
    backgroundTask: "后台任务",
    stateRestoration: "状态恢复",
    activity: "活动",
    permission: "权限",
    completionHandler: "完成回调",
    wake: "唤醒",
    liveActivity: "实时活动",
    notificationService: "通知服务扩展",
  },

  // What it decided, by `verdict`
  verdicts: {
    shown: "已显示",
    delivered: "已送达",
    held: "暂缓",
    replaced: "被取代",
    throttled: "被限流",
    dropped: "被丢弃",
    accepted: "已接受",
    refused: "被拒绝",
    launched: "已启动",
    completed: "已完成",
    failed: "失败",
    expired: "已到期",
    cancelled: "已取消",
    performed: "已执行",
    started: "已开始",
    finished: "已结束",
  },

  // Why it decided so, and why a process ended, by `why` and `reason`
  reasons: {
    malformed: "请求或内容的格式不正确",
    expired: "已过有效期",
    forceQuit: "用户强制退出了应用，此后没有再打开",
    missingBackgroundMode: "Info.plist 的 UIBackgroundModes 缺少所需的模式",
    backgroundRefreshOff: "后台 App 刷新已关闭",
    notRegistered: "应用没有注册远程通知",
    noNetwork: "设备没有网络",
    beforeFirstUnlock: "设备启动后还没有解锁过",
    lowPowerMode: "低电量模式已打开",
    hourlyBudgetSpent: "一小时内的限额已用完",
    replacedByBackgroundTasks: "使用 BGTaskScheduler 的应用没有后台获取",
    notPermitted: "Info.plist 的 BGTaskSchedulerPermittedIdentifiers 缺少这个标识符",
    tooManyPendingTaskRequests: "等待中的同类请求已达上限",
    unavailable: "系统没有此功能，或它已关闭",
    processNotRunning: "应用没有进程，也不会为此启动",
    notMonitoring: "应用没有请求监测",
    appRemoved: "应用已被卸载",
    callInProgress: "正在通话",
    replaced: "被更新的取代",
    byTheApp: "应用的要求",
    multipleScenesNotSupported: "Info.plist 的 UIApplicationSupportsMultipleScenes 不是 true",
    unknownSession: "应用没有这个编号的场景会话",
    tooManyScenes: "应用的场景会话已达上限",
    appNotInFront: "应用不在最前面",
    unknownTask: "没有这个名称或编号的任务",
    tooManyActivities: "进程中的活动已达上限",
    crashAtLaunch: "应用启动时崩溃，可能由保存的状态引起",
    suspended: "进程已挂起，恢复运行时才会得知",
    terminating: "进程正在终止",
    lowPriority: "最低优先级的通知不会唤醒应用",
    notInForeground: "应用不在前台",
    notCompleted: "应用没有完成它",
    tooManyTransfers: "应用的传输已达上限",
    tooManyRegisteredTasks: "进程注册的任务已达上限",
    tooManyWaiting: "等待主线程的事项已达上限",
    resumeRateLimiter: "应用此前已为传输被唤醒，每次都会推迟下一次",
    immediateRunIneligible: "不能立即运行，也不等待",
    byTheUser: "用户的要求",
    noProgress: "任务太久没有报告进度",
    notRenewed: "以前的进程持有它，当前进程没有重新取得",
    visibility: "应用没有处于激活状态的场景",
    unknownActivity: "没有显示这个标识符的实时活动",
    notMutable: "推送内容的 aps 中没有 mutable-content: 1，不会交给扩展",
    noAlert: "不显示提醒，而只有提醒才会交给扩展",
    extensionBusy: "通知服务扩展正在处理另一条通知",
    poweredOff: "设备已关机",
    collapsed: "具有相同 apns-collapse-id 的较新通知取代了它",
    unsupportedPushType: "应用中没有任何部分接收这种类型的推送",
    alertStored: "Apple 的服务器为应用只保留一条通知，并保留等待中的提醒",
    unsupported: "Info.plist 中的 NSSupportsLiveActivities 不为 true",
    identifierInUse: "已有使用该标识符的实时活动正在显示",
    normal: "进程自行退出",
    userForceQuit: "用户在 App 切换器中强制退出",
    memoryPressure: "系统内存不足",
    memoryResourceLimit: "进程超出了内存上限",
    appWatchdog: "看门狗超时",
    backgroundTaskAssertionTimeout: "后台任务到时未结束",
    backgroundFetchTimeout: "后台获取超时",
    backgroundURLSessionTimeout: "后台传输事件的处理超时",
    suspendedWithLockedFile: "挂起时仍持有文件锁",
    cpuResourceLimit: "在后台占用处理器过多",
    thermal: "设备过热",
    voipNotReported: "收到 VoIP 推送后没有上报来电",
    tooManyBackgroundTasks: "后台任务过多",
    longIdleExit: "长时间闲置",
    abnormal: "异常退出（abort）",
    badAccess: "访问了无效内存",
    busError: "总线错误",
    illegalInstruction: "非法指令",
    breakpoint: "断点陷阱（trap）",
    diskSpace: "磁盘空间不足",
    permissionChanged: "用户更改了应用的权限",
    languageChanged: "用户更改了系统语言",
    backgroundRendering: "在后台渲染",
    system: "被系统终止",
    simulatorHost: "被模拟器的宿主终止",
    exitsOnSuspend: "应用声明了挂起时退出",
    appUpdate: "应用正在更新",
    reboot: "设备重启",
    osUpgrade: "系统升级",
  },
};
