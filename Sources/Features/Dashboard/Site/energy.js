// What an app has used, by state, as a table.

import { v } from "./dom.js";
import { t } from "./language.js";
import { stateName } from "./names.js";
import { bytes, length } from "./time.js";

const rounded = (number) => (number === null || number === undefined ? "" : String(Number(number.toPrecision(2))));

// The cells of a row: the time, the processor's time, the wake-ups, the network, and the estimate of the energy.
export function cellsOf(used) {
  return [length(used.seconds), length(used.cpuSeconds), String(used.wakeUps), bytes(used.networkBytes),
    `${rounded(used.estimatedMilliwattHours)} mWh`];
}

export function energyView({ total, states }) {
  const row = (name, used, key) => v("tr", { key }, v("th", { scope: "row" }, name),
    cellsOf(used).map((cell) => v("td", {}, cell)));
  const titles = [t("State"), t("Time"), t("Processor"), t("Wake-ups"), t("Network"), t("Energy, estimated")];
  const reasons = Object.entries(total.wakeUpsByReason).map(([reason, count]) => `${reason} × ${count}`);
  const battery = total.estimatedBatteryPercent;
  const rows = [...states.map((one) => row(stateName(one.state), one, one.state)), row(t("in all"), total, "total")];
  return [
    v("div", { class: "table-box", tabindex: "0", role: "region", "aria-label": t("Energy") }, v("table", {},
      v("thead", {}, v("tr", {}, titles.map((title) => v("th", { scope: "col" }, title)))),
      v("tbody", {}, rows))),
    battery === null ? null : v("p", { class: "hint" },
      t("About {percent} % of the battery.", { percent: rounded(battery) })),
    reasons.length > 0 ? v("p", { class: "hint" }, t("Woken by: {reasons}", { reasons: reasons.join(", ") })) : null,
  ];
}
