import type { z } from "zod";
import { KINDS } from "../load/registry.ts";
import type { GeneratorKind } from "./generator.ts";

type Kinds = typeof KINDS;
export type LoadKind = keyof Kinds;
/** The settings of a generator, as a config that has been read holds them. */
export type SettingsOf<K extends LoadKind> = z.output<Kinds[K]["schema"]>;

/** Keys of all generators: a workload has exactly one of them. */
export const LOADS = Object.keys(KINDS) as LoadKind[];

/** The generator of a workload: its key, its settings and its description. */
export type Load = {
  [K in LoadKind]: { readonly kind: K; readonly settings: SettingsOf<K>; readonly about: GeneratorKind };
}[LoadKind];

/** The part of a workload that names its generator. */
export type Loaded = { readonly [K in LoadKind]?: SettingsOf<K> | undefined };

/** Generators of a workload: exactly one in a config that has been read. */
export const loadsIn = (workload: Readonly<Partial<Record<LoadKind, unknown>>>): LoadKind[] =>
  LOADS.filter((kind) => workload[kind] !== undefined);

/** The generator of a workload; undefined where it names none. */
export function loadIn(workload: Loaded): Load | undefined {
  const [kind] = loadsIn(workload);
  if (kind === undefined) return undefined;
  return { kind, settings: workload[kind], about: KINDS[kind] } as Load;
}

/** @throws Error for a workload that names none, which no config that has been read holds */
export function loadOf(workload: Loaded): Load {
  const load = loadIn(workload);
  if (load === undefined) throw new Error("a workload without a load");
  return load;
}

/**
 * The settings of a workload for one generator.
 *
 * @throws Error for a workload of another, which the dispatch by kind rules out
 */
export function settingsOf<K extends LoadKind>(kind: K, workload: Loaded): SettingsOf<K> {
  const load = loadOf(workload);
  if (load.kind !== kind) throw new Error(`${kind} was given a workload of ${load.kind}`);
  return load.settings as SettingsOf<K>;
}

/** The user's mapping of printed figures to metrics, and its path in the workload; undefined where there is none. */
export function mappingOf(workload: Loaded) {
  const { kind, settings, about } = loadOf(workload);
  const found = about.mapping?.(settings);
  return found && { path: [kind, ...found.at], mapping: found.mapping };
}

/** Files of the checkout that the load of a workload begins with, and the path of each in the workload. */
export function scriptsOf(workload: Loaded): { readonly key: readonly string[]; readonly file: string }[] {
  const { kind, settings, about } = loadOf(workload);
  return about.scripts(settings).map(({ at, file }) => ({ key: [kind, ...at], file }));
}

/** Keys in words: "a, b or c". */
export function listed(words: readonly string[], joint: "and" | "or"): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} ${joint} ${last}`;
}
