// What stands in for what is not simulated.

/**
 * A value that does nothing: it can be called and constructed, and each member of it is such a value. Nobody ever
 * answers: what waits for it waits for ever, and a handler that is given to it is not called. `used` is told of each
 * call, with the whole name.
 */
export function standIn(name: string, used: (name: string) => void): any {
    const members = new Map<PropertyKey, unknown>();
    const target = function standsIn(): void { /* It does nothing. */ };
    return new Proxy(target, {
        get(_, key) {
            if (key === Symbol.toPrimitive) return (hint: string) => (hint === "number" ? 0 : "");
            if (key === Symbol.iterator) return () => [][Symbol.iterator]();
            if (key === "toString") return () => "";
            if (key === "toJSON") return () => null;
            if (key === "length") return members.get(key) ?? 0;
            if (key === "prototype") return target.prototype;
            if (typeof key === "symbol") return undefined;
            // A promise that is never settled.
            if (key === "then" || key === "catch" || key === "finally") return () => standIn(name, () => undefined);
            if (!members.has(key)) members.set(key, standIn(`${name}.${key}`, used));
            return members.get(key);
        },
        set(_, key, value) {
            members.set(key, value);
            return true;
        },
        has: () => true,
        apply() {
            used(name);
            // What goes through results one by one is at the end of them.
            if (/\.(next|hasNext|nextObject)$/.test(name)) return undefined;
            return standIn(name, () => undefined);
        },
        construct() {
            used(name);
            return standIn(name, () => undefined);
        },
    });
}

/** A value on which everything can be called, one call after another, and that nobody reports: `make` of a layout. */
export const chain = (): any => standIn("make", () => undefined);
