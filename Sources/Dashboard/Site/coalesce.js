// Work that many ask for and that is done once for all of them.

const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

// Makes a function that asks for work. The work is never done twice at once: all who ask while it is done, and within
// `pause` milliseconds after it, are answered by one more. `gather` is how long the first one waits for others. Work
// that fails fails for the one who asked first; whoever asked meanwhile has to ask again.
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
  // Nothing is done any more.
  ask.stop = () => { isStopped = true; };
  return ask;
}
