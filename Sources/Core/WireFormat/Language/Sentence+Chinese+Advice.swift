import LifecycleKernel

extension Sentence {
    /// What to do about a finding.
    static let chineseOfAdvice: [String: String] = [
        """
        Save in {leaving}: it is the last call that every app gets. While the app is in front, save each change when it is \
        made.
        """: "在 {leaving} 中保存：这是应用一定能收到的最后一个回调。应用位于前台时，每次更改时就保存。",
        """
        Save before the app is suspended: when it enters the background, and again after work that it does there. Hold \
        beginBackgroundTask(withName:expirationHandler:) until everything is written.
        """: "在应用被挂起之前保存：进入后台时保存，在后台做完工作后再保存一次。写入完成之前，用 beginBackgroundTask(withName:expirationHandler:) 保持运行。",
        "Save in {leaving} too: applicationWillTerminate(_:) is not called when a suspended app is ended.":
            "也要在 {leaving} 中保存：挂起的应用被终止时，系统不会调用 applicationWillTerminate(_:)。",
        """
        Return within five seconds: call beginBackgroundTask(withName:expirationHandler:), do the work on another \
        queue, and end the task there with endBackgroundTask(_:).
        """: """
        请在五秒内返回：调用 beginBackgroundTask(withName:expirationHandler:)，在另一个队列中完成工作，再在那里用 endBackgroundTask(_:) \
        结束任务。
        """,
        """
        In application(_:didFinishLaunchingWithOptions:) and scene(_:willConnectTo:options:), do only what the first frame \
        needs. Do the rest after it, off the main thread. Measure the launch with XCTApplicationLaunchMetric.
        """: """
        在 application(_:didFinishLaunchingWithOptions:) 和 scene(_:willConnectTo:options:) 中只做第一帧所需的事，其余的留到之后，\
        并放到主线程以外；可用 XCTApplicationLaunchMetric 测量。
        """,
        """
        Only pause in {resigning}, and save when the app enters the background: the app also resigns when a call or the \
        control centre only covers it.
        """: "在 {resigning} 中只暂停，进入后台时再保存：来电或控制中心只是遮住应用时，应用也会失去激活。",
        """
        Return at once from code on the main thread, and work on another queue. The watchdog counts from the moment when \
        the system asks for a transition (Home, lock, a display, the end), whatever the main thread does then.
        """: "在主线程上运行的代码应立即返回，工作放到另一个队列：无论主线程在做什么，看门狗都从系统要求转换（Home 键、锁屏、显示屏、退出）时开始计时。",
        """
        Call endBackgroundTask(_:) once for each identifier that beginBackgroundTask(withName:expirationHandler:) \
        gave, when the work is done and in the expiration handler.
        """: "对 beginBackgroundTask(withName:expirationHandler:) 给出的每个标识符，在工作完成时和到期处理中调用一次 endBackgroundTask(_:)。",
        """
        Give beginBackgroundTask(withName:expirationHandler:) a handler that stops the work and calls \
        endBackgroundTask(_:); for a BGTask set expirationHandler and call setTaskCompleted(success:) there.
        """: """
        给 beginBackgroundTask(withName:expirationHandler:) 一个到期处理，在其中停止工作并调用 endBackgroundTask(_:)；对 BGTask \
        则设置 expirationHandler，并在其中调用 setTaskCompleted(success:)。
        """,
        """
        Call endBackgroundTask(_:) before the expiration handler returns, and leave the rest of the work to a \
        BGProcessingTask.
        """: "在到期处理返回之前调用 endBackgroundTask(_:)；剩下的工作交给 BGProcessingTask。",
        """
        Also call endBackgroundTask(_:) or setTaskCompleted(success:) where the work ends. An app that does so only in the \
        expiration handler keeps its process running until its time is up. If the work needs more time than that, do it in \
        steps and save each one, or use a BGProcessingTask.
        """: """
        工作完成时也要调用 endBackgroundTask(_:) 或 setTaskCompleted(success:)：只在到期处理中这样做的应用，会让进程一直运行到时间用完。工作需要更多时间的，分成若干步并逐步保存，\
        或交给 BGProcessingTask。
        """,
        """
        Free images and caches when the app enters the background (NSCache, removeAllObjects()). When the system needs \
        memory, it ends suspended apps that take much of it.
        """: "进入后台时释放图片和缓存（NSCache、removeAllObjects()）：挂起时占用大量内存的应用，会在系统需要内存时被终止。",
        """
        Free what the app can make again in applicationDidReceiveMemoryWarning(_:), in didReceiveMemoryWarning() of view \
        controllers, or on UIApplication.didReceiveMemoryWarningNotification. Keep caches in an NSCache.
        """: """
        在 applicationDidReceiveMemoryWarning(_:)、视图控制器的 didReceiveMemoryWarning() 中，或收到 UIApplication.didReceiveMemoryWarningNotification \
        时，释放可以重新生成的内容；缓存用 NSCache 保存。
        """,
        """
        Call the completion handler on every path, also after failures, within 30 seconds: the handler of the push, the \
        fetch or the URL session, or setTaskCompleted(success:) of a BGTask.
        """: "在每条路径上（包括失败时）都要在 30 秒内调用完成回调：推送、后台获取或 URL 会话的完成回调，或 BGTask 的 setTaskCompleted(success:)。",
        """
        Close the database or release the lock in a shared container before the app is suspended, and hold \
        beginBackgroundTask(withName:expirationHandler:) around each use of it.
        """: "在应用被挂起前关闭共享容器中的数据库或释放锁，每次使用时都用 beginBackgroundTask(withName:expirationHandler:) 保护。",
        "Invalidate timers and pause games, CADisplayLink and animations in {resigning}.":
            "在 {resigning} 中停用定时器，并暂停游戏、CADisplayLink 和动画。",
        "Show a paused game in {activation}, and continue when the user asks for it.":
            "在 {activation} 中显示暂停的游戏，等用户要求时再继续。",
        """
        Invalidate timers when the app enters the background, and when it returns, find out from the clock what is due. \
        For a reminder use UNTimeIntervalNotificationTrigger, for work BGAppRefreshTaskRequest.
        """: "进入后台时停用定时器，返回时根据时钟算出哪些已到期；提醒用 UNTimeIntervalNotificationTrigger，后台工作用 BGAppRefreshTaskRequest。",
        """
        Hide or cover what is private before {leaving} returns, because the system then takes the snapshot. \
        ignoreSnapshotOnNextApplicationLaunch() keeps the next launch from showing it.
        """: "在 {leaving} 返回之前，隐藏或遮住私密内容，因为系统随后拍摄快照。ignoreSnapshotOnNextApplicationLaunch() 可使下次启动不显示它。",
        """
        Give the window's state to the system in stateRestorationActivity(for:), and restore it in \
        scene(_:willConnectTo:options:) from session.stateRestorationActivity.
        """: """
        在 stateRestorationActivity(for:) 中把窗口的状态交给系统，并在 scene(_:willConnectTo:options:) 中从 session.stateRestorationActivity \
        取回。
        """,
        """
        Remove the value from UIBackgroundModes in the Info.plist: App Review rejects modes that an app does not \
        need (2.5.4).
        """: "从 Info.plist 的 UIBackgroundModes 中移除这个值：App 审核会拒绝应用不需要的模式（2.5.4）。",
        """
        Send at most two or three background pushes an hour. Combine changes under one apns-collapse-id, or send an alert \
        if the user should know.
        """: "每小时最多发送两三次后台推送：用同一个 apns-collapse-id 合并更改，需要让用户知道时则发送提醒。",
        """
        Send a background push with apns-push-type background and apns-priority 5, and an alert with apns-push-type alert. \
        Versions of iOS handle other combinations differently.
        """: "后台推送请用 apns-push-type background 和 apns-priority 5，提醒请用 apns-push-type alert。各版本 iOS 对其他组合的处理不同。",
        """
        Adopt scenes: declare UIApplicationSceneManifest or return a UISceneConfiguration, and move the life cycle from \
        the app delegate to UIWindowSceneDelegate. An app without scenes that is built with the SDK of iOS 27 traps at \
        launch.
        """: """
        采用场景：声明 UIApplicationSceneManifest 或返回 UISceneConfiguration，把生命周期的代码从应用代理移到 UIWindowSceneDelegate。用 \
        iOS 27 SDK 构建而没有场景的应用会在启动时崩溃。
        """,
        """
        Do less work at a time in the background: pause between parts, or work while the app is in front. For long work, \
        submit a BGProcessingTaskRequest with requiresExternalPower, which turns the limit off while the task runs. \
        MXCPUExceptionDiagnostic shows which code is busy.
        """: """
        在后台每次少做一些，分段之间停顿，或在应用位于前台时完成。长时间的工作用 requiresExternalPower 的 BGProcessingTaskRequest 提交，它运行期间没有这个限制；\
        用 MXCPUExceptionDiagnostic 找出占用处理器的代码。
        """,
        """
        The explanation says what ended the app. Memory: take less than os_proc_available_memory() says, and free what the \
        app can make again in applicationDidReceiveMemoryWarning(_:). Rendering: stop it when the app enters the \
        background. A VoIP push: call reportNewIncomingCall(with:update:completion:) in its handler. BGTaskScheduler: \
        register each identifier once, before application(_:didFinishLaunchingWithOptions:) returns.
        """: """
        说明文字指出应用被终止的原因。内存：占用不要超过 os_proc_available_memory() 的值，并在 applicationDidReceiveMemoryWarning(_:) 中释放可以重新生成的内容。\
        渲染：应用进入后台时停止。VoIP 推送：在它的处理函数中调用 reportNewIncomingCall(with:update:completion:)。BGTaskScheduler：在 \
        application(_:didFinishLaunchingWithOptions:) 返回之前注册每个标识符，各注册一次。
        """,
        """
        Give all transfers to the URLSession at once, while the app is in front, instead of one after the other in \
        urlSessionDidFinishEvents(forBackgroundURLSession:). Each time the system wakes the app for transfers, it doubles \
        the delay of the transfers that begin then.
        """: """
        在应用位于前台时一次把全部传输交给 URLSession，而不是在 urlSessionDidFinishEvents(forBackgroundURLSession:) 中逐个开始：系统每次为传输唤醒应用，\
        都会使此时开始的传输推迟的时间加倍。
        """,
        """
        Hold beginBackgroundTask(withName:expirationHandler:) from before URLSessionTask.resume() until the completion \
        handler, and give longer transfers to a background URLSession. The server may have received the request: repeat it \
        only with an identifier by which the server recognizes it.
        """: """
        从 URLSessionTask.resume() 之前到完成回调，一直持有 beginBackgroundTask(withName:expirationHandler:)；更久的交给后台 URLSession。\
        服务器可能仍已收到请求：重新发送时要带上服务器能够识别的标识。
        """,
        """
        Set totalUnitCount of the task's progress when the task begins, and raise completedUnitCount often and in small \
        steps, even while the app waits for a server. The system expires a BGContinuedProcessingTask that seems to make no \
        progress.
        """: """
        任务开始时设置进度的 totalUnitCount，并以小步、频繁地增加 completedUnitCount，等待服务器时也要如此：看起来停滞的 BGContinuedProcessingTask \
        会被系统判为到期。
        """,
        """
        Keep the content in a property, and also call the content handler with it in serviceExtensionTimeWillExpire(). If \
        the extension never calls it, the system shows the notification as it came. Give a download a time limit below 30 \
        seconds.
        """: "用属性保存内容，在 serviceExtensionTimeWillExpire() 中也用它调用内容处理回调：始终不调用的话，通知会按原样显示。给下载设置少于 30 秒的时限。",
        """
        Take less than 24 MB in the notification service extension: download attachments to a file, scale images with \
        CGImageSourceCreateThumbnailAtIndex(_:_:_:), and free the memory of one notification before the next one, because \
        the same process handles both.
        """: """
        通知服务扩展占用的内存要少于 24 MB：把附件下载到文件，用 CGImageSourceCreateThumbnailAtIndex(_:_:_:) 缩小图片，并在处理下一条通知之前释放上一条占用的内存，\
        它们由同一个进程处理。
        """,
        """
        Iterate Activity.activities in application(_:didFinishLaunchingWithOptions:), and update or end the Live \
        Activities that are still shown: they outlive the process, even after a force quit. Give each a staleDate, and end \
        it with a push if the app may not be running.
        """: """
        在 application(_:didFinishLaunchingWithOptions:) 中遍历 Activity.activities，更新或结束仍在进行的：实时活动比进程存在得更久，强制退出后也是如此。\
        给每个实时活动设置 staleDate，应用可能不运行时用推送结束它。
        """,
        """
        Create the session again at the beginning of application(_:didFinishLaunchingWithOptions:), whatever the app was \
        launched for: remember that the app held one, create the CLBackgroundActivitySession or CLServiceSession, keep it \
        in a property, and iterate the updates.
        """:
            "无论应用因何启动，都要在 application(_:didFinishLaunchingWithOptions:) 开头重新创建会话：记住持有过会话，创建 CLBackgroundActivitySession 或 CLServiceSession，用属性保存它，并遍历位置更新。",
        """
        Register before application(_:didFinishLaunchingWithOptions:) returns, in every process: execute the \
        HKObserverQuery, activate the WCSession and observe the tokens there, and not later when a screen is shown.
        """: """
        在每个进程中，最迟在 application(_:didFinishLaunchingWithOptions:) 结束前完成注册：在那里执行 HKObserverQuery、激活 WCSession、\
        观察令牌，而不是等到显示某个界面时。
        """,
        """
        Move the code to the delegate that UIKit calls. With scenes, UIKit calls sceneDidEnterBackground(_:) and the other \
        methods of UISceneDelegate instead of applicationDidEnterBackground(_:) and similar methods; without scenes, it \
        calls only the app delegate. Add to the Info.plist what the method needs: its mode in UIBackgroundModes, and the \
        identifiers of tasks in BGTaskSchedulerPermittedIdentifiers.
        """: """
        把代码移到会被调用的代理中：采用场景时，UIKit 调用 sceneDidEnterBackground(_:) 等 UISceneDelegate 的方法，而不是 applicationDidEnterBackground(_:) \
        等；没有场景时只调用应用代理的方法。在 Info.plist 中加入方法所需的内容：UIBackgroundModes 中的模式，BGTaskSchedulerPermittedIdentifiers \
        中的任务标识符。
        """,
        """
        Complete each callback before time passes: an advance with stopAtCallbacks stops at each one. If the app's own \
        code takes that long: {advice}
        """: "在时间推进之前完成每个回调（推进时用 stopAtCallbacks 可以做到）。若应用代码本身就用这么久：{advice}",
        """
        Save each change when it is made: the process ended in front of the user, where {leaving} is not called before the \
        end.
        """: "每次更改时就保存：进程在用户面前结束，此前不会收到 {leaving}。",
        """
        Save again after the last change: the app saves in {leaving}, but later changes were not saved, or changes were \
        not written in time. Hold beginBackgroundTask(withName:expirationHandler:) until they are written.
        """: """
        最后一次更改之后再保存一次：应用在 {leaving} 中保存，而此后又有更改，或没有及时写入。写入完成之前，用 beginBackgroundTask(withName:expirationHandler:) \
        保持运行。
        """,
        "Move the saving from {names}, which this life cycle never calls, to {leaving}.":
            "把保存从 {names} 移到 {leaving}：这个生命周期从不调用前者。",
    ]
}
