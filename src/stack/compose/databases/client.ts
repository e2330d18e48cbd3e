import { type Child, start } from "../../../exec/child.ts";
import { type Docker, dockerEnv } from "../cli.ts";

/** Starts a database's own client, inside of its container, which then takes questions by its input. */
export const startClient = (
  argv: readonly string[],
  docker: Docker,
  onLine: (line: string) => void,
): Promise<Child> =>
  start([...argv], {
    cwd: docker.cwd,
    env: dockerEnv(docker),
    interactive: true,
    onLine,
    ...(docker.ledger === undefined ? {} : { ledger: docker.ledger }),
  });
