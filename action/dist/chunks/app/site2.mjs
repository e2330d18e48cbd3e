import { OURS, buildSite, guestsOf, making, renewed, spoken } from "./site.mjs";

export { buildSite };