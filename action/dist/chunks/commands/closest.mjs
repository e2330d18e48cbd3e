import { closest } from "./closest2.mjs";

export { closest };