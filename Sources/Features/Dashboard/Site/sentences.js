// Sentences of the server in another language. The rows of a table are [English, other language], more special ones
// first: `{name}` stands for what differs.

const HOLE = /\{(\w+)\}/g;

// Returns a sentence by the first row that has it; null if there is none. `tell(name, text)` says what stands for a
// text in a hole of that name, or null if nobody knows: then the row does not have it.
export function fromTable(table, text, tell = (name, text) => text) {
  for (const [english, other] of table) {
    const names = [...english.matchAll(HOLE)].map(([, name]) => name);
    const found = patternOf(english).exec(text);
    if (!found) continue;
    const values = Object.fromEntries(names.map((name, index) => [name, tell(name, found[index + 1])]));
    if (!Object.values(values).includes(null)) return other.replace(HOLE, (_, name) => values[name]);
  }
  return null;
}

const patternOf = (english) =>
  new RegExp(`^${english.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(HOLE, "(.*?)")}$`, "s");
