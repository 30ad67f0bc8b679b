// The names shown for states and apps.

export const STATES = ["active", "inactive", "background", "suspended", "notRunning"];
export const stateName = (state) => (state === "notRunning" ? "not running" : state);
export const shortName = (bundleID) => bundleID.split(".").pop();
