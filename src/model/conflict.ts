import { SteelyardError } from "../base/errors.ts";

/** A service listens on a port that is not under its `ports`, and another process has it: two stacks cannot run at once. */
export class PortConflict extends SteelyardError {}
