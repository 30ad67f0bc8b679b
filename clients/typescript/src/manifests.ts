import type {AppCode} from "./appCode.js";
import {AttachedAppError} from "./errors.js";
import {CALLBACK_NAMES, DELEGATE_METHOD_NAMES, PENDING_NAMES} from "./names.js";
import type {DelegateMethodName, InstalledApp, NotificationName} from "./schema.js";

// What an attached app is installed with, and whether its handlers are called then.

/** What an app is installed with. */
export type Manifest = InstalledApp & {readonly [name: string]: unknown};

/** The steps of a launch that only apps have which declare them. */
const LAUNCH_STEPS: readonly string[] = ["preMain", "main", "UIApplicationMain", "mainInterface"];
/** The methods of a notification service extension, which is declared by itself. */
const EXTENSION_METHODS: readonly string[] = ["didReceive(_:withContentHandler:)", "serviceExtensionTimeWillExpire()"];
const DELEGATE_METHODS: readonly string[] = DELEGATE_METHOD_NAMES;
const CALLBACKS: readonly string[] = CALLBACK_NAMES;
const PENDING: readonly string[] = PENDING_NAMES;

const isNotification = (name: string): boolean => !CALLBACKS.includes(name);

/** Throws an `AttachedAppError` unless there is a callback of this name. */
export function requireCallback(name: string): void {
    if (PENDING.includes(name)) return;
    const near = nearest(name, PENDING);
    throw new AttachedAppError(`there is no callback ${name}${near ? `; did you mean ${near}?` : ""}`);
}

/**
 * What an attached app is installed with: its handlers are declared in `behavior`, without entries.
 *
 * So Greenroom calls what is called only where it is declared, as `main` is, and says which handlers are never called. The
 * delegates of a class have the methods that it handles, and no others, and it observes the notifications that it handles.
 */
export function manifestOf(code: typeof AppCode, names: readonly string[], isClass: boolean, fields: InstalledApp): Manifest {
    const {bundleID: _, ...given} = {...code.manifest, ...fields, driver: "attached" as const} as Manifest;
    const observed = names.filter(isNotification).sort();
    const manifest = {...given, ...!given.observes && observed.length > 0 && {observes: observed}} as Manifest;
    for (const name of names) requireNotInVain(name, manifest, code.name);
    const own = names.filter((name) => !isNotification(name) && !EXTENSION_METHODS.includes(name)).sort();
    const behavior = {...Object.fromEntries(["main", ...own].map((name) => [name, []])), ...manifest.behavior};
    const delegateImplements = Object.keys(behavior).filter((name) => DELEGATE_METHODS.includes(name)).sort() as DelegateMethodName[];
    return {...isClass && {delegateImplements}, ...manifest, behavior} as Manifest;
}

/** Throws an `AttachedAppError` if an app that is installed so cannot have a handler of this callback called. */
export function requireNotInVain(name: string, manifest: Manifest, app: string): void {
    const declared = EXTENSION_METHODS.includes(name) ? manifest.notificationService : manifest;
    const entries = (declared?.behavior as {readonly [name: string]: readonly unknown[] | undefined} | null | undefined)?.[name];
    if (entries && entries.length > 0) throw new AttachedAppError(`${app} has a handler that \`behavior\` plays as well: ${name}`);
    if (isNotification(name) && !observes(manifest, name)) {
        throw new AttachedAppError(`${app} has a handler of ${name}, and observes of its manifest lacks it`);
    }
    if (EXTENSION_METHODS.includes(name) && !manifest.notificationService) {
        throw new AttachedAppError(`${app} has a handler of ${name}, and its manifest lacks a notificationService`);
    }
}

/** Throws an `AttachedAppError` for what is called only where it is declared, if the app was installed without it. */
export function requireDeclared(name: string, manifest: Manifest, app: string): void {
    if (LAUNCH_STEPS.includes(name) && !(name in (manifest.behavior ?? {}))) {
        throw new AttachedAppError(`${app} was installed without ${name}, which is called only where it is declared: make it a handler `
            + `of an AppCode, or install the app with behavior: {${JSON.stringify(name)}: []}`);
    }
    const {delegateImplements} = manifest;
    if (DELEGATE_METHODS.includes(name) && delegateImplements && !delegateImplements.includes(name as DelegateMethodName)) {
        throw new AttachedAppError(`${app} was installed without ${name}: make it a handler of its class, or name it in `
            + "delegateImplements");
    }
    if (isNotification(name) && !observes(manifest, name)) {
        throw new AttachedAppError(`${app} was installed without ${name}: make it a handler of its class, or name it in observes`);
    }
}

/** Whether an app that is installed so is called for a notification. */
const observes = ({observes}: Manifest, name: string): boolean => observes?.includes(name as NotificationName) ?? false;

/** The name that is most like what was written, if any is like it. */
export function nearest(written: string, names: readonly string[]): string | undefined {
    const [best] = names.map((name) => ({name, distance: distanceBetween(written, name)}))
        .sort((one, other) => one.distance - other.distance);
    return best && best.distance <= Math.max(2, written.length / 3) ? best.name : undefined;
}

/** By how many insertions, deletions and replacements two texts differ. */
function distanceBetween(one: string, other: string): number {
    let row = Array.from({length: other.length + 1}, (_, index) => index);
    for (let at = 1; at <= one.length; at += 1) {
        const next = [at];
        for (let index = 1; index <= other.length; index += 1) {
            const replaced = row[index - 1]! + (one[at - 1] === other[index - 1] ? 0 : 1);
            next.push(Math.min(replaced, row[index]! + 1, next[index - 1]! + 1));
        }
        row = next;
    }
    return row.at(-1)!;
}

