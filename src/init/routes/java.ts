import { setting, settingsOf } from "../springsettings.ts";
import { baseName, type Tree } from "../tree.ts";
import { below, hasParameter, type Route, withoutSlash } from "./route.ts";

const PATH = /@Path\(\s*(?:value\s*=\s*)?"([^"]*)"/;
const GUARD =
  /@(?:RolesAllowed|PermissionsAllowed|DenyAll|Authenticated|Secured)\b(?!\([^)]*\boptional\s*=\s*true)/;
/** Values that a method refuses to do without. */
const DEMANDED =
  /@(?:Rest)?(?:Query|Header)(?:Param)?\b[^,]*@Not(?:Null|Blank|Empty)|@Not(?:Null|Blank|Empty)[^,]*@(?:Rest)?(?:Query|Header)(?:Param)?\b/;
const ENDLESS = /SERVER_SENT_EVENTS|text\/event-stream|\bSseEventSink\b/;
/** Keys of the path below which Quarkus has all resources. */
const ABOVE = ["quarkus.rest.path", "quarkus.resteasy-reactive.path", "quarkus.resteasy.path"];

/** Resources of JAX-RS (Quarkus, Jersey, Helidon): the path of the class before those of its methods. */
export function jaxrs(tree: Tree, files: readonly string[]): Route[] {
  const code = files.filter(
    (path) =>
      /\.(?:java|kt)$/.test(path) &&
      /\bws\.rs\b/.test(tree.text(path)) &&
      !/@RegisterRestClient\b/.test(tree.text(path)),
  );
  const application = tree.first(code, /@ApplicationPath\(\s*(?:value\s*=\s*)?"([^"]*)"/)?.groups[0];
  return code.flatMap((file) => {
    const text = tree.text(file);
    const head = text.slice(0, /^(?:\w+ )*(?:class|interface)\s/m.exec(text)?.index ?? 0);
    const own = PATH.exec(head)?.[1];
    if (own === undefined) return [];
    const [root = "", above = ""] = [["quarkus.http.root-path"], ABOVE].map(
      (keys) => keys.flatMap((key) => setting(tree, settingsOf(file), key) ?? [])[0],
    );
    const prefix = below(below(root, application ?? above), own);
    return tree.all([file], /@GET\b/g).flatMap(({ line }): Route[] => {
      const { annotations, parameters } = methodAt(text, line!);
      const path = withoutSlash(below(prefix, PATH.exec(annotations)?.[1] ?? ""));
      if (hasParameter(path) || DEMANDED.test(parameters) || ENDLESS.test(annotations + parameters))
        return [];
      const isGuarded = GUARD.test(annotations) || (GUARD.test(head) && !/@PermitAll\b/.test(annotations));
      return [{ file, line, path, isRelative: false, ...(isGuarded && { isGuarded }) }];
    });
  });
}

/** The annotations around a line of one of them, and the parameters of their method. */
function methodAt(text: string, line: number): { readonly annotations: string; readonly parameters: string } {
  const lines = text.split("\n");
  const start = lines.slice(0, line - 1).findLastIndex((one) => /^\s*$|[;{}]\s*$/.test(one)) + 1;
  const rest = lines.slice(start).join("\n");
  // Words in strings are no names of methods.
  const plain = rest.replace(/"[^"\n]*"/g, (one) => "_".repeat(one.length));
  const name = /[\w>\]?]\s+\w+\s*\(/.exec(plain)?.index ?? rest.length;
  const end = /[{;]/.exec(plain.slice(name))?.index ?? 0;
  return { annotations: rest.slice(0, name), parameters: rest.slice(name, name + end) };
}

/** What `@Controller("/x")` and `@Get(uri = "/x")` say; the rest of a path may be the names of its query: `{?page}`. */
const GIVEN = String.raw`\b(?:\(\s*(?:(?:value|uri)\s*=\s*)?"([^"]*?)(?:\{\?[^}"]*\})?")?`;
const SECURED = /@Secured\((?![^)]*(?:IS_ANONYMOUS|isAnonymous))|@RolesAllowed\b/;

/** Controllers of Micronaut: the path of the class before those of its methods, which an interface may declare. */
export function micronaut(tree: Tree, files: readonly string[]): Route[] {
  const controllers = files.filter(
    (path) => /\.(?:java|kt|groovy)$/.test(path) && /\bmicronaut\.http\b/.test(tree.text(path)),
  );
  return tree
    .all(controllers, new RegExp(`@Controller${GIVEN}`, "g"))
    .flatMap(({ file, groups: [own = ""] }) => {
      const text = tree.text(file);
      const [head = "", declared = ""] = /^[\s\S]*?^(?:\w+ )*class\s([^{]*)/m.exec(text) ?? [];
      const known = (key: string) => setting(tree, settingsOf(file), key) ?? "";
      const filled = own.replace(
        /\$\{([\w.-]+)(?::([^}]*))?\}/g,
        (_, key: string, or = "") => known(key) || or,
      );
      const prefix = below(known("micronaut.server.context-path"), filled);
      const names = new Set(declared.match(/\w+/g));
      const interfaces = tree.paths.filter((path) =>
        names.has(baseName(path).replace(/\.(?:java|kt|groovy)$/, "")),
      );
      return tree
        .all([...new Set([file, ...interfaces])], new RegExp(`@Get${GIVEN}`, "g"))
        .flatMap(({ file: place, line, groups: [path = ""] }): Route[] => {
          const { annotations, parameters } = methodAt(tree.text(place), line!);
          const whole = withoutSlash(below(prefix, path));
          const isDemanding = parameters
            .split(/,(?![^(]*\))/)
            .some(
              (one) =>
                /@(?:QueryValue|Header)\b/.test(one) && !/defaultValue|@Nullable|Optional\b|\?/.test(one),
            );
          if (hasParameter(whole) || isDemanding || /EVENT_STREAM/.test(annotations)) return [];
          const isGuarded =
            SECURED.test(annotations) || (SECURED.test(head) && !/@Secured\b/.test(annotations));
          return [{ file: place, line, path: whole, isRelative: false, ...(isGuarded && { isGuarded }) }];
        });
    });
}
