// The sources of the dashboard: the files of its folder, and the modules that features have as a literal of Swift.

import { readFileSync, readdirSync } from "node:fs";

const features = new URL("../../../../Sources/Features/", import.meta.url);
const site = new URL("Dashboard/Site/", features);
const LITERAL = /DashboardScript\(\s*"(\w+\.js)",\s*#"""\n([^]*?)\n( *)"""#/g;

function scripts() {
  const names = readdirSync(features, { recursive: true }).filter((name) => name.endsWith(".swift"));
  return names.flatMap((name) => [...readFileSync(new URL(name, features), "utf8").matchAll(LITERAL)]
    .map(([, file, text, indent]) => [file, text.replaceAll(new RegExp(`^${indent}`, "gm"), "")]));
}

// The name and the text of each file.
export const sources = new Map([
  ...readdirSync(site).map((name) => [name, readFileSync(new URL(name, site), "utf8")]), ...scripts(),
]);
