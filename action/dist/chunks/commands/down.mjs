import { bringDown, ledger, sweepTrees, swept } from "./down2.mjs";

export { bringDown };