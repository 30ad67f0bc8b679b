import type {CodeProcess} from "./codeProcess.js";
import {DiskError} from "./errors.js";
import type {Protection} from "./values.js";
import type {WriteOptions} from "./world.js";

/** The disk as the code of one process sees it: it may be full, and files may be protected. */
export class AppDisk {
    // No members that are enumerated.
    readonly #process: CodeProcess;

    constructor(process: CodeProcess) {
        this.#process = process;
    }

    /** The paths of the files. */
    get paths(): string[] {
        return this.#process.world.disk.paths;
    }

    /** Whether there is a file. */
    has(path: string): boolean {
        return this.#process.world.disk.has(path);
    }

    /**
     * Writes a file: bytes, text or JSON. This saves the changes that `edited` has named for it.
     *
     * Throws a `DiskError` with the code `ENOSPC` if the disk is full, with `EPERM` if the data of the file is protected now.
     */
    write(path: string, value: unknown, options: WriteOptions = {}): void {
        const {disk} = this.#process.world;
        this.requireAccess(path, options.protection);
        if (disk.full) throw new DiskError("ENOSPC", "the disk is full", path);
        disk.write(path, value, options);
        this.#process.saved(path);
    }

    /** Returns what a file holds, or `otherwise` if there is no such file; throws as `write` does. */
    read<T = any>(path: string, ...otherwise: [T?]): T {
        const {disk} = this.#process.world;
        if (disk.has(path) && this.#process.current) this.requireAccess(path, undefined);
        return disk.read(path, ...otherwise);
    }

    /** Deletes a file, if there is one. */
    delete(path: string): void {
        void this.#process.running;
        this.#process.world.disk.delete(path);
    }

    private requireAccess(path: string, protection: Protection | undefined): void {
        const {running, world: {disk}} = this.#process;
        const classes = [disk.protection(path), ...protection ? [protection] : []];
        // A new file has only the class that it is written with.
        const needed = disk.has(path) ? classes : classes.slice(-1);
        if (!needed.some((one) => running.protectedClasses.includes(one))) return;
        throw new DiskError("EPERM", "protected data is not available", path);
    }
}
