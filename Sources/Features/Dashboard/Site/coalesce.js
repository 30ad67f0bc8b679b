// Combines requests for the same work.

const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

// Returns a function that requests work, which never runs twice at once: all requests while it runs, and within
// `pause` milliseconds after it, cause one more run. `gather` is how long the first request waits for others. An
// error is thrown to the first caller; later callers have to request the work again.
export function coalesced(work, { gather = 0, pause = 0, wait = sleep } = {}) {
  let isBusy = false, isWanted = false, isStopped = false;
  const ask = async () => {
    isWanted = true;
    if (isBusy) return;
    isBusy = true;
    try {
      while (isWanted && !isStopped) {
        if (gather > 0) await wait(gather);
        if (isStopped) break;
        isWanted = false;
        await work();
        if (pause > 0) await wait(pause);
      }
    } finally { isBusy = false; }
  };
  // No work is started any more.
  ask.stop = () => { isStopped = true; };
  return ask;
}
