// The servers that share the devices, and which of them answers for which. Read only while it is open.

import { h, v, notice, oncePerFrame, patch } from "./dom.js";
import { get, isUnreachable } from "./api.js";
import { plural, t } from "./language.js";
import { problemText } from "./servertext.js";
import { clockTime, milliseconds } from "./time.js";

const RELOAD_MILLISECONDS = 2000;
const COLORS = 6;
const MOVES_SHOWN = 20;
const REASONS = {
  first: t("the first server for it"),
  joined: t("a server joined"),
  left: t("its server left"),
  lost: t("its server was lost"),
};

// The color of each server, by its name: the same as long as the same servers are there.
export function serverColors(members) {
  return Object.fromEntries(members.map(({ server }) => server).sort().map((name, index) => [name, index % COLORS]));
}

// What is to be said of a partition in a few words.
export function partitionTitle({ partition, server, state, epoch }) {
  const about = server === null ? t("no server answers for it")
    : state === "owned" ? server : t("{server} moves it", { server });
  return t("Partition {partition}: {about}, epoch {epoch}", { partition, about, epoch });
}

// The element, and a function that ends its reading.
export function fleetPanel() {
  const remark = h("p", { class: "quiet" });
  const members = h("ul", { class: "servers" });
  const grid = h("ul", { class: "partitions", "aria-label": t("Partitions of the devices, by their server") });
  const moves = h("ul", { class: "requests" });
  let fleet, stopped = false, isLoading = false;

  const draw = oncePerFrame(() => {
    if (stopped || !fleet) return;
    const colors = serverColors(fleet.members);
    patch(remark, fleet.mode === "embedded" ? t("This server has the devices alone.")
      : fleet.settled ? t("Every device has a server.") : t("Devices move between servers."));
    patch(members, fleet.members.map((member) => memberRow(member, colors)));
    grid.hidden = fleet.mode === "embedded";
    patch(grid, fleet.partitions.map((partition) => cell(partition, colors)));
    patch(moves, fleet.moves.slice(0, MOVES_SHOWN).map(moveRow));
  });
  const load = async () => {
    if (!element.open || document.hidden || isLoading) return;
    isLoading = true;
    try {
      fleet = await get("/v1/fleet");
      draw();
    } catch (error) {
      if (!stopped && !isUnreachable(error) && error.status !== 401) {
        notice(t("The servers could not be read"), problemText(error));
      }
    } finally {
      isLoading = false;
    }
  };
  const element = h("details", { class: "panel", ontoggle: load }, h("summary", {}, t("Servers")),
    remark, members, grid, moves);
  const timer = setInterval(load, RELOAD_MILLISECONDS);
  return { element, stop: () => { stopped = true; clearInterval(timer); } };
}

// What is to be known of a server beside its name.
export function memberRemarks({ state, sameToken }) {
  return [state === "leaving" ? t("leaving") : "", sameToken === false ? t("has another token") : ""].filter(Boolean);
}

function memberRow(member, colors) {
  const { server, number, address, version, partitions, devices } = member;
  return v("li", { key: number },
    v("i", { class: "dot", "data-server": String(colors[server]) }), v("b", {}, server),
    memberRemarks(member).map((remark) => v("span", { class: "chip" }, remark)),
    v("span", {}, plural(partitions, "{count} partition", "{count} partitions")),
    v("span", {}, plural(devices, "{count} device", "{count} devices")),
    v("span", { class: "quiet" }, [address, version].filter(Boolean).join(" · ")));
}

function cell(partition, colors) {
  const { server, state } = partition;
  return v("li", {
    key: partition.partition, title: partitionTitle(partition), "data-state": state,
    "data-server": server === null ? null : String(colors[server]),
  }, String(partition.partition));
}

function moveRow({ at, partition, epoch, from, to, why, unownedSeconds, devices }) {
  const unowned = unownedSeconds === null ? t("being loaded")
    : t("{seconds} s without a server", { seconds: unownedSeconds });
  return v("li", { key: `${partition}-${epoch}` },
    v("time", {}, clockTime(milliseconds(at))), v("b", {}, String(partition)),
    v("span", {}, from === null ? to : `${from} → ${to}`),
    v("span", { class: "quiet" }, [
      REASONS[why] ?? why, unowned, devices === null ? "" : plural(devices, "{count} device", "{count} devices"),
    ].filter(Boolean).join(" · ")));
}
