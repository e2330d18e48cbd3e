import type { StatementCount } from "../model/profiling.ts";

/**
 * Calls of other services with the name of the service in place of an address that changes from start to start:
 * "GET 127.0.0.1:41234" is "GET pricing:8080".
 *
 * @param addresses the address of each port of the stack, by service and port: `pricing:8080` → `127.0.0.1:41234`
 */
export function callsByName(
  calls: readonly StatementCount[],
  addresses: ReadonlyMap<string, string> = new Map(),
): StatementCount[] {
  const names = new Map([...addresses].map(([name, address]) => [address, name]));
  const sums = new Map<string, StatementCount>();
  for (const { text, calls: n, rows, seconds } of calls) {
    const [method = "", host = ""] = text.split(" ");
    const name = names.get(host.replace(/^localhost:/, "127.0.0.1:")) ?? host;
    const sum = sums.get(`${method} ${name}`) ?? { text: `${method} ${name}`, calls: 0, rows: 0, seconds: 0 };
    sums.set(sum.text, {
      ...sum,
      calls: sum.calls + n,
      rows: sum.rows + rows,
      seconds: sum.seconds + seconds,
    });
  }
  return [...sums.values()];
}
