import type { Candidate, GivenPort, ProjectKind } from "../candidate.ts";
import { dockerArgs } from "../code.ts";
import { ancestors, folderOf, isBelow, join, type Tree, wayUp } from "../tree.ts";
import { inFolder, inFoldersWith, processCandidate } from "./shared.ts";

const CODE = /\.rs$/;
const SERVERS = /^\s*(?:axum|actix-web|warp|rocket|poem|salvo|tide|hyper|ntex|gotham|tonic)\b/m;
/** Code that listens, with one of them. */
const SERVES = /\bserve\(|\.bind\(|\bbind\(|HttpServer::new|\.launch\(\)|\blisten\(/;

export const RUST: ProjectKind = {
  files:
    /(?:^|\/)(?:Cargo\.toml|Rocket\.toml|(?:config|configuration|settings)\/(?:base|default)\.(?:ya?ml|toml))$/,
  code: CODE,
  candidates: inFoldersWith(/^Cargo\.toml$/, inCrate),
};

/** A doubt about a crate whose versions nothing keeps: builds at different times, and cached layers of images, have others. */
export const unlocked = (tree: Tree, folder: string): string[] =>
  tree.has(join(folder, "Cargo.toml")) &&
  ![folder, ...ancestors(folder)].some((above) => tree.has(join(above, "Cargo.lock")))
    ? ["no Cargo.lock in git: base and head may get other versions of crates."]
    : [];

function inCrate(tree: Tree, folder: string): Candidate | null {
  const manifest = join(folder, "Cargo.toml");
  const text = tree.text(manifest);
  const name = /^\[package\]\n(?:(?!\[)[^\n]*\n)*?name\s*=\s*"([^"]+)"/m.exec(text)?.[1];
  const listed = [...text.matchAll(/^\[\[bin\]\][^[]*?^name\s*=\s*"([^"]+)"/gms)].map(([, bin]) => bin!);
  if (name === undefined || !SERVERS.test(text)) return null;
  const isNamed = listed.length > 0 || tree.has(join(folder, "src/main.rs"));
  const bins = isNamed ? listed : foundBins(tree, folder);
  if (!isNamed && bins.length === 0) return null;
  const bin = bins.find((one) => /server|api|web/.test(one)) ?? bins[0] ?? name;
  const workspace = folder !== "." && /^\[workspace\]/m.test(tree.text("Cargo.toml"));
  const build = ["cargo", "build", "--release", "--bin", bin];
  const code = tree.sources(folder, CODE);
  const isRocket = /^\s*rocket\b/m.test(text);
  // sqlx checks queries against a database while it compiles, unless their description is in the checkout.
  const hasSqlx = /^\s*sqlx\b/m.test(text);
  const isChecked =
    hasSqlx &&
    !tree.paths.some((path) => /(?:^|\/)(?:\.sqlx\/|sqlx-data\.json$)/.test(path)) &&
    tree.first(code, /\bquery(?:_as|_scalar|_file\w*)?!\(/) !== null;
  // A program with `migrate!` runs its migrations when it starts.
  const isMigrated =
    hasSqlx &&
    tree.paths.some((path) => isBelow(path, join(folder, "migrations")) && path.endsWith(".sql")) &&
    tree.first(code, /\bmigrate!|\bMigrator::new\(/) === null;
  const migrates = isChecked || isMigrated;
  return processCandidate(tree, {
    title: `cargo build --bin ${bin}`,
    folder,
    build: [
      ...(migrates ? [inFolder(folder, ["sqlx", "database", "setup"])] : []),
      workspace ? [...build, "--package", name] : inFolder(folder, build),
    ],
    migrates,
    run: [
      workspace ? `${wayUp(folder)}/target/release/${bin}` : `target/release/${bin}`,
      ...dockerArgs(tree, folder, bin),
    ],
    given: isRocket ? { port: 8000, env: "ROCKET_PORT" } : configuredPort(tree, folder, code),
    usual: 8080,
    confidence: 0.75 - 0.05 * Math.max(0, bins.length - 1),
    evidence: [{ file: manifest, line: text.slice(0, text.indexOf("[package]")).split("\n").length }],
    checks: [
      ...unlocked(tree, folder),
      ...(isChecked
        ? ["it compiles only with its database up: sqlx-cli sets it up at DATABASE_URL before."]
        : isMigrated
          ? [
              "sqlx-cli runs its migrations, in the database at DATABASE_URL: that has to be the one that the service uses.",
            ]
          : []),
      ...(bins.length > 1 ? [`the package has several programs: ${bins.join(", ")}.`] : []),
    ],
    ending: CODE,
    entries: code.filter((path) => folderOf(path) === join(folder, "src")),
    readsDotenv: /^\s*dotenv\w*\b/m.test(text),
  });
}

/** Programs that Cargo finds by their place, those that serve first: "shop" of `src/bin/shop.rs` or `src/bin/shop/main.rs`. */
function foundBins(tree: Tree, folder: string): string[] {
  const start = join(folder, "src/bin/");
  const found = tree.paths.flatMap((path) => {
    const bin = path.startsWith(start)
      ? /^([\w-]+)(?:\.rs|\/main\.rs)$/.exec(path.slice(start.length))?.[1]
      : undefined;
    return bin === undefined ? [] : [{ bin, serves: SERVES.test(tree.text(path)) }];
  });
  return found.sort((a, b) => Number(b.serves) - Number(a.serves)).map(({ bin }) => bin);
}

const SECTION = "(application|app|server|http|web)";

/** The crate `config`: `Environment::with_prefix("APP").separator("__")` and `server.port` are APP__SERVER__PORT. */
function configuredPort(tree: Tree, folder: string, code: readonly string[]): GivenPort | undefined {
  const made = tree.first(code, /\bEnvironment::with_prefix\(\s*"(\w+)"\s*\)([^;]{0,200})/);
  const [prefix = "", calls = ""] = made?.groups ?? [];
  const [, separator] = /(?<!_)\bseparator\(\s*"([^"]+)"/.exec(calls) ?? [];
  const [, first = separator] = /\bprefix_separator\(\s*"([^"]+)"/.exec(calls) ?? [];
  const files = tree.paths.filter((path) => isBelow(path, folder) && /\/(?:base|default)\.\w+$/.test(path));
  const found =
    tree.first(files, new RegExp(`^${SECTION}:\\n(?:[ \\t]+.*\\n)*?[ \\t]+port:\\s*"?(\\d+)`, "m")) ??
    tree.first(files, new RegExp(`^\\[${SECTION}\\]\\n(?:(?!\\[).*\\n)*?port\\s*=\\s*"?(\\d+)`, "m"));
  if (separator === undefined || found === null) return undefined;
  const [section = "", port] = found.groups;
  return { port: Number(port), env: `${prefix}${first}${section}${separator}port`.toUpperCase() };
}
