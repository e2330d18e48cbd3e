import type { Candidate, GivenPort } from "./candidate.ts";
import {
  ancestors,
  baseName,
  type Evidence,
  escaped,
  folderOf,
  isBelow,
  type Match,
  type Tree,
} from "./tree.ts";

/** Most files of code that are read for ports and routes. */
const MOST_FILES = 1_500;

/** The code of a service that is read for its port and routes, the nearest to the top first. */
export const codeIn = (tree: Tree, { folder, ending, except = [] }: Candidate["code"]): string[] =>
  tree
    .sources(folder, ending)
    .filter((path) => !except.some((other) => path.startsWith(`${other}/`)))
    .slice(0, MOST_FILES);

/** A port that code names, and where. */
export interface FoundPort extends GivenPort, Evidence {}

const NUMBER = String.raw`["'\`:]*(\d{2,5})\b`;
/** Reads of a variable with a default, in the languages that we know; first the name, then the number. */
const VARIABLES = [
  // JavaScript: process.env.PORT ?? 3000, process.env["PORT"] || "3000"
  String.raw`process\.env(?:\.|\[["'])(\w*PORT\w*)(?:["']\])?\s*(?:\|\||\?\?|:)\s*${NUMBER}`,
  // Python: os.environ.get("PORT", 8000), os.getenv("PORT", "8000"), env.int("PORT", default=8000), os.getenv("PORT") or 1
  String.raw`(?:environ\.get|getenv|env(?:\.int)?|config)\(\s*["'](\w*PORT\w*)["']\s*,\s*(?:default\s*=\s*)?${NUMBER}`,
  // Ruby: ENV.fetch("PORT", 3000), ENV.fetch("PORT") { 3000 }
  String.raw`ENV\.fetch\(\s*["'](\w*PORT\w*)["']\s*(?:,\s*|\)\s*\{\s*)${NUMBER}`,
  // Go and Rust: a helper with a default, getEnv("PORT", "8080"), env::var("PORT").unwrap_or("3000"
  String.raw`(?:[gG]et[eE]nv\w*|env_or\w*|LookupEnv\w*)\(\s*"(\w*PORT\w*)"\s*,\s*${NUMBER}`,
  String.raw`env::var\(\s*"(\w*PORT\w*)"\s*\)[^;\n]{0,60}?unwrap_or\w*\([^"\d]{0,20}${NUMBER}`,
  // Go: struct tags of envconfig and the like: env:"PORT" envDefault:"8080"
  String.raw`env(?:config)?:"(\w*PORT\w*)(?:,\w+)*"[^\`\n]{0,40}?[dD]efault[:=]"?${NUMBER}`,
];
/** Reads of a variable without a default on the same line. */
const READS = [
  String.raw`process\.env(?:\.|\[["'])(PORT|\w+_PORT)\b`,
  String.raw`(?:environ(?:\.get)?[([]|getenv\()\s*["'](PORT|\w+_PORT)["']`,
  String.raw`\b(?:[gG]et[eE]nv|LookupEnv)\w*\("(PORT|\w+_PORT)"`, // of Go's os, or a helper of the project's
  String.raw`env::var\(\s*"(PORT|\w+_PORT)"`,
  String.raw`ENV\[["'](PORT|\w+_PORT)["']`,
];
/** Numbers that code listens on. */
const LITERALS = [
  String.raw`\b(?:listen|addr|address|bind|port)\w*\s*:?=\s*["'\`][\w.\[\]]*:(\d{2,5})["'\`]`,
  String.raw`\.listen\(\s*(?:\{\s*port:\s*)?(\d{2,5})\b`,
  String.raw`(?:ListenAndServe\w*|\.Run|\.Listen|\.Start|net\.Listen)\([^)\n]{0,40}?:(\d{2,5})"`,
  String.raw`"(?:0\.0\.0\.0|127\.0\.0\.1|localhost|\[::\])?:(\d{4,5})"`,
  String.raw`\bbind\(\s*\(?\s*"[\w.:]+"\s*,\s*(\d{2,5})`,
  String.raw`\(\s*\[\s*\d+\s*,\s*\d+\s*,\s*\d+\s*,\s*\d+\s*\]\s*,\s*(\d{2,5})\s*\)`,
  String.raw`\.run\([^)\n]{0,60}?port\s*=\s*(\d{2,5})`,
  String.raw`^[ \t]*(?:const|let|var)\s+(?:port|PORT)\s*(?::\s*\w+\s*)?=\s*(\d{2,5})\b`,
  String.raw`^[ \t]*port\s*:=\s*"?(\d{2,5})\b`, // Go
  String.raw`\bembeddedServer\([^)]{0,200}?\bport\s*=\s*(\d{2,5})`, // Ktor
  String.raw`^[ \t]*(?:private\s+)?const val (?:SERVER_|HTTP_|APP_)?PORT\s*=\s*(\d{2,5})\b`, // Kotlin
];
/** Variables with the ports of other programs. */
const OTHERS =
  /(?:^|_)(?:DB|DATABASE|PG|POSTGRES\w*|MYSQL|MARIA\w*|MONGO\w*|REDIS|CACHE|SMTP|MAIL\w*|EMAIL|RABBIT\w*|AMQP|KAFKA|NATS|ELASTIC\w*|METRICS?|PROMETHEUS|GRPC|DEBUG|VITE|HMR|PROXY|LDAP|FTP|SSH|MINIO|S3|VALKEY|MEMCACHED?|TYPEORM|DOCKER|SUPPORT\w*|EX\w*PORT\w*|IMPORT\w*|REPORT\w*)_|SMTP|(?:EX|IM|RE|SUP|TRANS|PASS)PORT/i;
