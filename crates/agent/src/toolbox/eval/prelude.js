// Runs before a script. True here: the tools and the console are all that is added to the language, and a tool's name is
// fixed where it is made, so whatever a script does to `tools` it calls no other. The interpreter does not look at the
// time inside some of the language's own functions, which would go on for hours over a length that is only claimed:
// those are bounded here.
(names, call, log) => {
    "use strict";
    const { apply, ownKeys } = Reflect;
    const { isArray } = Array;
    const { defineProperty, freeze, getOwnPropertyDescriptor, create } = Object;
    const MOST = 4_000_000;
    const MOST_COMPARED = 2_000_000_000;

    const put = (object, name, value) => defineProperty(object, name, { value, writable: true, configurable: true });
    const tooLong = () => { throw new RangeError("this is too long for a script") };
    const claimed = value => getOwnPropertyDescriptor(value, "length")?.value;

    // What a function of arrays is called on: an array, a text, or what has a plain length of its own.
    const onArray = value => {
        if (typeof value === "string") return;
        if (value === null || typeof value !== "object") throw new TypeError("this works on arrays");
        const length = claimed(value);
        if (typeof length !== "number") throw new TypeError("this works on arrays");
        if (length > MOST) tooLong();
    };
    const asArgument = value => {
        if (value === null || typeof value !== "object") return;
        if (isArray(value) ? claimed(value) > MOST : value[Symbol.isConcatSpreadable] !== undefined) tooLong();
    };
    const flat = (list, depth, out) => {
        for (let at = 0; at < list.length; at++) {
            if (!(at in list)) continue;
            if (isArray(list[at]) && depth >= 1) flat(list[at], depth - 1, out);
            else put(out, out.length, list[at]);
        }
        return out;
    };
    const arrays = Array.prototype;
    const map = arrays.map;
    const own = {
        __proto__: null,
        flat(depth = 1) { onArray(this); return flat(this, depth, []) },
        flatMap(each, self) { onArray(this); return flat(apply(map, this, [each, self]), 1, []) },
    };
    for (const name of ownKeys(arrays)) {
        const native = arrays[name];
        if (typeof native !== "function" || name === "constructor") continue;
        const bounded = {
            [name](...given) {
                onArray(this);
                for (let at = 0; at < given.length; at++) asArgument(given[at]);
                return apply(native, this, given);
            },
        };
        put(arrays, name, own[name] ?? bounded[name]);
    }
    put(arrays, Symbol.iterator, arrays.values);

    for (const name of ["indexOf", "lastIndexOf", "includes", "split", "replace", "replaceAll"]) {
        const native = String.prototype[name];
        const bounded = {
            [name](what, ...given) {
                if (this === undefined || this === null) throw new TypeError("this works on texts");
                const text = `${this}`;
                const sought = typeof what === "string" || what instanceof RegExp ? what : what?.[Symbol[name]] ? what : `${what}`;
                if (typeof sought === "string" && text.length * sought.length > MOST_COMPARED) tooLong();
                const all = what === undefined && given.length === 0 && name === "split" ? [] : [sought, ...given];
                return apply(native, text, all);
            },
        };
        put(String.prototype, name, bounded[name]);
    }
    put(String, "raw", ({ raw }, ...given) => {
        let text = "";
        for (let at = 0; at < raw.length; at++) text += raw[at] + (at + 1 < raw.length && at < given.length ? given[at] : "");
        return text;
    });
    const { stringify } = JSON;
    put(JSON, "stringify", (value, replacer, space) => { asArgument(replacer); return stringify(value, replacer, space) });

    delete globalThis.Atomics;
    delete globalThis.SharedArrayBuffer;
    const tools = create(null);
    for (let at = 0; at < names.length; at++) {
        const name = names[at];
        tools[name] = freeze(given => call(name, given));
    }
    put(globalThis, "tools", freeze(tools));
    const write = (...values) => log(...values);
    put(globalThis, "console", { log: write, info: write, warn: write, error: write, debug: write });
}
