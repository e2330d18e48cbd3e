import { compareRun, judgeRun, replay } from "./compare.mjs";

export { compareRun };