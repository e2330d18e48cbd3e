import { entered } from "../app/entry.ts";
import { cli } from "./cli.ts";

await entered(cli);
