import { runProgram } from "../commands/entry.ts";
import { cli } from "./cli.ts";

await runProgram(cli);
