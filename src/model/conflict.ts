import { SteelyardError } from "../base/errors.ts";

/** A service listens on a port that is not under its `ports`, and another process has it: two stacks cannot run at once. */
export class PortConflict extends SteelyardError {
  readonly service: string;
  readonly port: number;

  /** @param taken how the port is taken, in words */
  constructor(service: string, port: number, taken: string) {
    super(
      "environment",
      `The service "${service}" listens on port ${port}, which is not under its \`ports\` and is ${taken}.`,
      {
        where: `stack.process.services.${service}.ports`,
        remedy: `have the program read that port from a variable, and name it: { ${port}: VARIABLE }`,
      },
    );
    this.service = service;
    this.port = port;
  }
}
