import {existsSync, readFileSync, statSync} from "node:fs";
import {createRequire} from "node:module";
import {dirname, join} from "node:path";
import {Script} from "node:vm";
import type {LifeSettings} from "./messages.js";
import type {Runtime} from "./runtime.js";

// The code of a script: `require` and `$include`.

/**
 * Reads the script. Its code may return or await where no function is around it; it is the body of a function then. Throws
 * an error if it cannot be read.
 */
export function readCode({file: filename, source}: LifeSettings): Script {
    let first: unknown;
    for (const text of [source, `(() => {${source}\n})()`, `(async () => {${source}\n})()`]) {
        try {
            return new Script(text, {filename});
        } catch (error) {
            first ??= error;
        }
    }
    throw first;
}

/** The globals that run code of other files. */
export function scriptModules(runtime: Runtime): {[global: string]: any} {
    const {folder} = runtime.settings;
    const loaded = new Map<string, {exports: unknown}>();
    const fileAt = (path: string): string | undefined =>
        [path, `${path}.js`, `${path}.json`, join(path, "index.js")]
            .find((file) => existsSync(file) && statSync(file).isFile());

    const load = (file: string): unknown => {
        const known = loaded.get(file);
        if (known) return known.exports;
        const module = {exports: {} as unknown};
        loaded.set(file, module);
        const source = readFileSync(file, "utf8");
        if (file.endsWith(".json")) return (module.exports = JSON.parse(source));
        // On one line, so that the lines of the file keep their numbers.
        const wrapped = `(function (exports, require, module, __filename, __dirname) {${source}\n})`;
        const {exports} = module, place = dirname(file);
        new Script(wrapped, {filename: file}).runInThisContext()
            .call(exports, exports, requireFrom(place), module, file, place);
        return module.exports;
    };

    const installed = (name: string): string | undefined => {
        try {
            return createRequire(join(folder, "script.js")).resolve(name);
        } catch {
            return undefined;
        }
    };

    const requireFrom = (from: string) => (path: string): unknown => {
        const isRelative = path.startsWith(".");
        const file = fileAt(join(isRelative ? from : folder, path)) ?? fileAt(join(folder, path));
        if (file) return load(file);
        if (isRelative) throw new Error(`there is no module ${path} in ${from}`);
        const module = installed(path);
        return module?.startsWith("/") ? load(module) : runtime.standIn(`require("${path}")`);
    };

    return {
        require: requireFrom(folder),
        $include(path: string) {
            const file = fileAt(join(folder, path));
            if (!file) throw new Error(`there is no file ${path} in ${folder}`);
            return new Script(readFileSync(file, "utf8"), {filename: file}).runInThisContext();
        },
    };
}
