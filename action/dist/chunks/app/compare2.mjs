import { compareRun, judged, replay } from "./compare.mjs";

export { compareRun };