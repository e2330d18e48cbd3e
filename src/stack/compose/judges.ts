import type { Mapping } from "./resolved.ts";

/** Whether a value is harmless. `siblings` is the mapping that holds it, `key` its key there. */
export type Test = (value: unknown, siblings: Mapping, key: string) => boolean;

/**
 * The meaning of a string: the path of a file on this machine, harmless because it is no path, or unknown.
 *
 * A path is as Compose resolves it. A relative one begins at the folder in `from`.
 */
export type Kind = { readonly path: string; readonly from?: string } | "harmless" | "unknown";

/** The values of a key that need no permission. */
export type Harmless =
  /** Every value: it has no effect outside of the container. */
  | { readonly kind: "any" }
  /** Every value: the key is removed from the model before the start. */
  | { readonly kind: "removed" }
  /** Only an empty value. */
  | { readonly kind: "unset" }
  /** Values that pass the test, and empty ones. */
  | { readonly kind: "only"; readonly words: string; readonly test: Test }
  /** Paths inside the checkout after all links are followed. */
  | { readonly kind: "path"; readonly of: (value: string, siblings: Mapping) => Kind };

export const ANY: Harmless = { kind: "any" };
export const REMOVED: Harmless = { kind: "removed" };
export const UNSET: Harmless = { kind: "unset" };
/** Always a path. */
export const FILE: Harmless = { kind: "path", of: (path) => ({ path }) };

export const only = (words: string, test: Test): Harmless => ({ kind: "only", words, test });
/** One of these words. */
export const oneOf = (...words: readonly string[]): Harmless =>
  only(words.join(", "), (value) => typeof value === "string" && words.includes(value));
/** A text that matches the form. */
export const like = (words: string, form: RegExp): Harmless =>
  only(words, (value) => typeof value === "string" && form.test(value));
/** Any value of matching keys. */
const keyed = (form: RegExp): Harmless => only("other keys", (_value, _siblings, key) => form.test(key));

/** Whether a value is empty, as Compose prints it for a key that no file sets. */
export function empty(value: unknown): boolean {
  if (value === null || value === undefined || value === false || value === "" || value === 0) return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}

/** Capabilities that every container has unless they are dropped (moby: `oci/caps/defaults.go`). */
const ORDINARY_CAPABILITIES =
  /^(CAP_)?(AUDIT_WRITE|CHOWN|DAC_OVERRIDE|FOWNER|FSETID|KILL|MKNOD|NET_BIND_SERVICE|NET_RAW|SETFCAP|SETGID|SETPCAP|SETUID|SYS_CHROOT)$/i;
export const CAPABILITY = like("the default capabilities of containers", ORDINARY_CAPABILITIES);

/** Options that remove rights, or name the engine's own profile. */
export const CONFINEMENT = like(
  "no-new-privileges, and the engine's own profile",
  /^(no-new-privileges([:=]true)?|apparmor[:=]docker-default)$/,
);

/** Kernel settings that each container has separately (runc: `libcontainer/configs/validate`). */
export const OWN_SYSCTLS = keyed(/^(net\.|fs\.mqueue\.|kernel\.(msgmax|msgmnb|msgmni|sem|shm\w+)$)/);

/** Limits that restrict a process. `rtprio` and `nice` would give it priority over other processes of the machine. */
export const ULIMITS = keyed(
  /^(as|core|cpu|data|fsize|locks|memlock|msgqueue|nofile|nproc|rss|sigpending|stack)$/,
);

export const NETWORK_OPTIONS = keyed(
  /^com\.docker\.network\.(driver\.mtu|enable_ipv[46]|bridge\.(enable_icc|enable_ip_masquerade))$/,
);

export const LOG_OPTIONS = keyed(
  /^(max-size|max-file|compress|labels|labels-regex|env|env-regex|tag|mode|max-buffer-size)$/,
);

/** A quota. Other options belong to the storage driver. */
export const SIZE_ONLY = only("a size", (value) =>
  Object.keys(Object(value)).every((option) => option === "size"),
);

/** A volume in memory. Other options of the local driver mount any path, with root's rights. */
export const MEMORY_VOLUME = only("a tmpfs", (value) => {
  const { type, device, o = "", ...more } = Object(value) as Mapping;
  const known = /^(?:(?:size|uid|gid|mode|nr_inodes)=\w+%?|noexec|nosuid|nodev|)$/;
  const plain = String(o)
    .split(",")
    .every((option) => known.test(option));
  return type === "tmpfs" && (device === "tmpfs" || device === "none") && plain && empty(more);
});

/** Names that the engine does not take for a path: a volume called `/etc` mounts that folder. */
const PLAIN = /^[A-Za-z0-9][A-Za-z0-9_.-]*$/;

/** The source of a mount, which is a path only for bind mounts. */
export const MOUNTED: Harmless = {
  kind: "path",
  of(source, { type }) {
    if (type === "bind") return { path: source };
    if (type === "image") return "harmless";
    return type === "volume" && PLAIN.test(source) ? "harmless" : "unknown";
  },
};

/** Contexts that the builder fetches itself, as with `ADD` and `FROM` in any Dockerfile. */
const FETCHED = /^(https?:\/\/|docker-image:\/\/|(service|target):[\w.-]+$)/;
const SCHEME = /^([A-Za-z][A-Za-z0-9+.-]*:|[^/]*@)/;
const contextKind = (context: string): Kind => {
  if (FETCHED.test(context)) return "harmless";
  return SCHEME.test(context) ? "unknown" : { path: context };
};
export const CONTEXT: Harmless = { kind: "path", of: contextKind };

/** A Dockerfile is in the folder of its context. For a fetched context it was fetched too. */
export const DOCKERFILE: Harmless = {
  kind: "path",
  of(file, { context }) {
    const kind = contextKind(String(context));
    return typeof kind === "string" ? kind : { path: file, from: kind.path };
  },
};

/** Images whose layers are reused. Other kinds of caches read and write folders of this machine. */
export const CACHED_IMAGE = like("an image", /^(type=registry,ref=)?[\w./:@-]+$/);

export const VOLUMES_OF = like("services of the project", /^(?!container:)[\w.-]+(:r[ow])?$/);
export const NETWORK_OF = like("none, service:NAME", /^(none|service:[\w.-]+)$/);
export const PROCESSES_OF = like("service:NAME", /^service:[\w.-]+$/);
export const MEMORY_OF = like(
  "none, private, shareable, service:NAME",
  /^(none|private|shareable|service:[\w.-]+)$/,
);
export const NOT_BEFORE_OTHERS = only("0 and more", (value) => Number(value) >= 0);
/** `external` rejects the networks of others. These two are not networks of a project at all. */
export const NETWORK_NAME = only("not host", (value, { external }) => empty(external) || value !== "host");
export const EXTERNAL_VOLUME_NAME = only(
  "a name",
  (value, { external }) => empty(external) || PLAIN.test(String(value)),
);
