import {VIEW_STAND_INS} from "./interface.js";
import type {Prompt, ShownView, UserAction} from "./messages.js";
import type {Handler, Runtime} from "./runtime.js";
import {handled, isFunction} from "./runtime.js";
import {chain} from "./standIns.js";
import {Complaint} from "./text.js";

// `$ui`: pages, views with their events, and what asks the user something. Nothing is drawn: frames are those of a
// screen.

const SCREEN = {x: 0, y: 0, width: 390, height: 844};
/** The views that the user types into. */
const TEXT_VIEWS = ["text", "input", "code"];
/** The views that show rows. */
const ROW_VIEWS = ["list", "matrix", "gallery"];
/** What views show before anything has set it. */
const INITIAL: {readonly [type: string]: object} = {
    text: {text: ""}, input: {text: ""}, code: {text: ""}, tab: {index: 0}, menu: {index: 0}, switch: {on: false},
    slider: {value: 0}, stepper: {value: 0}, progress: {value: 0}, list: {data: []}, matrix: {data: []},
};
/** Events of `$UIEvent` that a user's action leads to. */
const TOUCH_UP = 1 << 6, VALUE_CHANGED = 1 << 12, EDITING_CHANGED = 1 << 17;
/** What a definition has besides the properties of its view. */
const NOT_PROPERTIES = ["super", "views", "window", "prev", "next", "safeArea", "layout"];

const isDefinition = (value: any): boolean =>
    Boolean(value) && typeof value === "object" && typeof value.type === "string";

/** A view. Its properties are those of its definition and what the script sets. */
export class View {
    [property: string]: any;

    constructor(ui: Interface, definition: any, parent?: View) {
        const {type = "view", props = {}, events = {}, layout, views = []} = definition ?? {};
        // A property `type` may be given, too: the keyboard of an input.
        for (const [name, value] of [["ui", ui], ["kind", type], ["handlers", []], ["children", []]] as const) {
            Object.defineProperty(this, name, {value});
        }
        Object.defineProperty(this, "parent", {value: parent, writable: true});
        // It is called as a method of the definition, as libraries that define views with classes rely on.
        Object.defineProperty(this, "layouts", {value: isFunction(layout) ? [layout.bind(definition)] : []});
        this.type = type;
        this.events = events;
        this.frame = SCREEN;
        Object.assign(this, INITIAL[type]);
        for (const [name, value] of Object.entries(props)) {
            if (!NOT_PROPERTIES.includes(name)) this[name] = value;
        }
        for (const part of [props.header, props.footer, props.titleView, ...views]) {
            if (part instanceof View) this.put(part, this.children.length);
            else if (isDefinition(part)) this.children.push(new View(ui, part, this));
        }
        if (isFunction(events.ready)) ui.runtime.later(() => events.ready(this));
    }

    get super(): View | undefined { return this.parent; }
    get views(): View[] { return [...this.children]; }
    get window(): View { return this.parent?.window ?? this; }
    get safeArea(): View { return this; }
    get bounds() { return {...this.frame, x: 0, y: 0}; }
    get size() { return {width: this.frame.width, height: this.frame.height}; }
    set size(size) { this.frame = {...this.frame, ...size}; }
    get center() { return {x: this.frame.x + this.frame.width / 2, y: this.frame.y + this.frame.height / 2}; }
    set center(_) { /* Nothing is drawn. */ }
    get prev(): View | undefined { return this.beside(-1); }
    get next(): View | undefined { return this.beside(1); }
    get snapshot(): unknown { return {size: this.size}; }
    get animator(): unknown { return chain(); }

    private beside(distance: number): View | undefined {
        const all: View[] = this.parent?.children ?? [];
        return all[all.indexOf(this) + distance];
    }

    /** The view and all within it. */
    get all(): View[] {
        return [this, ...this.children.flatMap((child: View) => child.all)];
    }

    get(id: string): View | undefined {
        const within = this.all;
        return within.find((view) => view.id === id) ?? within.find((view) => view.kind === id);
    }

    add(view: any): View {
        return this.insertAtIndex(view, this.children.length);
    }

    insertAtIndex(view: any, index: number): View {
        const made = view instanceof View ? view : new View(this.ui, view, this);
        this.put(made, index);
        made.layAll();
        return made;
    }

    private put(view: View, index: number): void {
        view.remove();
        view.parent = this;
        this.children.splice(index, 0, view);
    }

    /**
     * Calls the layouts of the view and of all within it, once: all of them are there, so that a layout can name
     * others.
     */
    layAll(): void {
        for (const view of this.all) for (const layout of view.layouts.splice(0)) view.lay(layout);
    }

