import type {Note, ShownView} from "./messages.js";

// What happens to a script, as lines for people and as objects for tools.

/** A line: what happened when, and what was saved or lost by it. */
export interface Line {
    /** How many seconds after the beginning, on the device's clock. */
    readonly seconds: number;
    /** What happened, in a word for programs: `pause`, `type`, `suspended`, `exit`, `log`, `error` ... */
    readonly event: string;
    /** More about it: what was typed, why the process ended, what was logged. */
    readonly detail?: string;
    /** The files that now hold what the user has changed. */
    readonly saved: readonly string[];
    /** The other files that were written. */
    readonly written: readonly string[];
    /** How many changes are not saved then. */
    readonly unsaved: number;
    /** How many changes are lost; only where something has ended. */
    readonly lost?: number;
    /** The texts that the script shows, by view; only where it has begun. */
    readonly texts?: {readonly [view: string]: string};
}

/** The line that is being written. */
interface Open {
    readonly seconds: number;
    readonly event: string;
    readonly detail?: string;
    readonly saved: Set<string>;
    readonly written: Set<string>;
    readonly notes: Line[];
    texts?: {readonly [view: string]: string};
}

/** Collects the lines. */
export class Report {
    readonly lines: Line[] = [];
    readonly standIns = new Map<string, number>();
    /** The user's changes that no file holds: how many, by view. */
    readonly unsaved = new Map<string, {count: number; text: string}>();
    /** How many changes are lost so far. */
    lost = 0;
    /** Whether the script could not be read. */
    isUnread = false;
    private open: Open | undefined;
    private start: number | undefined;
    private now = 0;

    constructor(private readonly write: (line: Line) => void) {}

    /** The device's clock shows this, in milliseconds. */
    at(now: number): void {
        this.start ??= now;
        this.now = now;
    }

    get unsavedCount(): number {
        return [...this.unsaved.values()].reduce((sum, {count}) => sum + count, 0);
    }

    /** Something begins whose line says what came of it. */
    begin(event: string, detail?: string): void {
        this.end();
        this.open = {seconds: this.seconds, event, saved: new Set(), written: new Set(), notes: [],
            ...detail !== undefined && {detail}};
    }

    /** What was begun is over. */
    end(): void {
        const {open} = this;
        if (!open) return;
        this.open = undefined;
        const {seconds, event, detail, texts} = open;
        this.add({
            seconds, event, saved: [...open.saved], written: [...open.written].filter((path) => !open.saved.has(path)),
            unsaved: this.unsavedCount,
            ...detail !== undefined && {detail}, ...texts && {texts},
        });
        open.notes.forEach((line) => this.add(line));
    }

    /** What was begun has no line: it was not possible. */
    drop(): void {
        this.open = undefined;
    }

    /** Something happened that is no more than its line. */
    tell(event: string, detail?: string): void {
        const line = {seconds: this.seconds, event, saved: [], written: [], unsaved: this.unsavedCount,
            ...detail !== undefined && {detail}};
        if (this.open) this.open.notes.push(line);
        else this.add(line);
    }

    /** The script has ended, or its host; what is not saved is lost. */
    ended(event: string, detail: string | undefined): void {
        this.end();
        const lost = this.unsavedCount;
        this.lost += lost;
        this.unsaved.clear();
        this.add({
            seconds: this.seconds, event, saved: [], written: [], unsaved: 0, lost, ...detail !== undefined && {detail},
        });
    }

    note(note: Note): void {
        switch (note.note) {
        case "log": return this.tell("log", note.level === "log" ? note.text : `${note.level}: ${note.text}`);
        case "unread":
            this.isUnread = true;
            return this.tell("error", note.text);
        case "error": return this.tell("error", note.text);
        case "shown": return this.tell(note.what, note.text);
        case "standIn": return void this.standIns.set(note.name, (this.standIns.get(note.name) ?? 0) + 1);
        }
    }

    /** The user has changed what a view shows. */
    edited(view: string, text: string): void {
        this.unsaved.set(view, {count: (this.unsaved.get(view)?.count ?? 0) + 1, text});
    }

    /** A file was written. */
    wrote(path: string, holdsChanges: boolean): void {
        this.open?.[holdsChanges ? "saved" : "written"].add(path);
    }

    /** What the script shows when it has begun. */
    shows(views: readonly ShownView[]): void {
        const texts = views.filter(({isEditable, text}) => isEditable && text);
        if (!this.open || texts.length === 0) return;
        this.open.texts = Object.fromEntries(texts.map(({id, type, text}) => [id ?? type, text!]));
    }

    private get seconds(): number {
        return this.start === undefined ? 0 : (this.now - this.start) / 1000;
    }

    private add(line: Line): void {
        this.lines.push(line);
        this.write(line);
    }
}
