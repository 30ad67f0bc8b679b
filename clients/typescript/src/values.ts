import {AttachedAppError} from "./errors.js";

// Values that outlast a process or tell abstract states apart: bytes, text or JSON.

/** What a file may hold, and a request send. */
export type Value = Uint8Array | string | number | boolean | null | readonly unknown[] | {readonly [name: string]: unknown};

/** A data protection class. */
export type Protection = "complete" | "untilFirstUserAuthentication" | "none";

/** A copy of bytes, of text or of JSON. Throws an `AttachedAppError` for anything else. */
export function copied(value: unknown, what: string): Value {
    if (value instanceof Uint8Array) return Uint8Array.from(value);
    const found = notJSON(value);
    if (found) throw new AttachedAppError(`${what} must be bytes, text or JSON: ${found}`);
    return JSON.parse(JSON.stringify(value));
}

/** What in a value is no JSON, in words; a member that is undefined is not there. */
export function notJSON(value: unknown, outer: readonly object[] = []): string | undefined {
    if (value === null || typeof value === "string" || typeof value === "boolean") return undefined;
    if (typeof value === "number") return Number.isFinite(value) ? undefined : `${value} is no number of JSON`;
    if (typeof value !== "object") return `a value of type ${typeof value} is none`;
    if (outer.includes(value)) return "it contains itself";
    const inner = [...outer, value];
    if (Array.isArray(value)) return first([...value], (one) => notJSON(one, inner));
    if (!isPlain(value)) return `an object of the class ${value.constructor?.name} is none`;
    return first(Object.values(value), (one) => (one === undefined ? undefined : notJSON(one, inner)));
}

/** Whether an object is one of JSON: of no class. */
export function isPlain(value: object): value is {[name: string]: unknown} {
    const prototype = Object.getPrototypeOf(value);
    return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function first(values: readonly unknown[], said: (value: unknown) => string | undefined): string | undefined {
    for (const value of values) {
        const found = said(value);
        if (found) return found;
    }
    return undefined;
}

/** What a file holds, as JSON. */
export function plain(value: unknown): unknown {
    return value instanceof Uint8Array ? {bytes: [...value].map((byte) => byte.toString(16).padStart(2, "0")).join("")} : value;
}

/** An abstract state as text, without the members of these names. Throws an `AttachedAppError` if it is no JSON. */
export function stateText(state: unknown, leftOut: readonly string[], what: string): string {
    const told = canonical(state, new Set(leftOut));
    const found = notJSON(told);
    if (found) throw new AttachedAppError(`${what} is no JSON: ${found}`);
    return JSON.stringify(told);
}

/** A value with the members of its objects in one order, bytes and instants as text, and without the members of these names. */
function canonical(value: unknown, leftOut: ReadonlySet<string>): unknown {
    if (value instanceof Uint8Array) return plain(value);
    if (value instanceof Date) return value.toISOString();
    if (Array.isArray(value)) return value.map((one) => canonical(one, leftOut));
    if (typeof value !== "object" || value === null || !isPlain(value)) return value;
    const members = Object.keys(value).sort().filter((name) => !leftOut.has(name));
    return Object.fromEntries(members.map((name) => [name, canonical(value[name], leftOut)]));
}

/** A function's name; its text if it has none. */
export function nameOf(value: unknown): string {
    if (typeof value !== "function") return String(value);
    return value.name || String(value);
}

/** The beginning of a text, in so many bytes. */
export function shortened(text: string, length: number): string {
    const bytes = new TextEncoder().encode(text);
    // What is cut in the middle of a character ends with a replacement.
    return bytes.length <= length ? text : new TextDecoder().decode(bytes.subarray(0, length)).replace(/\uFFFD$/, "");
}
