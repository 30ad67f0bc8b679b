// What things are called in front of people.

export const STATES = ["active", "inactive", "background", "suspended", "notRunning"];
export const stateName = (state) => (state === "notRunning" ? "not running" : state);
export const shortName = (bundleID) => bundleID.split(".").pop();