    insertBelow(view: any, other: View): View {
        return this.insertAtIndex(view, Math.max(0, this.children.indexOf(other)));
    }

    insertAbove(view: any, other: View): View {
        return this.insertAtIndex(view, this.children.indexOf(other) + 1);
    }

    remove(): void {
        const all: View[] = this.parent?.children ?? [];
        if (all.includes(this)) all.splice(all.indexOf(this), 1);
    }

    moveToFront(): void {
        this.parent?.insertAtIndex(this, this.parent.children.length);
    }

    moveToBack(): void {
        this.parent?.insertAtIndex(this, 0);
    }

    layout(layout: Handler): void { this.lay(layout); }
    updateLayout(layout: Handler): void { this.lay(layout); }
    remakeLayout(layout: Handler): void { this.lay(layout); }
    relayout(): void { /* Nothing is drawn. */ }
    setNeedsLayout(): void { /* Nothing is drawn. */ }
    layoutIfNeeded(): void { /* Nothing is drawn. */ }
    sizeToFit(): void { /* Nothing is drawn. */ }
    focus(): void { this.event("didBeginEditing"); }
    blur(): void { this.event("didEndEditing"); }
    ocValue(): unknown { return this.ui.runtime.standIn("view.ocValue"); }
    runtimeValue(): unknown { return this.ui.runtime.standIn("view.runtimeValue"); }
    jsValue(): this { return this; }

    private lay(layout: Handler): void {
        if (isFunction(layout)) this.ui.runtime.attempt(() => layout(chain(), this));
    }

    // Rows

    private sections(): any[][] {
        const data: any[] = Array.isArray(this.data) ? this.data : Array.isArray(this.items) ? this.items : [];
        const isSectioned = data.some((one) => Array.isArray(one?.rows) || Array.isArray(one?.items));
        return isSectioned ? data.map((one) => one.rows ?? one.items ?? []) : [data];
    }

    get rows(): number {
        return this.sections().reduce((sum, rows) => sum + rows.length, 0);
    }

    object({section = 0, row = 0}: any): unknown {
        return this.sections()[section]?.[row];
    }

    insert({indexPath = {section: 0, row: 0}, index = indexPath.row, value}: any): void {
        this.sections()[indexPath.section ?? 0]?.splice(index, 0, value);
    }

    delete(place: any): void {
        const {section = 0, row = place} = typeof place === "object" ? place : {};
        this.sections()[section]?.splice(row, 1);
    }

    cell(): View { return new View(this.ui, {}); }

    // Events

    whenTapped(handler: Handler): void { this.handlers.push([TOUCH_UP, handler]); }
    whenDoubleTapped(handler: Handler): void { this.events.doubleTapped = handler; }
    whenTouched({handler}: any): void { this.handlers.push([TOUCH_UP, handler]); }
    addEventHandler({events, handler}: any): void { this.handlers.push([events, handler]); }
    removeEventHandlers(events: number): void {
        const left = this.handlers.filter(([mask]: [number]) => (mask & events) === 0);
        this.handlers.splice(0, this.handlers.length, ...left);
    }

    /** Calls what listens to an event of the view; undefined if nothing does. */
    event(name: string, ...values: unknown[]): void {
        const handler = this.events?.[name];
        if (isFunction(handler)) this.ui.runtime.attempt(() => handler.call(this, this, ...values));
    }

    control(event: number): void {
        for (const [mask, handler] of [...this.handlers]) {
            if ((mask & event) !== 0 && isFunction(handler)) this.ui.runtime.attempt(() => handler(this));
        }
    }

    get isEditable(): boolean {
        return TEXT_VIEWS.includes(this.kind) && this.editable !== false && this.userInteractionEnabled !== false;
    }

    /** What a test sees of it. */
    get shown(): ShownView {
        const value = this.on ?? this.value ?? this.index;
        return {
            type: String(this.kind),
            ...typeof this.id === "string" && {id: this.id},
            ...typeof this.text === "string" && {text: this.text},
            ...typeof this.title === "string" && {title: this.title},
            ...["string", "number", "boolean"].includes(typeof value) && {value},
            ...ROW_VIEWS.includes(this.kind) && {rows: this.rows},
            ...TEXT_VIEWS.includes(this.kind) && {isEditable: this.isEditable},
        };
    }
}

/** A question that waits for the user. */
interface Question extends Prompt {
    /** Answers it with the number of a choice, or with a text. */
    readonly answer: (choice: number, text: string) => void;
}

/** The pages and the questions of a life. */
export class Interface {
    private pages: View[] = [];
    /**
     * The pages that another one has replaced: their views are found until its `ready` has run, so that it can take
     * them away.
     */
    private replaced: View[] = [];
    private questions: Question[] = [];

