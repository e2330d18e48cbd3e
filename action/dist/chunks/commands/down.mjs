import { bringDown, ledger, sweepRun, sweepTrees } from "./down2.mjs";

export { bringDown };