import assert from "node:assert/strict";
import { test } from "node:test";
import { Series } from "../../../../Sources/Features/Dashboard/Site/series.js";

const place = (order) => ({ time: order * 10, order });
const byOrder = ({ order }) => order;
const seen = (series, from, to) => [...series.within(from, to, byOrder)].map((item) => item.start.order);

function spans(count) {
  const series = new Series();
  for (let order = 0; order < count; order += 1) series.add({ start: place(order), end: place(order + 0.5) });
  return series;
}

test("The items between two places are found, and no others", () => {
  const series = spans(1000);
  assert.deepEqual(seen(series, 100.2, 102), [100, 101, 102]);
  assert.deepEqual(seen(series, 100.6, 100.9), []);
  assert.deepEqual(seen(series, -5, 0), [0]);
  assert.deepEqual(seen(series, 999, 2000), [999]);
});

test("An open item is found however long ago it began", () => {
  const series = spans(200);
  series.add({ start: place(200), end: null });
  for (let order = 201; order < 1000; order += 1) series.add({ start: place(order), end: place(order) });
  assert.deepEqual(seen(series, 900, 901), [200, 900, 901]);
  assert.deepEqual(series.open.map((item) => item.start.order), [200]);
  series.end(series.open[0], place(500));
  assert.deepEqual(seen(series, 900, 901), [900, 901]);
  assert.deepEqual(seen(series, 499, 499), [200, 499]);
  assert.deepEqual(series.open, []);
});

test("Visible items are found without reading all", () => {
  const series = spans(100_000);
  let looks = 0;
  const found = [...series.within(99_990, 99_999, (place) => { looks += 1; return place.order; })];
  assert.equal(found.length, 10);
  assert.ok(looks < 4000, `${looks} looks`);
});

test("Items that ended before an order are dropped, open ones are not", () => {
  const series = spans(1000);
  const open = { start: place(1000), end: null };
  series.add(open);
  for (let order = 1001; order < 5000; order += 1) series.add({ start: place(order), end: place(order) });
  series.forget(4900);
  assert.ok(series.count < 100 + 2 * 64 + 1, `${series.count} are kept`);
  assert.deepEqual(series.open, [open]);
  assert.equal(series.last.start.order, 4999);
});

test("The newest item for which a test holds is found, back to an order", () => {
  const series = spans(1000);
  assert.equal(series.findLast((item) => item.start.order < 700, 0).start.order, 699);
  let looks = 0;
  assert.equal(series.findLast(() => { looks += 1; return false; }, 950), undefined);
  assert.ok(looks <= 3 * 64, `${looks} looks`);
});
