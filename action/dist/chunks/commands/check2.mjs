import { checkRun, whyRun } from "./check.mjs";

export { checkRun, whyRun };