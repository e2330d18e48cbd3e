import type { LoadKind } from "../model/load.ts";
import { commandProgram } from "./command/program.ts";
import { k6Program } from "./k6/program.ts";
import { ohaProgram } from "./oha/program.ts";
import type { Program } from "./program.ts";
import { wrkProgram } from "./wrk/program.ts";

/** The program of each generator in the registry (`kinds.ts`); one that is missing here is a type error. */
export const PROGRAMS: Readonly<Record<LoadKind, Program>> = {
  k6: k6Program,
  wrk: wrkProgram,
  oha: ohaProgram,
  command: commandProgram,
};
