import { bringDown, ledger, swept, treesSwept } from "./down2.mjs";

export { bringDown };