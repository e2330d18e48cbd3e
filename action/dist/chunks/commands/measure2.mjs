import { measureRun } from "./measure.mjs";

export { measureRun };