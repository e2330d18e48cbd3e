import type { ComposeService } from "../model/composefile.ts";
import { isPlaceholder, keepsData } from "../model/datafolder.ts";
import { inCheckout, isBind, type Mount, mountsOf } from "./binds.ts";
import { type Composed, composedIn } from "./compose.ts";
import { programOf } from "./images.ts";
import { declaredIn } from "./included.ts";
import { commandOf, scriptsOf } from "./projects/mounted.ts";
import { folderOf, isBelow, join, type Tree } from "./tree.ts";

/** Rights over the machine that Compose files need (`stack.compose.allow`). */
export interface Rights {
  readonly allow: readonly string[];
  /** Sentences about rights that may be given or taken, for a person to check. */
  readonly checks: readonly string[];
}

/** A mount of the checkout. */
interface Bind extends Mount {
  readonly service: Composed;
  /** Its path in the checkout. */
  readonly path: string;
}

/** The rights that Compose files need, as far as they say so. Compose reads all services, also those of other profiles. */
export function rightsOf(tree: Tree, files: readonly string[]): Rights {
  const folder = folderOf(files[0]!);
  const services = composedIn(tree, files);
  const mounts = services.flatMap((service) =>
    mountsOf(service.service).flatMap((mount) => (isBind(mount) ? [{ ...mount, service }] : [])),
  );
  // The files that configs and secrets are made from.
  const declared = (["configs", "secrets"] as const).flatMap((kind) =>
    declaredIn(tree, files, kind).flatMap(({ file }) => (file === null ? [] : [{ source: file }])),
  );
  const outside = [...mounts, ...declared].flatMap(({ source }) => hostRight(source, folder) ?? []);
  const inside = mounts.flatMap((mount) => {
    const path = inCheckout(mount.source, folder);
    return path === null ? [] : [{ ...mount, path }];
  });
  const stored = inside.filter((bind) => isStored(tree, bind, inside)).map(({ path }) => path);
  const binds = inside.filter(({ path }) => !stored.includes(path));
  const paths = [
    ...binds.map(({ path }) => path),
    ...declared.flatMap(({ source }) => inCheckout(source, folder) ?? []),
  ];
  const shared = sharedBy(tree, files, services);
  const written = writes(tree, binds, paths);
  const allow = [
    ...written.allow,
    ...outside,
    ...services.flatMap(({ service }) => RIGHTS.flatMap(([right, needs]) => (needs(service) ? [right] : []))),
    ...shared.map(({ right }) => right),
  ];
  const checks = new Set([...written.checks, ...shared.map(({ check }) => check)]);
  return { allow: [...new Set(allow)], checks: [...checks] };
}

/** Values of services that need a right, by the right. */
const RIGHTS: readonly (readonly [right: string, needs: (service: ComposeService) => boolean])[] = [
  ["privileged", ({ privileged }) => privileged === true],
  ["host-network", ({ network_mode }) => network_mode === "host"],
  ["capabilities", ({ cap_add }) => Array.isArray(cap_add)],
  ["unconfined", ({ security_opt }) => listed(security_opt).some((option) => !CONFINED.test(String(option)))],
  [
    "devices",
    ({ devices, gpus, deploy }) =>
      Array.isArray(devices) ||
      gpus !== undefined ||
      Object(deploy).resources?.reservations?.devices !== undefined,
  ],
  ["host-processes", ({ pid, ipc }) => pid === "host" || ipc === "host"],
  ["drivers", ({ logging }) => !/^(?:json-file|local|none)$/.test(Object(logging).driver ?? "local")],
];
/** Options that keep a container confined. */
const CONFINED = /^(?:no-new-privileges(?:[:=]true)?|apparmor[:=]docker-default)$/;
const listed = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Whether a database may write to a mount and keeps its data there. */
const holdsData = ({ image }: Composed, { target, isReadOnly }: Mount): boolean =>
  keepsData(programOf(image ?? ""), target) && !isReadOnly;

/**
 * Whether a database's data is mounted from a folder without files of the checkout. Each start has a volume in its place
 * (`stack/compose/datafolders.ts`), also for other services that mount the folder.
 */
const isStored = (tree: Tree, { path, service, ...mount }: Bind, binds: readonly Bind[]): boolean =>
  holdsData(service, mount) &&
  !service.service.user &&
  !tree.paths.some((file) => isBelow(file, path) && !isPlaceholder(file)) &&
  !binds.some((other) => other.path !== path && isBelow(other.path, path));

