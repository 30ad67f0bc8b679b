// Formats instants, lengths of time and amounts of memory.

import { t } from "./language.js";

export const milliseconds = (instant) => Date.parse(instant);

const pad = (number, width = 2) => String(number).padStart(width, "0");

export const clockTime = (ms) => {
  const date = new Date(ms);
  return `${pad(date.getUTCHours())}:${pad(date.getUTCMinutes())}:${pad(date.getUTCSeconds())}`;
};

export const dateOf = (ms) => new Date(ms).toISOString().slice(0, 10);

export const withMilliseconds = (ms) => `${clockTime(ms)}.${pad(new Date(ms).getUTCMilliseconds(), 3)}`;

// A length of time in text, rounded by its size.
export function length(seconds) {
  if (seconds === null || seconds === undefined) return "";
  if (seconds < 59.95) return t("{count} s", { count: Number(seconds.toFixed(seconds < 10 ? 2 : 1)) });
  const whole = Math.round(seconds);
  if (whole < 3600) return t("{minutes} min {seconds} s", { minutes: Math.floor(whole / 60), seconds: whole % 60 });
  const minutes = Math.round(seconds / 60);
  return t("{hours} h {minutes} min", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

export function bytes(count) {
  if (count < 1048576) return `${Math.round(count / 1024)} KiB`;
  if (count < 1073741824) return `${Math.round(count / 1048576)} MiB`;
  return `${(count / 1073741824).toFixed(1)} GiB`;
}