    constructor(readonly runtime: Runtime) {
        for (const name of VIEW_STAND_INS) {
            const value = runtime.standIn(`view.${name}`);
            Object.defineProperty(View.prototype, name, {value, configurable: true, writable: true});
        }
    }

    get views(): ShownView[] {
        return (this.pages.at(-1)?.all ?? []).map((view) => view.shown);
    }

    get prompts(): Prompt[] {
        return this.questions.map(({kind, title, choices}) => ({kind, title, choices}));
    }

    /** The script is closed: its pages go. */
    close(): void {
        for (const page of this.pages.reverse()) this.disappears(page, true);
        this.pages = [];
    }

    private find(id: string): View | undefined {
        for (const page of [...this.pages].reverse().concat(this.replaced)) {
            const found = page.get(id);
            if (found) return found;
        }
        return undefined;
    }

    /** A page appears in the turn after, unless it is gone or covered by then. */
    private appears(page: View): void {
        this.runtime.later(() => { if (this.pages.at(-1) === page) page.event("appeared"); });
    }

    private disappears(page: View | undefined, isRemoved: boolean): void {
        page?.event("disappeared");
        if (isRemoved) page?.event("dealloc");
    }

    private show(definition: any, isPushed: boolean): View {
        const whole = typeof definition === "string" ? {props: {title: definition}} : {...definition, type: "view"};
        const page = new View(this, whole);
        if (isPushed) this.disappears(this.pages.at(-1), false);
        const replaced = isPushed ? [] : this.pages.splice(0).reverse();
        for (const old of replaced) this.disappears(old, true);
        this.replaced.push(...replaced);
        this.pages.push(page);
        page.layAll();
        this.appears(page);
        this.runtime.later(() => { this.replaced = this.replaced.filter((old) => !replaced.includes(old)); });
        return page;
    }

    /** Pages go until so many are left; only the first of them was seen. */
    private pop(left: number): void {
        const gone = this.pages.splice(Math.max(1, left)).reverse();
        if (gone.length === 0) return;
        gone[0]!.event("disappeared");
        for (const page of gone) page.event("dealloc");
        this.appears(this.pages.at(-1)!);
    }

    private ask(kind: Prompt["kind"], title: unknown, choices: readonly unknown[], answer: Question["answer"]): void {
        const question: Question = {kind, title: String(title ?? ""), choices: choices.map(String), answer};
        this.questions.push(question);
        const parts = [question.title, ...question.choices.map((one) => `[${one}]`)];
        const text = parts.filter((part) => part !== "").join(" ");
        this.runtime.note({note: "shown", what: kind === "text" ? "input" : kind, text});
    }

    private alert(given: any): Promise<unknown> {
        const options = typeof given === "object" && given !== null ? given : {title: given};
        const {title, message, actions = [], handler} = options;
        const choices = actions.length > 0 ? actions.map((one: any) => one?.title ?? one) : ["OK"];
        return handled(this.runtime, handler, (answer) =>
            this.ask("alert", [title, message].filter(Boolean).join(": "), choices, (choice) => {
                const chosen = actions[choice];
                if (isFunction(chosen?.handler)) this.runtime.attempt(() => chosen.handler());
                answer({index: choice, title: choices[choice]});
            }));
    }

    private menu(given: any): Promise<unknown> {
        const options = Array.isArray(given) ? {items: given} as any : given ?? {};
        const {items = [], title, handler, finished, dismissed} = options;
        const titles = items.map((item: any) => item?.title ?? item);
        return new Promise((resolve) => this.ask("menu", title, titles, (choice) => {
            if (isFunction(handler)) this.runtime.attempt(() => handler(items[choice], choice));
            if (isFunction(finished)) this.runtime.attempt(() => finished(false));
            if (isFunction(dismissed)) this.runtime.attempt(() => dismissed());
            resolve({title: items[choice], index: choice});
        }));
    }

