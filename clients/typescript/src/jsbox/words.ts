import type {AppCallback} from "../schema.js";

// The events of `$app.listen`, by the server's vocabulary `jsbox`.

/** The notifications that the host hears. */
export const HEARD = [
    "UIApplication.didFinishLaunchingNotification", "UIApplication.didBecomeActiveNotification",
    "UIApplication.willResignActiveNotification", "UIApplication.didEnterBackgroundNotification",
    "UIApplication.willEnterForegroundNotification", "UIApplication.willTerminateNotification",
] as const;

/**
 * What JSBox reports to a script, for each notification of its host: what the callback carries, or the table of the server,
 * Sources/Core/Vocabularies/JSBoxEvents.swift.
 */
export class Words {
    private isPaused = false;

    /** @param reportsEveryCallback the rule `jsboxEvents` is `everyCallback` */
    constructor(private readonly reportsEveryCallback: boolean) {}

    of(callback: AppCallback): readonly string[] {
        const {vocabulary} = callback as {vocabulary?: {jsbox?: readonly string[]}};
        return vocabulary?.jsbox ?? this.mapped(callback.name);
    }

    private mapped(name: string): readonly string[] {
        const every = this.reportsEveryCallback;
        const was = this.isPaused;
        switch (name.replace(/^UIApplication\.|Notification$/g, "")) {
        case "didFinishLaunching": return ["ready"];
        case "willResignActive":
            this.isPaused = true;
            return every || !was ? ["pause"] : [];
        case "didBecomeActive":
            this.isPaused = false;
            return every || was ? ["resume"] : [];
        case "didEnterBackground": return every ? ["pause"] : [];
        case "willEnterForeground": return every ? ["resume"] : [];
        case "willTerminate": return ["exit"];
        default: return [];
        }
    }
}
