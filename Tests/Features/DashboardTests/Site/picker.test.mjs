import assert from "node:assert/strict";
import { test } from "node:test";
import { matching } from "../../../../Sources/Features/Dashboard/Site/picker.js";

const kinds = [
  { name: "device.openAppSwitcher", about: "The user opens the app switcher." },
  { name: "device.home", about: "The user goes to the home screen." },
  { name: "app.launch", about: "The user opens the app." },
];
const names = (list) => list.map(({ name }) => name);

for (const [text, found] of [
  ["", ["device.openAppSwitcher", "device.home", "app.launch"]], ["app switcher", ["device.openAppSwitcher"]],
  ["OPENS", ["device.openAppSwitcher", "app.launch"]], ["screen home", ["device.home"]], ["nothing", []],
]) {
  test(`"${text}" finds ${found.length} kinds`, () => {
    assert.deepEqual(names(matching(kinds, text, null).possible), found);
  });
}

test("Those that are possible now come first", () => {
  const { possible, others } = matching(kinds, "device", new Set(["device.home"]));
  assert.deepEqual([names(possible), names(others)], [["device.home"], ["device.openAppSwitcher"]]);
});
