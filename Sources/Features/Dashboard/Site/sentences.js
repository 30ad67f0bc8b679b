// Sentences of the server in another language. The rows of a table are [English, other language], more special ones
// first: `{name}` stands for what differs.

const HOLE = /\{(\w+)\}/g;

// How much of a sentence is always the same.
export const fixedLength = (english) => english.replace(HOLE, "").length;

// Returns a sentence by the first row that has it; null if there is none. `tell` says what stands for a text in a hole.
export function fromTable(table, text, tell = (text) => text) {
  for (const [english, other] of table) {
    const found = patternOf(english).exec(text);
    if (!found) continue;
    const values = {};
    for (const [index, [, name]] of [...english.matchAll(HOLE)].entries()) values[name] = tell(found[index + 1]);
    return other.replace(HOLE, (_, name) => values[name]);
  }
  return null;
}

const patternOf = (english) =>
  new RegExp(`^${english.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(HOLE, "(.*?)")}$`, "s");