    /** The modules of the user interface. */
    get modules(): {[global: string]: any} {
        const {runtime} = this;
        const shows = (what: string) => (text: unknown) => {
            if (text !== false && text !== undefined) {
                runtime.note({note: "shown", what, text: text === true ? "" : String((text as any)?.title ?? text)});
            }
        };
        const ui = this;
        const $ui = {
            render: (definition: unknown) => void this.show(definition, false),
            push: (definition: unknown) => void this.show(definition, this.pages.length > 0),
            pop: () => this.pop(this.pages.length - 1),
            popToRoot: () => this.pop(1),
            get: (id: string) => this.find(id),
            create(definition: unknown) {
                const view = new View(ui, definition);
                for (const child of view.children) child.layAll();
                return view;
            },
            get window() { return ui.pages.at(-1); },
            get title() { return ui.pages.at(-1)?.title; },
            set title(title: unknown) {
                const page = ui.pages.at(-1);
                if (page) page.title = title;
            },
            alert: (options: unknown) => this.alert(options),
            action: (options: unknown) => this.alert(options),
            menu: (options: unknown) => this.menu(options),
            popover: (options: any) => (options?.items ? this.menu(options) : {dismiss: () => undefined}),
            toast: shows("toast"), success: shows("success"), warning: shows("warning"), error: shows("error"),
            loading: shows("loading"), progress: (part: number, text?: string) => shows("progress")(text ?? part),
            clearToast: () => undefined,
            animate({animation, completion, delay = 0}: any) {
                const begin = () => {
                    if (isFunction(animation)) runtime.attempt(() => animation());
                    if (isFunction(completion)) runtime.later(() => completion());
                };
                if (delay > 0) runtime.after(delay, begin);
                else begin();
            },
        };
        const $input = {
            text: ({text = "", placeholder = "", handler}: any = {}) => handled(runtime, handler, (answer) =>
                this.ask("text", placeholder || text, [], (_, typed) => answer(typed))),
        };
        return {$ui, $input, $: (id: string) => this.find(id), alert: (text: unknown) => this.alert(text)};
    }

    // What the user does

    /** Does it. Throws an error that says what would have been possible. */
    user(action: UserAction): void {
        switch (action.do) {
        case "answer": return this.answer(action.value);
        case "back": return this.pop(this.pages.length - 1);
        case "tap": return this.tap(action.view);
        case "enter": return this.named(action.view).event("returned");
        case "type": return this.type(this.named(action.view), action.text, action.replaces === true);
        case "set": return this.set(this.named(action.view), action.value);
        case "select": return this.select(this.named(action.view), action.section, action.row);
        }
    }

    private named(id: string): View {
        const found = this.pages.at(-1)?.get(id);
        if (found) return found;
        const ids = this.views.map(({id: name, type}) => name ?? type).slice(1);
        const [all, allInChinese] = ids.length === 0 ? ["is none", "没有视图"] : [`are ${ids.join(", ")}`, `有 ${ids.join("、")}`];
        throw new Complaint([`there is no view ${id} on the page; there ${all}`, `页面上没有视图 ${id}，${allInChinese}`]);
    }

    private type(view: View, text: string, replaces: boolean): void {
        if (!view.isEditable) {
            const name = view.id ?? view.kind;
            throw new Complaint([`nobody can type into ${name}, a view of the type ${view.kind}`, `${name} 的类型是 ${view.kind}，不能输入`]);
        }
        view.text = replaces ? text : `${view.text ?? ""}${text}`;
        view.event("changed");
        view.event("didChange");
        view.control(EDITING_CHANGED);
    }

    private set(view: View, value: unknown): void {
        const properties: {[type: string]: string} = {switch: "on", tab: "index", menu: "index", "date-picker": "date"};
        const property = properties[view.kind] ?? "value";
        view[property] = value;
        view.event("changed");
        view.control(VALUE_CHANGED);
    }

    private select(view: View, section: number, row: number): void {
        const data = view.object({section, row});
        if (data === undefined) {
            const name = view.id ?? view.kind;
            throw new Complaint([`${name} has no row ${row} in section ${section}: it has ${view.rows} rows`,
                `${name} 的第 ${section} 节没有第 ${row} 行：它共有 ${view.rows} 行`]);
        }
        view.event("didSelect", {section, row, item: row}, data);
    }

    private tap(name: string): void {
        const page = this.pages.at(-1);
        const view = page?.all.find(({id, title}) => [id, title].includes(name)) ?? page?.get(name);
        const button = [...page?.navButtons ?? [], ...page?.rightButtons ?? []].find(({title, symbol, icon}: any) =>
            [title, symbol, icon].includes(name));
        if (view) {
            view.event("tapped");
            view.control(TOUCH_UP);
        } else if (button) {
            this.runtime.attempt(() => button.handler?.(button));
        } else {
            this.named(name);
        }
    }

    private answer(value: string): void {
        const question = this.questions.at(-1);
        if (!question) throw new Complaint(["nothing asks the user anything", "没有弹窗或菜单在等待回答"]);
        const {choices} = question;
        const choice = choices.includes(value) ? choices.indexOf(value) : Number(value);
        if (question.kind !== "text" && choices[choice] === undefined) {
            throw new Complaint([`${value} is no answer; there are ${choices.join(", ")}`, `没有选项 ${value}，有 ${choices.join("、")}`]);
        }
        this.questions.pop();
        question.answer(choice, value);
    }
}
