// What the client uses of the platform, in types of its own: a project needs neither the library `dom` nor Node's types.

/** An `AbortSignal`, of a browser or of Node. */
export interface Signal {
    readonly aborted: boolean;
    addEventListener(type: "abort", listener: () => void, options?: {once?: boolean}): void;
    removeEventListener(type: "abort", listener: () => void): void;
}

/** What a request has, as `fetch` takes it. */
export interface FetchRequest {
    method: string;
    headers: {[name: string]: string};
    body?: string;
    /** A `Signal`; with that type no `fetch` would take it, as each wants the signals of its own platform. */
    signal?: any;
}

/** What the client reads of a `Response`. */
export interface FetchResponse {
    readonly ok: boolean;
    readonly status: number;
    readonly url: string;
    readonly headers: {get(name: string): string | null};
    readonly body: FetchBody | null;
    text(): Promise<string>;
}

/** The body of an answer, in pieces as they come. */
export interface FetchBody {
    getReader(): {
        read(): Promise<{done: boolean; value?: Uint8Array | undefined}>;
        cancel(): Promise<void>;
    };
}

/** A function that carries requests out, as `fetch` does. */
export type Fetch = (url: string, request: FetchRequest) => Promise<FetchResponse>;
