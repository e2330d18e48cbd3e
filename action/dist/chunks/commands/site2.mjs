import { OURS, buildSite, guestsOf, making, renewSite, siteSummary } from "./site.mjs";

export { buildSite };