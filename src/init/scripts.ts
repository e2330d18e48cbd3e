/** A load script that was found. */
export interface Script {
  /** Relative to the top of the checkout. */
  readonly path: string;
  readonly kind: "k6" | "wrk";
  /** Whether it reads the service's address from steelyard's variable. */
  readonly ready: boolean;
  /** Variables from which it currently reads an address: "BASE_URL". */
  readonly variables: readonly string[];
}

const K6_IMPORT = /(?:\bfrom|\bimport|\brequire\()\s*["']k6(?:\/[\w./-]+)?["']/;
/** What k6 calls: without one, a file is a part of a script. */
const K6_ENTRY = /\bexport\s+default\b|\bexport\s*\{[^}]*\bdefault\b|\bexports\.default\b|\bscenarios\s*:/;
const WRK = [
  /\bwrk\.(?:format|method|headers|body|path|host|scheme|lookup|connect|init|thread)\b/,
  /^\s*(?:function\s+(?:request|response)\b|(?:request|response)\s*=\s*function\b)/m,
];
/** Tests of programs import nothing of k6; declarations are no programs. */
const NO_SCRIPT = /\.d\.[cm]?ts$|(?:^|\/)(?:node_modules|vendor|dist|build)\//;
const ADDRESS = /__ENV(?:\.|\[["'])(\w*(?:URL|URI|HOST|TARGET|ENDPOINT|ADDR|BASE|ORIGIN)\w*)/gi;

/**
 * Whether a file is a load script, by its content. k6 scripts import k6 and have an entry function; wrk scripts are Lua
 * and use wrk's functions or hooks.
 */
export function scriptIn(path: string, text: string): Script | null {
  if (NO_SCRIPT.test(path)) return null;
  if (/\.[cm]?[jt]s$/.test(path) && K6_IMPORT.test(text) && K6_ENTRY.test(text)) {
    const variables = [...new Set([...text.matchAll(ADDRESS)].map(([, name]) => name!))];
    const ready = variables.some((name) => name.startsWith("STEELYARD_TARGET_"));
    return { path, kind: "k6", ready, variables: variables.filter((name) => !name.startsWith("STEELYARD_")) };
  }
  if (path.endsWith(".lua") && WRK.some((sign) => sign.test(text))) {
    return { path, kind: "wrk", ready: true, variables: [] }; // wrk is told the address, whatever the script
  }
  return null;
}

/** Names of files that say nothing; the folder says more. */
const GENERIC = new Set([
  "script",
  "index",
  "main",
  "test",
  "load",
  "k6",
  "wrk",
  "perf",
  "bench",
  "benchmark",
]);

/** A workload name for each path, from the file or its folders; unique regardless of case. */
export function workloadNames(paths: readonly string[]): string[] {
  const taken = new Set<string>();
  return paths.map((path) => {
    const steps = path.replace(/\.[cm]?[jt]s$|\.lua$/, "").split("/");
    const plain = (text: string) =>
      text.replace(/[^A-Za-z0-9_.-]+/g, "-").replace(/^[^A-Za-z0-9]+|[-.]+$/g, "");
    const usual = steps.map(plain).map((step) => step.replace(/[._-](?:k6|wrk|load|perf|test)$/i, ""));
    const own = usual.at(-1) || "load";
    const folder = usual.at(-2);
    const name = (GENERIC.has(own.toLowerCase()) && folder ? folder : own).slice(0, 60);
    const longer = folder ? `${folder}-${own}`.slice(0, 60) : name;
    const free = (one: string) => !taken.has(one.toLowerCase());
    const numbered = Array.from({ length: taken.size + 1 }, (_, i) => `${name}-${i + 2}`);
    const chosen = [name, longer, ...numbered].find(free)!;
    taken.add(chosen.toLowerCase());
    return chosen;
  });
}
