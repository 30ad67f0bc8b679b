// The paths of devices and their apps, in the interface and in the dashboard.

// The path of a device in the interface.
export const devicePath = (id) => `/v1/devices/${encodeURIComponent(id)}`;

// The path of an app, below that of its device.
export const appPath = (bundleID) => `apps/${encodeURIComponent(bundleID)}`;

// The page of a device.
export const devicePage = (id) => `#/devices/${encodeURIComponent(id)}`;
