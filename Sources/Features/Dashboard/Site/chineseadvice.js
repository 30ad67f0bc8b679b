// The advice that depends on how an app saves, in Simplified Chinese. Other advice is in `chineseserver.js`.

import { fromTable } from "./sentences.js";

export const CHINESE_OF_ADVICE = [
  ["Complete each callback before time passes, as an advance with stopAtCallbacks lets you. If the app's code "
    + "takes that long itself: {advice}",
    "在时间推进之前完成每个回调（推进时用 stopAtCallbacks 可以做到）。若应用代码本身就用这么久：{advice}"],
  ["Save as changes are made: the process ended in front of the user, and none that ends there hears {leaving} "
    + "before. {advice}",
    "每次更改时就保存：进程在用户面前结束，此前不会收到 {leaving}。{advice}"],
  ["Save as changes are made: the process ended in front of the user, and none that ends there hears {leaving} "
    + "before.",
    "每次更改时就保存：进程在用户面前结束，此前不会收到 {leaving}。"],
  ["Save again after the last change: the app saves in {leaving}, and had changes that were made after that or "
    + "were not written in time. Hold beginBackgroundTask(withName:expirationHandler:) until they are written.",
    "最后一次更改之后再保存一次：应用在 {leaving} 中保存，而此后又有更改，或没有及时写入。写入完成之前，用 beginBackgroundTask(withName:expirationHandler:) "
      + "保持运行。"],
  ["Move the saving from {names}, which this life cycle never calls, to {leaving}.",
    "把保存从 {names} 移到 {leaving}：这个生命周期从不调用前者。"],
  ["Save in {leaving}: it is the last call that every app hears. While the app is in front, save as changes are "
    + "made.",
    "在 {leaving} 中保存：这是每个应用最后必定收到的调用。应用位于前台时，每次更改时就保存。"],
  ["Save before the app is suspended: on entering the background, and again after work done there. Hold "
    + "beginBackgroundTask(withName:expirationHandler:) until it is written.",
    "在应用被挂起之前保存：进入后台时保存，在后台做完工作后再保存一次。写入完成之前，用 beginBackgroundTask(withName:expirationHandler:) 保持运行。"],
];

// Advice in Chinese; null where the table does not have it.
export const chineseAdvice = (advice) => fromTable(CHINESE_OF_ADVICE, advice, tell);

function tell(name, text) {
  if (name === "advice") return chineseAdvice(text);
  return name === "names" ? text.replaceAll(" and ", " 和 ") : text;
}
