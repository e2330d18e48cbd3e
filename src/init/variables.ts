import { own } from "../base/own.ts";
import { shellWord } from "../base/shell.ts";
import { ancestors, baseName, folderOf, isAside, isBelow, join, type Tree } from "./tree.ts";

/** A file with example values of the variables that a service reads. */
export interface Example {
  readonly path: string;
  readonly values: Readonly<Record<string, string>>;
  /** The beginning of each variable's line: "export PORT=". */
  readonly starts: Readonly<Record<string, string>>;
}

const EXAMPLE =
  /^\.?env(?:\.|-)(?:example|sample|dist|template|defaults?)(?:[.-][\w-]+)?$|^(?:example|sample)\.env$/;
/** Values that stand for something which a person has to write. */
const PLACEHOLDER = /[{<][\w -]+[}>]|change[-_ ]?(?:me|this)|your[-_ ]|xxx|replace[-_](?:me|with)|\bTODO\b/i;
const ADDRESS = /^(?:postgres(?:ql)?|mysql|mariadb|mongodb(?:\+srv)?|redis|amqp)(?:\+\w+)?:\/\//;
const SECRET = /SECRET|_KEY$|TOKEN|PASSWORD|SALT/;

/** The end of the name of an example for one file: `.env.dev-sample` for `.env.dev`. */
const OF_ONE = /[.-](?:example|sample|dist|template|defaults?)$/;
/** The same before the ending: `settings.example.json` for `settings.json`. */
const OF_ONE_BEFORE = /[.-](?:example|sample|dist|template)(\.\w+)$/;

/** Settings of PHP's tools, which read the `.dist` themselves: `phpunit.dist.xml`, `.php-cs-fixer.dist.php`. */
const OF_PHP_TOOL = /^(?:\.?php|psalm|infection|behat)[\w-]*\.(?:dist\.\w+|\w+\.dist)$/;

/** Whether a file is an example of variables for a file of another name: `shop.env.example`. */
export const isOtherExample = (path: string): boolean =>
  OF_ONE.test(path) && path.replace(OF_ONE, "").endsWith(".env");

export function isExample(path: string): boolean {
  const name = baseName(path);
  return EXAMPLE.test(name) || name === ".env" || (name.startsWith(".env.") && OF_ONE.test(name));
}

