/// The notification service extension of an attached app: what its behaviour does not play is in flight until the program
/// that plays the app completes it. Source: rules 4.54.
extension App {
    /// The callback of the extension that waits for the program that plays this attached app; nil while none does.
    var serviceCallbackToComplete: SequenceNumber? {
        guard let request = notificationService?.process?.request, request.callback != 0, request.hasReturned != true,
            request.hangs != true, !manifest.isPlayedByService(request.handler)
        else { return nil }
        return request.callback
    }

    /// The callback that the program has not completed; nil also while its completion is applied.
    func uncompletedServiceCallback(in system: SystemState) -> UncompletedCallback? {
        guard let sequence = serviceCallbackToComplete, !system.timeline.isCompleting(sequence),
            let handler = notificationService?.process?.request?.handler
        else { return nil }
        return UncompletedCallback(sequence: sequence, name: handler.rawValue)
    }

    /// The callback that the extension is in, as programs outside see it; nil before the first.
    func servicePendingCallback(in system: SystemState) -> PendingCallback? {
        guard let request = notificationService?.process?.request, request.callback != 0, request.hasReturned != true
        else { return nil }
        let isRequest = request.handler == .didReceiveNotificationRequest
        return PendingCallback(
            sequence: request.callback,
            called: .callback(request.handler),
            applicationState: .background,
            scene: nil,
            delegateClass: nil,
            startedAt: request.startedAt,
            deadline: request.startedAt + system.rulebook.serviceLimit(of: request.handler),
            arguments: isRequest ? request.notification.arguments : []
        )
    }
}

extension Device {
    /// Checks the completion of a callback of an extension, whose code can do less than an app's.
    func checkServiceCompletion(_ completion: Completion) throws(Rejection) {
        for (index, action) in completion.actions.enumerated() {
            try NotificationServiceExtension.check(action, at: "actions[\(index)].action")
        }
        switch completion.returns {
        case nil: return
        case .some(let content) where content.isNotificationContent: return
        case .some(.object):
            throw Rejection(
                .invalidValue,
                "aps is an object: the members of the payload's aps that change",
                field: "returns.aps"
            )
        case .some:
            throw Rejection(
                .invalidValue,
                "what the content handler is called with is an object: the members of the payload that change",
                field: "returns"
            )
        }
    }

    /// A handler of an extension returns. What it returns is what the extension calls its content handler with.
    mutating func completeService(_ completion: Completion, _ index: Int) {
        guard let pid = apps[index].notificationService?.process?.pid else { return }
        for action in completion.actions {
            // The system may have ended it for what it took, and begun another process.
            guard apps[index].hasServiceProcess(withID: pid) else { return }
            carryOut(apps[index].performInService(action, in: &system), of: index)
            if action == .hang { return }
        }
        guard apps[index].hasServiceProcess(withID: pid) else { return }
        if let content = completion.returns { return contentHandlerCalled(with: content, index) }
        carryOut(apps[index].serviceHandlerReturns(in: &system), of: index)
    }
}