/**
 * What files share with other projects or with the other side, the right that it needs, and a sentence about it. Each start has
 * volumes of its own for the data of databases.
 */
function sharedBy(tree: Tree, files: readonly string[], services: readonly Composed[]) {
  const held = services.flatMap((one) =>
    mountsOf(one.service).flatMap((mount) => (!mount.isBind && holdsData(one, mount) ? [mount.source] : [])),
  );
  return (["networks", "volumes", "configs", "secrets"] as const).flatMap((section) =>
    declaredIn(tree, files, section).flatMap(({ name, external, ipam }) => {
      const kind = section.slice(0, -1);
      if (external !== undefined && external !== false) {
        if (section === "volumes" && held.includes(name)) return [];
        const check = `the ${kind} ${name} is external: it has to exist on the machine, and base and head share it.`;
        return [{ right: "external", check }];
      }
      if (Object(ipam).config === undefined) return [];
      const check = `the ${kind} ${name} has a fixed range of addresses, which base and head cannot have at once.`;
      return [{ right: "network-settings", check }];
    }),
  );
}

/** The right that a mount from outside of the checkout needs; null inside. */
function hostRight(source: string, folder: string): string | null {
  if (/(?:docker|containerd|podman)\.sock$|^\/(?:(?:var\/)?run\/?|var\/?)?$/.test(source))
    return "engine-socket";
  return inCheckout(source, folder) === null ? "host-files" : null;
}

/**
 * The rights of services that write to the checkout. A mount of the whole checkout is read-only without
 * `checkout-writes`. Of a folder that a service may write to, nothing else may be mounted without `host-files`.
 *
 * @param paths of all mounts, configs and secrets in the checkout
 */
function writes(tree: Tree, binds: readonly Bind[], paths: readonly string[]): Rights {
  const below = (folder: string) => paths.find((path) => path !== folder && isBelow(path, folder));
  const writable = binds.filter(({ isReadOnly }) => !isReadOnly);
  const whole = writable.filter(({ path }) => path === ".");
  const nested = writable.find(({ path }) => path !== "." && below(path) !== undefined);
  const inWhole = whole.length === 0 ? undefined : below(".");
  const writer = whole.find((bind) => mustWrite(tree, bind));
  const lying = (folder: string, path: string, name: string) =>
    `host-files lets ${path} be mounted from ${folder}, which ${name} may write to: \`:ro\` at each mount of ${folder} makes it unnecessary.`;
  return {
    allow: [
      ...(whole.length > 0 && (inWhole === undefined || writer !== undefined) ? ["checkout-writes"] : []),
      ...(nested !== undefined || (inWhole !== undefined && writer !== undefined) ? ["host-files"] : []),
    ],
    checks: [
      ...(nested === undefined ? [] : [lying(nested.path, below(nested.path)!, nested.service.name)]),
      ...(inWhole === undefined
        ? []
        : writer !== undefined
          ? [lying("the checkout", inWhole, writer.service.name)]
          : [
              `the checkout is read-only in ${whole[0]!.service.name}, because ${inWhole} of it is mounted as well: if it writes there, \`allow: [checkout-writes, host-files]\` lets it.`,
            ]),
    ],
  };
}

/** Starts of Node.js and Go that write what they compile. */
const COMPILES = /\bCompileDaemon\b|\btsc\b(?!.*--noEmit)|\b(?:npm|yarn|pnpm|bun)(?: run)? build\b/;

/**
 * Whether a service cannot start with a checkout that is read-only: PHP frameworks write their caches there, mounts need folders,
 * and a start may compile.
 */
function mustWrite(tree: Tree, { path, target, service }: Bind): boolean {
  const top = target.replace(/\/$/, "");
  const lacks = mountsOf(service.service).some(({ target: other }) => {
    if (!other.startsWith(`${top}/`)) return false;
    const at = join(path, other.slice(top.length + 1).replace(/\/$/, ""));
    return !tree.paths.some((one) => one === at || isBelow(one, at));
  });
  const command = commandOf(tree, service);
  const compiles = COMPILES.test(`${command}\n${scriptsOf(tree, service, command)}`);
  return lacks || compiles || tree.has(join(path, "composer.json"));
}
