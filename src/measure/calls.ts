import { byText, type StatementCount } from "../model/profiling.ts";

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
  const named = calls.map(({ text, ...counts }) => {
    const [, method = "", host = "", path = ""] = /^(\S*) ([^/]*)(.*)$/.exec(text) ?? [];
    const name = names.get(host.replace(/^localhost:/, "127.0.0.1:")) ?? host;
    return { text: `${method} ${name}${path}`, ...counts };
  });
  return [...byText(named).values()];
}
