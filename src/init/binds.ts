import { resolved } from "../base/paths.ts";
import type { ComposeService } from "../model/composefile.ts";
import type { Tree } from "./tree.ts";

/** Code of a service that Compose starts. */
export const CODE = /\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|rb|php|cs)$/;

/** A mount of a service: a path of the machine, or a volume. */
export interface Mount {
  /** The path, or the name of a volume; null for a volume without a name. */
  readonly source: string | null;
  readonly target: string;
  readonly isBind: boolean;
  readonly isReadOnly: boolean;
}

/** Whether a mount is of a path of the machine. */
export const isBind = (mount: Mount): mount is Mount & { readonly source: string } =>
  mount.isBind && mount.source !== null;

/** The mounts of a service, with the defaults of variables in their place. */
export const mountsOf = ({ volumes }: ComposeService): Mount[] =>
  (Array.isArray(volumes) ? volumes : []).flatMap((volume: unknown): Mount[] => {
    if (typeof volume === "string") return [short(volume)];
    const { type, source, target, read_only } = Object(volume) as Readonly<Record<string, unknown>>;
    if (typeof target !== "string" || (type !== "bind" && type !== "volume")) return [];
    return [{ source: textOf(source), target, isBind: type === "bind", isReadOnly: read_only === true }];
  });

const textOf = (source: unknown) => (typeof source === "string" ? withDefaults(source) : null);
const withDefaults = (text: string) => text.replace(/\$\{\w+:?-([^}:]*)\}/g, "$1");

/** A mount in the form `source:target:mode`. */
function short(volume: string): Mount {
  const [first = "", target, mode = ""] = withDefaults(volume).split(":");
  if (target === undefined) return { source: null, target: first, isBind: false, isReadOnly: false };
  return { source: first, target, isBind: /^[./~$]/.test(first), isReadOnly: /\bro\b/.test(mode) };
}

/** The place of a mounted path in the checkout; null outside of it. @param folder of the Compose file */
export const inCheckout = (source: string, folder: string): string | null =>
  /^[/~]/.test(source) || source.includes("$") ? null : resolved(folder, source);

/** The folder of the checkout that a service has mounted and that holds code; null without one. */
export const mountedCode = (tree: Tree, service: ComposeService, folder: string): string | null =>
  mountsOf(service)
    .flatMap((mount) => (isBind(mount) ? (inCheckout(mount.source, folder) ?? []) : []))
    .find((path) => tree.sources(path, CODE).length > 0) ?? null;

/** Paths of the checkout that services only read, and that it lacks. Docker makes an empty folder of each. @param folder of the Compose file */
export const unlistedBinds = (
  tree: Tree,
  services: readonly { readonly name: string; readonly service: ComposeService }[],
  folder: string,
): { readonly name: string; readonly path: string }[] =>
  services.flatMap(({ name, service }) =>
    mountsOf(service).flatMap((mount) => {
      const path = isBind(mount) && mount.isReadOnly ? inCheckout(mount.source, folder) : null;
      return path === null || path === "." || tree.mayHave(path) ? [] : [{ name, path }];
    }),
  );
