import type { ComposeAllowance } from "../../model/config.ts";
import { empty, type Harmless } from "./judges.ts";
import { PERMISSIONS, type Permission } from "./permissions.ts";
import type { Mapping, Resolved } from "./resolved.ts";

/** A value that the config must allow explicitly: its place, the value, and why it is rejected. */
export interface Refusal {
  readonly needs: ComposeAllowance;
  readonly where: string;
  readonly value: unknown;
  readonly why: string;
}

/** The real path of a file, and the permission that it needs; null if none. */
export type Locate = (path: string, from?: string) => { path: string; needs: ComposeAllowance | null };

/** The table as a tree: the row of a key, and the keys below it. */
interface Branch {
  row?: Permission;
  readonly below: Map<string, Branch>;
}

function planted(rows: readonly Permission[]): Branch {
  const root: Branch = { below: new Map() };
  for (const row of rows) {
    for (const path of spelled(row[0])) {
      let branch = root;
      for (const step of steps(path)) {
        const next: Branch = branch.below.get(step) ?? { below: new Map() };
        branch.below.set(step, next);
        branch = next;
      }
      if (branch.row) throw new Error(`${path} has two rows`);
      branch.row = row;
    }
  }
  return root;
}

/** Whether Compose printed a key that no file sets. For an unknown key, `false` may be an instruction. */
const silent = (value: unknown) => value === null || (typeof value === "object" && empty(value));

/** The keys that a row's braces stand for. */
function spelled(key: string): string[] {
  const [, before, choices, after] = /^(.*?)\{([^}]*)\}(.*)$/.exec(key) ?? [];
  if (choices === undefined) return [key];
  return choices.split(",").flatMap((choice) => spelled(`${before}${choice}${after}`));
}

/** `services.*.volumes[].type` as `services`, `*`, `volumes`, `[]`, `type`. */
const steps = (path: string): string[] => path.replaceAll("[]", ".[]").split(".");

const TREE = planted(PERMISSIONS);

/**
 * Whether the table covers a key path of the specification: it has a row, or keys below it have one.
 *
 * A row of free values (`ANY`) does not cover keys that the specification names below it, because they are new.
 */
export function decided(path: string): boolean {
  let branch = TREE;
  const all = steps(path);
  for (const [index, step] of all.entries()) {
    const next: Branch | undefined = branch.below.get(step);
    if (next === undefined) {
      if (branch.row === undefined) return false;
      return branch.row[1].kind !== "any" || all.slice(index).every((one) => one === "*" || one === "[]");
    }
    branch = next;
  }
  return branch.row !== undefined || branch.below.size > 0;
}

/**
 * The project without the keys that are removed, with links in its paths followed, and the values that need a
 * permission. Checks all services, including those that are not started.
 *
 * @param model with Compose's escaping undone
 */
export function permitted(model: Resolved, locate: Locate): { model: Resolved; refusals: Refusal[] } {
  const refusals: Refusal[] = [];
  const walk = new Walk(locate, refusals);
  return { model: walk.mapping(model, TREE, "") as Resolved, refusals };
}

class Walk {
  private readonly locate: Locate;
  private readonly refusals: Refusal[];

  constructor(locate: Locate, refusals: Refusal[]) {
    this.locate = locate;
    this.refusals = refusals;
  }

  /** Keys that begin with `x-` are notes of the user. Compose ignores them, and they are removed. */
  mapping(all: Mapping, branch: Branch, at: string): Mapping {
    const kept = Object.entries(all).flatMap(([key, value]) => {
      if (key.startsWith("x-") && !branch.below.has("*")) return [];
      const where = at === "" ? key : `${at}.${key}`;
      const next = branch.below.get(key) ?? branch.below.get("*");
      if (next === undefined) {
        if (silent(value)) return [];
        this.refuse("unchecked", where, value, "is a key that this version does not know");
        return [[key, value] as const];
      }
      if (next.row?.[1].kind === "removed") return [];
      return [[key, this.value(value, next, where, all, key)] as const];
    });
    return Object.fromEntries(kept);
  }

  private value(value: unknown, branch: Branch, where: string, siblings: Mapping, key: string): unknown {
    if (branch.row) return this.judged(value, branch.row, where, siblings, key);
    if (empty(value)) return value;
    const item = branch.below.get("[]");
    if (Array.isArray(value) && item !== undefined) {
      return value.map((one, index) => this.value(one, item, `${where}[${index}]`, { [key]: value }, key));
    }
    if (typeof value === "object" && !Array.isArray(value))
      return this.mapping(value as Mapping, branch, where);
    this.refuse("unchecked", where, value, "has a form that this version does not know");
    return value;
  }

  private judged(value: unknown, row: Permission, where: string, siblings: Mapping, key: string): unknown {
    const [, harmless, needs, why] = row;
    if (harmless.kind === "any" || harmless.kind === "removed" || empty(value)) return value;
    const needed = () => (typeof needs === "function" ? needs(value) : (needs ?? "unchecked"));
    if (harmless.kind === "path") return this.path(value, harmless, needed(), where, siblings, why);
    if (harmless.kind === "unset" || !harmless.test(value, siblings, key)) {
      this.refuse(needed(), where, value, why);
    }
    return value;
  }

  private path(
    value: unknown,
    { of }: Extract<Harmless, { kind: "path" }>,
    needs: ComposeAllowance,
    where: string,
    siblings: Mapping,
    why: string,
  ): unknown {
    const kind = typeof value === "string" ? of(value, siblings) : "unknown";
    if (kind === "harmless") return value;
    if (kind === "unknown") {
      this.refuse(needs, where, value, why);
      return value;
    }
    const found = this.locate(kind.path, kind.from);
    if (found.needs === "engine-socket") this.refuse(found.needs, where, value, "has the engine's socket");
    else if (found.needs !== null) this.refuse(found.needs, where, value, why);
    return found.path;
  }

  private refuse(needs: ComposeAllowance, where: string, value: unknown, why: string): void {
    this.refusals.push({ needs, where, value, why });
  }
}
