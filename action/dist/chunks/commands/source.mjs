import { ownSource, sourceInstalled } from "./source2.mjs";

export { sourceInstalled };