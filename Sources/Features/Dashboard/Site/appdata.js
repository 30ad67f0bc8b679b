// Parts of the app's panel that are read only while they are open: its pushes, its reports and its energy.

import { h, patch } from "./dom.js";
import { get } from "./api.js";
import { energyView } from "./energy.js";
import { t } from "./language.js";
import { pushesPath, pushesView } from "./pushes.js";
import { openMetricKit, openReport, reportsView } from "./reports.js";

export class AppData {
  // `onPick` gets the sequence of a record; `guarded(read)` runs a request and shows its error.
  constructor(onPick, guarded) {
    this.guarded = guarded;
    this.path = null;
    // The last record of the device.
    this.sequence = 0;
    this.parts = [
      this.part(t("Pushes"), async (path) => {
        const { pushes } = await get(pushesPath(path, this.sequence));
        return pushesView(pushes, onPick);
      }),
      this.part(t("Reports"), async (path) => {
        const { reports } = await get(`${path}/reports`);
        return reportsView(reports, { onPick, onOpen: (report) => guarded(() => openReport(path, report)),
          onMetricKit: () => guarded(() => openMetricKit(path)) });
      }),
      this.part(t("Energy"), async (path) => energyView(await get(`${path}/energy`))),
    ];
    this.element = h("div", { hidden: true }, this.parts.map(({ details }) => details));
  }

  part(title, read) {
    const body = h("div", {});
    const part = { body, read };
    part.details = h("details", { ontoggle: () => this.guarded(() => this.read(part)) }, h("summary", {}, title), body);
    return part;
  }

  // Shows the app of a path, or none; `sequence` is the last record of its device.
  async show(path, sequence = 0) {
    this.sequence = sequence;
    this.element.hidden = path === null;
    if (path !== this.path) for (const { body } of this.parts) patch(body);
    this.path = path;
    await Promise.all(this.parts.map((part) => this.read(part)));
  }

  async read(part) {
    const { path } = this;
    if (path === null || !part.details.open) return;
    const view = await part.read(path);
    if (path === this.path) patch(part.body, view);
  }
}