/** Whether a variable with a port may be that of the service itself. */
export const isOwnPort = (name: string): boolean => !OTHERS.test(name);
/** Ports of databases, mail, metrics and profiling in addresses that code connects to; and the highest one, which stands for any. */
const NOT_HTTP = new Set([
  1025, 2379, 3306, 4317, 4318, 5432, 5672, 6060, 6379, 8025, 9042, 9092, 9200, 9411, 11211, 14268, 27017,
  65535,
]);
/** Whether a service may answer HTTP at a port. */
export const mayBeHttp = (port: number): boolean => !NOT_HTTP.has(port);

/**
 * The port that a service's code listens on: a variable with a default before one without, and both before a number.
 *
 * @param usual of the image or the framework: for a variable without a default, and of several numbers the one to take
 */
export function portIn(tree: Tree, files: readonly string[], usual: number): FoundPort | null {
  const numbered = VARIABLES.flatMap((pattern) => tree.all(files, new RegExp(pattern, "g"))).filter(
    ({ groups: [name = ""] }) => isOwnPort(name),
  );
  const [best] = order(numbered, files);
  if (best) return { file: best.file, line: best.line, env: best.groups[0]!, port: Number(best.groups[1]) };
  const read = READS.flatMap((pattern) => tree.all(files, new RegExp(pattern, "g"))).filter(
    ({ groups: [name = ""] }) => isOwnPort(name),
  );
  const [plain] = order(read, files);
  if (plain) return { file: plain.file, line: plain.line, env: plain.groups[0]!, port: usual };
  const literals = LITERALS.flatMap((pattern) => tree.all(files, new RegExp(pattern, "gm"))).filter(
    ({ groups: [number], file, line }) => mayBeHttp(Number(number)) && !isSide(tree.text(file), line!),
  );
  const literal = literals.find(({ groups: [number] }) => Number(number) === usual) ?? literals[0];
  return literal
    ? { file: literal.file, line: literal.line, env: null, port: Number(literal.groups[0]) }
    : null;
}

/** Whether a line listens for something else than the service: gRPC, a redirect to HTTPS, profiles. */
function isSide(text: string, line: number): boolean {
  const lines = text.split("\n").slice(Math.max(0, line - 3), line);
  return /grpc/i.test(lines.at(-1) ?? "") || /\bfunc\b.*(?:redirect|pprof|debug)/i.test(lines.join("\n"));
}

/** `PORT` first, then names that end so, in the order of the files. */
const order = (found: readonly Match[], files: readonly string[]): Match[] =>
  [...found].sort(
    (a, b) =>
      Number(a.groups[0] !== "PORT") - Number(b.groups[0] !== "PORT") ||
      files.indexOf(a.file) - files.indexOf(b.file),
  );

/**
 * A port that a Dockerfile names by itself: `ENV MEMOS_PORT=5230`, `EXPOSE 8080`; the variable is null for the latter.
 * Of an image that starts PHP-FPM, none answers HTTP.
 */
export function dockerPort(tree: Tree, file: string): FoundPort | null {
  const env = tree.first([file], /^ENV\s(?:[\s\S]*?\s)?(PORT|\w+_PORT)[= ]"?(\d{2,5})"?/m);
  if (env && isOwnPort(env.groups[0] ?? ""))
    return { file, line: env.line, env: env.groups[0]!, port: Number(env.groups[1]) };
  const text = tree.text(file);
  const isFpmAlone = !/^(?:CMD|ENTRYPOINT)\b/im.test(text); // else it may start a web server, too
  const isFastCgi = (port: number) => startsFpm(text) && (isFpmAlone || port === FASTCGI);
  const exposed = tree
    .all([file], /^EXPOSE\s+(\d{2,5})/gm)
    .find(({ groups: [port] }) => !isFastCgi(Number(port)));
  return exposed === undefined
    ? null
    : { file, line: exposed.line, env: null, port: Number(exposed.groups[0]) };
}

