import { compareRun, judgeRun, refuseUnknownFolder, replay } from "./compare.mjs";

export { compareRun };