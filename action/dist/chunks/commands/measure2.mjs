import { hasFigures, measureRun } from "./measure.mjs";

export { hasFigures, measureRun };