/** The lines of a file of variables. */
function linesIn(text: string) {
  return text.split("\n").flatMap((line) => {
    const found = /^(\s*(?:export\s+)?([A-Za-z_]\w*)\s*=)\s*(.*?)\s*$/.exec(line);
    if (!found) return [];
    const [, start = "", name = "", value = ""] = found;
    const quoted = /^(["'])(.*)\1/.exec(value)?.[2];
    return [{ name, start, value: quoted ?? value.replace(/\s+#.*$/, "") }];
  });
}

/** The values of a file of variables, by name. */
export const valuesIn = (text: string): Record<string, string> =>
  Object.fromEntries(linesIn(text).map(({ name, value }) => [name, value]));

/** A file of variables with its values. */
export const exampleAt = (tree: Tree, path: string): Example => ({
  path,
  values: valuesIn(tree.text(path)),
  starts: Object.fromEntries(linesIn(tree.text(path)).map(({ name, start }) => [name, start])),
});

const examplesIn = (tree: Tree, folder: string): string[] =>
  tree.paths.filter((path) => folderOf(path) === folder && EXAMPLE.test(baseName(path)));

/** The example of a folder, else of the nearest above it; of several, the one that names a relational database, as most do. */
export function exampleFor(tree: Tree, folder: string): Example | null {
  const of = (at: string) =>
    examplesIn(tree, at).sort(
      (a, b) => Number(/document|mongo|test/.test(a)) - Number(/document|mongo|test/.test(b)),
    );
  const path = [folder, ...ancestors(folder)].flatMap(of)[0];
  return path === undefined ? null : exampleAt(tree, path);
}

/**
 * The example of one file of variables: its own, else for `.env` that of its folder. For another `.env.*` it is the only
 * one of its folder, as a guess.
 */
export function exampleOf(tree: Tree, file: string): (Example & { readonly isGuess: boolean }) | null {
  if (file.startsWith("/")) return null; // outside of the checkout, where nothing is made
  const folder = folderOf(file);
  const own = tree.paths.find((path) => OF_ONE.test(path) && path.replace(OF_ONE, "") === file);
  if (own !== undefined) return { ...exampleAt(tree, own), isGuess: false };
  const isOther = baseName(file).startsWith(".env.");
  const found =
    baseName(file) === ".env" || (isOther && examplesIn(tree, folder).length === 1)
      ? exampleFor(tree, folder)
      : null;
  return found && { ...found, isGuess: isOther };
}

/** The committed variables next to a file; empty without any. */
export const committed = (tree: Tree, folder: string): Readonly<Record<string, string>> =>
  valuesIn(tree.text(join(folder, ".env")));

/**
 * Makes a file of variables from its example, where there is none.
 *
 * @param values by the beginnings of their lines: they take the place of the example's
 */
export function copied(
  example: string,
  to: string,
  values: Readonly<Record<string, string>> = {},
): readonly string[] {
  const edits = Object.entries(values).map(([start, value]) => `s/^${start}.*/${start}${value}/`);
  const [from, path] = [shellWord(example), shellWord(to)];
  const make = edits.length === 0 ? `cp ${from} ${path}` : `sed '${edits.join("; ")}' ${from} > ${path}`;
  return ["sh", "-c", `test -e ${path} || ${make}`];
}

/**
 * Makes the file of variables that a container reads, and tells what a person must check in it. Addresses in its example
 * are those of other containers.
 *
 * @param given variables that Compose files use: all services that read one get the same value
 * @param known names by which containers reach each other
 */
export function madeForContainer(
  example: Example,
  to: string,
  { given = [], known }: { readonly given?: readonly string[]; readonly known: readonly string[] },
) {
  const values = Object.entries(example.values);
  // The load comes to 127.0.0.1.
  const hosts = values.filter(
    ([name, value]) => /ALLOWED_HOSTS$/.test(name) && !/\*|127\.0\.0\.1/.test(value),
  );
  const limits = raised(example);
  const others = Object.fromEntries(values.filter(([name]) => !given.includes(name)));
  const addresses = unbound(others, known);
  const changed = Object.entries({
    ...Object.fromEntries(hosts.map(([name]) => [name, "*"])),
    ...Object.fromEntries(addresses.map((name) => [name, "0.0.0.0"])),
    ...limits.env,
  });
  return {
    argv: copied(
      example.path,
      to,
      Object.fromEntries(changed.map(([name, value]) => [own(example.starts, name)!, value])),
    ),
    checks: [
      ...doubts({ path: example.path, values: others }, [to]).flatMap(({ about, text }) =>
        about === "values" ? [text] : [],
      ),
      ...limits.checks,
    ],
  };
}

/**
 * Files that the checkout ignores and has examples of: `ormconfig.json` of `ormconfig.json.example`. Paths that a line of
 * shell has to quote are left out.
 */
export function ignoredFiles(tree: Tree, folder: string): { readonly path: string; readonly from: string }[] {
  const ignored = new Set(
    tree
      .text(".gitignore")
      .split("\n")
      .map((line) => line.trim().replace(/^\//, "")),
  );
  return tree.paths.flatMap((from) => {
    const path = from.replace(OF_ONE, "").replace(OF_ONE_BEFORE, "$1");
    const isExtra = isAside(from) || isExample(from) || OF_PHP_TOOL.test(baseName(from));
    const isOurs = isBelow(from, folder) && !isExtra && shellWord(from) === from;
    if (path.endsWith(".enc")) return []; // Rails encrypts it: a text is none
    const isLacking = path !== from && !tree.has(path) && (ignored.has(path) || ignored.has(baseName(path)));
    return isOurs && isLacking ? [{ path, from }] : [];
  });
}

/** A value for keys that an example leaves open: long enough for everything, and no secret. */
const KEY = "only-for-measurements-0123456789abcdef0123456789";

/** Whether a variable is a limit of requests. */
export const isLimit = (name: string): boolean =>
  /RATE_?LIMIT\w*|THROTTLE_LIMIT/.test(name) && !OF_LIMITS.test(name);

/** Variables of a limiter that are no limit: its time, its store, its switches. */
const OF_LIMITS =
  /WINDOW|TIME|TTL|_MS$|SECONDS|MINUTES|HOUR|DURATION|PERIOD|INTERVAL|ENABLED?|PORT|(?:^|_)DB$|HOST|REDIS|URL|LEVEL|LIST/;

/** A limit that no load reaches. */
export const RAISED = "1000000";

/** Limits of requests among the values of an example, raised, and sentences about them. */
export function raised({ path, values }: Pick<Example, "path" | "values">) {
  const limits = Object.entries(values).filter(([name, value]) => isLimit(name) && /^\d+$/.test(value));
  return {
    env: Object.fromEntries(limits.map(([name]) => [name, RAISED])),
    checks: limits.map(
      ([name, value]) => `${name} of ${path} is ${value}: a load needs more, so it is raised.`,
    ),
  };
}

/** Words in the place of an address that are none, or that 127.0.0.1 reaches. */
const NO_NAMES = ["localhost", "true", "false", "none", "null"];

/** Variables with an address to listen on that 127.0.0.1 does not reach, or with a name that nothing resolves. */
const unbound = (values: Example["values"], known: readonly string[]): string[] =>
  Object.keys(values).filter((name) => {
    const value = own(values, name)!;
    return (
      /^(?:(?:HTTP_|SERVER_|LISTEN_|BIND_)(?:HOST|ADDR(?:ESS)?)|HOST)$/.test(name) &&
      (value === "::1" || (/^[a-z][\w-]*$/i.test(value) && ![...known, ...NO_NAMES].includes(value)))
    );
  });

/** Whether a variable is a key of the service itself. Those of other services, such as a cloud, are not. */
const isKey = (name: string): boolean =>
  /_KEY$|SECRET/.test(name) && !/AWS|ACCESS|CLIENT|APPLE|S3|\w_API_KEY$|RECAPTCHA/.test(name);

/**
 * Keys that stand written out as placeholders, which many servers refuse to start with, each with a value. A placeholder
 * that another variable has as well is shared with another service, such as a database, and stays.
 *
 * @param variables those of one service @param all those of all services
 */
export const openKeys = (variables: readonly Variable[], all: readonly Variable[]): Variable[] =>
  variables.flatMap(([name, value]) => {
    const isOpen = isKey(name) && !value.includes("$") && PLACEHOLDER.test(value);
    const isShared = all.some(([other, text]) => other !== name && text.includes(value));
    return isOpen && !isShared ? [[name, KEY]] : [];
  });

type Variable = readonly [name: string, value: string];

/** Values of an example that a process needs otherwise: keys that it leaves open, limits of requests, and hosts. */
export function overruled(example: Example) {
  const all = Object.entries(example.values);
  const keys = all.filter(([name, value]) => isKey(name) && (value === "" || PLACEHOLDER.test(value)));
  const limits = raised(example);
  return {
    env: {
      ...Object.fromEntries([
        ...keys.map(([name]) => [name, KEY] as const),
        ...unbound(example.values, []).map((name) => [name, "127.0.0.1"] as const), // where services are asked
      ]),
      ...limits.env,
    },
    checks: limits.checks,
  };
}

/** Committed values that stand for secrets, which many services refuse to start with, and what takes their place. */
export function replaced(values: Readonly<Record<string, string>>, used: readonly string[]) {
  const open = used.filter((name) => SECRET.test(name) && PLACEHOLDER.test(own(values, name) ?? ""));
  return {
    env: Object.fromEntries(open.map((name) => [name, KEY])),
    checks:
      open.length === 0
        ? []
        : [`the committed values of ${open.join(", ")} are placeholders: \`env\` has others.`],
  };
}

/** Switches of an example that forbid a seed, switched on. */
export const permitting = ({ values }: Example): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      /SEED/.test(name) && /^(?:0|false|no)$/i.test(value) ? [[name, value === "0" ? "1" : "true"]] : [],
    ),
  );

/** Whether a variable is called like the host of a database. */
export const isDatabaseHost = (name: string): boolean =>
  /^(?:DB|DATABASE|MYSQL|POSTGRES|PG|MONGO|REDIS)\w*HOST$/.test(name);

/** A point about variables that a person must check, as a sentence. */
interface Doubt {
  /** Values that nothing in the checkout tells; or a database that the process needs. */
  readonly about: "values" | "database";
  readonly text: string;
}

/** Sentences about values that a person must check. @param made the files that get them */
export function doubts({ path, values }: Pick<Example, "path" | "values">, made: readonly string[]): Doubt[] {
  const open = Object.entries(values).filter(
    ([name, value]) =>
      PLACEHOLDER.test(value) ||
      (value === "" && SECRET.test(name) && !/AWS|ACCESS|CLIENT|APPLE|S3/.test(name)),
  );
  const databases = Object.entries(values).filter(([, value]) => ADDRESS.test(value) || value === "mysql");
  const hosts = Object.entries(values).filter(([name, value]) => isDatabaseHost(name) && value !== "");
  return [
    ...(open.length === 0 || made.length === 0
      ? []
      : [
          {
            about: "values",
            text: `${made.join(" and ")} ${made.length === 1 ? "gets" : "get"} the values of ${path}, of which some are placeholders: ${names(open)}.`,
          } as const,
        ]),
    ...(databases.length + hosts.length === 0
      ? []
      : [
          {
            about: "database",
            text: `it needs what ${path} names, at the same address for both sides: ${names([...databases, ...hosts])}.`,
          } as const,
        ]),
  ];
}

const names = (entries: readonly (readonly [string, string])[]) =>
  entries
    .slice(0, 5)
    .map(([name]) => name)
    .join(", ") + (entries.length > 5 ? ` and ${entries.length - 5} more` : "");
