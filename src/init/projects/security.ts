import { healthIn } from "../routes/route.ts";
import { routesIn } from "../routes/routes.ts";
import { contextPath, setting } from "../springsettings.ts";
import { ancestors, escaped, type Tree } from "../tree.ts";

/** Code that decides who may ask a path. Without any, Spring Boot lets everybody ask the health of a service. */
const CHAIN = /\bSecurity(?:Web)?FilterChain\b|\bWebSecurityConfigurerAdapter\b/;
/** The next rule of a chain. */
const RULE = String.raw`[\s\S]*?\b(permitAll|has[A-Z]\w*|authenticated|denyAll|access)\b`;

/**
 * The path of a Spring service's health. Null where its security may refuse that, or another port has it; undefined where its
 * routes tell.
 *
 * @param hasActuator whether Spring Boot itself answers for its health
 */
export function springHealth(
  tree: Tree,
  settings: readonly string[],
  code: readonly string[],
  hasActuator: boolean,
): string | null | undefined {
  const context = contextPath(tree, settings); // rules have their paths below it
  const base = setting(tree, settings, "management.endpoints.web.base-path") ?? "/actuator";
  const path = hasActuator
    ? `${base.replace(/\/+$/, "")}/health`
    : healthIn(routesIn(tree, code))?.path.slice(context.length).replace(/\/$/, "");
  if (path !== undefined && !isOpen(tree, code, path)) return null;
  if (!hasActuator) return undefined;
  const isElsewhere = setting(tree, settings, "management.server.port") !== undefined;
  return isElsewhere ? null : `${context}${path}`;
}

/** Whether everybody may ask a path: the first rule with a pattern for it counts, else that for any request. */
function isOpen(tree: Tree, code: readonly string[], path: string): boolean {
  const chains = code.filter((file) => CHAIN.test(tree.text(file)));
  const above = ancestors(path.slice(1)).map((folder) => (folder === "." ? "/" : `/${folder}/`));
  const patterns = [path, ...above].map((one) => escaped(one));
  const named = String.raw`"(?:${patterns[0]}|(?:${patterns.join("|")})\/?\*\*?)"|EndpointRequest\.to(?:AnyEndpoint\b|\(\s*(?:"health"|Health))`;
  const rule =
    tree.first(chains, new RegExp(`(?:${named})${RULE}`)) ??
    tree.first(chains, new RegExp(String.raw`\bany(?:Request|Exchange)\b${RULE}`));
  return chains.length === 0 || rule?.groups[0] === "permitAll";
}
