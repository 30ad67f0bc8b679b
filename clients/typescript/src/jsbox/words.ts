import type {SimulatedDevice} from "../device.js";
import type {AppCallback} from "../schema.js";

// The events of `$app.listen`, by the server's vocabulary `jsbox`.

/** The notifications of the host for which JSBox may report something. */
export const HEARD = [
    "UIApplication.didFinishLaunchingNotification", "UIApplication.didBecomeActiveNotification",
    "UIApplication.willResignActiveNotification", "UIApplication.didEnterBackgroundNotification",
    "UIApplication.willEnterForegroundNotification", "UIApplication.willTerminateNotification",
] as const;

/** What JSBox reports to a script for a notification of its host: `ready`, `pause`, `resume`, `exit`, or nothing. */
export async function eventsFor({sequence}: AppCallback, {id, client}: SimulatedDevice): Promise<readonly string[]> {
    const {records: [record]} = await client.readTimeline(id, {after: sequence - 1, limit: 1, vocabulary: "jsbox"});
    return record?.vocabulary?.jsbox ?? [];
}
