import type {Texts} from "./text.js";

// What the host and a life of the script tell each other. The host asks for one turn of the script's main queue at a
// time; what the script asks for meanwhile is a call, for whose answer the script's thread waits.

/** What the script is to do. */
export type Turn =
    | {readonly kind: "run"}
    | {readonly kind: "event"; readonly name: string; readonly object?: unknown}
    | {readonly kind: "timer"; readonly id: number}
    | {readonly kind: "response"; readonly id: number; readonly response: Reply}
    | {readonly kind: "user"; readonly action: UserAction}
    | {readonly kind: "close"};

/** What the user does to what the script shows. */
export type UserAction =
    | {readonly do: "type"; readonly view: string; readonly text: string; readonly replaces?: boolean}
    | {readonly do: "tap" | "enter"; readonly view: string}
    | {readonly do: "set"; readonly view: string; readonly value: unknown}
    | {readonly do: "select"; readonly view: string; readonly section: number; readonly row: number}
    | {readonly do: "answer"; readonly value: string}
    | {readonly do: "back"};

/** What a request led to. */
export interface Reply {
    readonly url: string;
    readonly status?: number | undefined;
    readonly body?: unknown;
    readonly error?: number | undefined;
}

/** A turn, and what the device's clock shows. */
export interface TurnMessage {
    readonly now: number;
    readonly turn: Turn;
}

/** A view, as a test sees it. */
export interface ShownView {
    readonly id?: string;
    readonly type: string;
    readonly text?: string;
    readonly title?: string;
    readonly value?: unknown;
    readonly rows?: number;
    /** Whether the user can type into it. */
    readonly isEditable?: boolean;
}

/** What waits for the user's answer. */
export interface Prompt {
    readonly kind: "alert" | "menu" | "text";
    readonly title: string;
    readonly choices: readonly string[];
}

/** What a life tells the host. */
export type Told =
    | {readonly kind: "started"}
    | {readonly kind: "call"; readonly name: string; readonly values: readonly unknown[]}
    | {readonly kind: "note"; readonly note: Note}
    | {readonly kind: "done"; readonly state: LifeState; readonly refused?: Texts}
    | {readonly kind: "threw"; readonly message: string; readonly stack: string};

/** Something that a script does and a person wants to see. */
export type Note =
    | {readonly note: "log"; readonly level: string; readonly text: string}
    | {readonly note: "error" | "unread"; readonly text: string}
    | {readonly note: "shown"; readonly what: string; readonly text: string}
    | {readonly note: "standIn"; readonly name: string};

/** What a life looks like after a turn. */
export interface LifeState {
    readonly views: readonly ShownView[];
    readonly prompts: readonly Prompt[];
    readonly bytes: number;
}

/** What a life begins with. */
export interface LifeSettings {
    readonly file: string;
    readonly source: string;
    /** The folder that modules and resources come from. */
    readonly folder: string;
    readonly isPackage: boolean;
    readonly name: string;
    readonly language: string;
    readonly crashes: boolean;
    readonly context: {readonly [name: string]: unknown};
    readonly now: number;
    readonly signal: SharedArrayBuffer;
    readonly replies: unknown;
}