/** The port at which PHP-FPM answers FastCGI: it accepts connections, and no HTTP. */
export const FASTCGI = 9000;
/** Whether an image is PHP's own with FPM. */
export const isFpm = (image: string): boolean => /(?:^|\/)php:\S*fpm|(?:^|\/)php-fpm\b/.test(image);

/** Whether a Dockerfile starts PHP-FPM: by the image of its last stage, or by its command. */
export function startsFpm(text: string): boolean {
  const stages = [...text.matchAll(/^FROM\s+(?:--\S+\s+)*(\S+)(?:\s+AS\s+(\S+))?/gim)];
  const imageOf = (name: string, before: number): string => {
    const at = stages.slice(0, before).findLastIndex(([, , stage]) => stage === name);
    return at === -1 ? name : imageOf(stages[at]![1]!, at);
  };
  const last = stages.at(-1)?.[1];
  return (
    (last !== undefined && isFpm(imageOf(last, stages.length - 1))) ||
    /^(?:CMD|ENTRYPOINT)\s+\[?\s*"?\S*php-fpm/m.test(text)
  );
}

/**
 * Arguments that Dockerfiles start a program with: "serve" of `ENTRYPOINT ["/usr/bin/shop"]` and `CMD ["serve"]`.
 *
 * @param isOnly whether the folder has no other program: then it is the one that a Dockerfile builds, whatever its name
 */
export function dockerArgs(tree: Tree, folder: string, program: string, isOnly = false): string[] {
  for (const file of dockerfilesOf(tree, folder).slice(0, 3)) {
    const [started = "", ...args] = ["ENTRYPOINT", "CMD"].flatMap((name) =>
      [...tree.text(file).matchAll(new RegExp(`^${name}\\s*\\[(.*)\\]`, "gm"))]
        .slice(-1)
        .flatMap(([, list = ""]) => [...list.matchAll(/"([^"]*)"/g)].map(([, word = ""]) => word)),
    );
    const name = baseName(started);
    const isBuilt = new RegExp(`\\sbuild\\b.*\\s-o[ =](?:\\S*/)?${escaped(name)}(?:\\s|$)`, "m");
    const isThis = name === program || (isOnly && name !== "" && isBuilt.test(tree.text(file)));
    // A path is one of the image.
    if (isThis && args.every((arg) => /^[\w.=-]+$/.test(arg))) return args;
  }
  return [];
}

/** The command of the health check of a Dockerfile; empty without one. */
export const dockerHealth = (tree: Tree, dockerfile: string | null): string =>
  dockerfile === null ? "" : (/^HEALTHCHECK[\s\S]*?CMD\s+(.*)$/m.exec(tree.text(dockerfile))?.[1] ?? "");

/** The names of files that make a project of their folder. */
export const MANIFEST =
  /^(?:package\.json|pyproject\.toml|requirements\.txt|manage\.py|go\.mod|Cargo\.toml|pom\.xml|build\.gradle(?:\.kts)?|Gemfile|composer\.json)$/;

/** The same, and those of an app in a workspace of Nest or Nx. */
export const APP = new RegExp(`${MANIFEST.source}|^(?:tsconfig\\.app|project)\\.json$`);

/** The Dockerfiles of a checkout, the plain name first. */
export const dockerfilesIn = (tree: Tree): string[] =>
  tree
    .named(/^(?:[\w.-]+\.)?Dockerfile(?:\.[\w.-]+)?$/)
    .filter((path) => !/test|e2e|dev\b|ci\b/i.test(path))
    .sort((a, b) => Number(baseName(a) !== "Dockerfile") - Number(baseName(b) !== "Dockerfile"));

/** Those of a folder, without those of other projects below it, and those of the top. */
export function dockerfilesOf(tree: Tree, folder: string): string[] {
  const projects = tree.named(MANIFEST).map(folderOf);
  const others = new Set(projects.filter((other) => other !== folder && isBelow(other, folder)));
  return dockerfilesIn(tree).filter(
    (path) =>
      (isBelow(path, folder) || !path.includes("/")) && !ancestors(path).some((above) => others.has(above)),
  );
}
