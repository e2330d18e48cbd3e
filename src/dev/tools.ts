import { logTo } from "../base/log.ts";
import { obtainK6 } from "../load/k6/obtain.ts";

/** The k6 that the tests and benchmarks use, fetched or built when this machine has none. */
export const obtained = () =>
  obtainK6({
    env: process.env,
    log: logTo({ write: (text) => process.stderr.write(text), isTerminal: false, columns: 80 }),
    signal: new AbortController().signal,
  });
