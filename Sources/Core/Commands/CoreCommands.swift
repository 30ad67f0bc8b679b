import ArgumentParser

/// The commands of the core, in the order of the help.
package enum CoreCommands {
    /// Those that are in no group.
    package static let ungrouped: [any ParsableCommand.Type] = [
        ServeCommand.self, TestCommand.self, WatchCommand.self, SchemaCommand.self, HealthCommand.self,
        RulebookCommand.self,
    ]

    /// The others, by what they are for.
    package static let groups: [(name: String, commands: [any ParsableCommand.Type])] = [
        ("The store of a server", [BackupCommand.self, CheckCommand.self, ReplayCommand.self]),
        (
            "Devices of a server",
            [
                DevicesCommand.self, CreateCommand.self, ForkCommand.self, DeleteCommand.self, AppsCommand.self,
                InstallCommand.self, UninstallCommand.self,
            ]
        ),
        (
            "What happens on a device",
            [
                LaunchCommand.self, HomeCommand.self, OpenURLCommand.self, PushCommand.self, TerminateCommand.self,
                SendCommand.self, BatchCommand.self, ActCommand.self, CallbacksCommand.self, CompleteCommand.self,
                AdvanceCommand.self, ClockCommand.self,
            ]
        ),
        (
            "Looking at a device",
            [
                WaitCommand.self, TimelineCommand.self, ExplainCommand.self, AuditCommand.self, ProcessesCommand.self,
                ReportsCommand.self, RequestsCommand.self, RecordCommand.self,
            ]
        ),
    ]
}
