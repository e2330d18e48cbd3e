import { userError } from "../../../base/errors.ts";

/** A trial for k6-operator, as its manifests need it. */
export interface Manifested {
  /** Name of the workload. */
  readonly name: string;
  readonly segments: number;
  /** Of k6, such as "1.8.1". */
  readonly version: string;
  /** The script with all its files, without its environment. */
  readonly archive: Uint8Array;
  /** Variables of the script. */
  readonly env: Readonly<Record<string, string>>;
  /** Names of variables with secret values: they come from a Secret. */
  readonly secrets: readonly string[];
  /** Identifies script and settings, so that logs of another trial are noticed. */
  readonly id: string;
}

/** Bytes that a ConfigMap can hold. */
const MOST_BYTES = 1_048_576;
/** The key of the script in its ConfigMap. */
const ARCHIVE = "script.tar";
/** k6's arguments: a log that can be read, and no report to its makers. */
const ARGS = ["--log-format", "json", "--no-color", "--no-usage-report"];

/** The name of a workload's objects: lower case, at most 50 characters, so that the names of its pods are valid too. */
export const objectName = (workload: string): string =>
  `steelyard-${workload.toLowerCase().replace(/[^a-z0-9]+/g, "-")}`.slice(0, 50).replace(/-+$/, "");

/** The name of the Secret with the headers of endpoints. */
export const secretName = (workload: string): string => `${objectName(workload)}-headers`;

/**
 * A ConfigMap with the script and the `TestRun` that runs it, as a `List` in JSON, which `kubectl apply -f` takes.
 *
 * Every runner has a node of its own (`separate`) and a core that nobody shares, because a generator that waits for the
 * CPU measures itself. There is no `cleanup: post`: it would remove the pods with their logs, which hold the figures.
 *
 * @throws SteelyardError (user) for a script that no ConfigMap can hold
 */
export function manifests(of: Manifested): object {
  const { name, segments, version, archive, env, secrets, id } = of;
  if (archive.byteLength > MOST_BYTES) {
    throw userError(`The script of the workload "${name}" has ${archive.byteLength} bytes with its files.`, {
      where: `workloads.${name}.k6`,
      remedy: `a ConfigMap holds ${MOST_BYTES}: let the script open less, or generate its data`,
    });
  }
  const metadata = (called: string) => ({
    name: called,
    labels: { "app.kubernetes.io/managed-by": "steelyard" },
    annotations: { "steelyard/id": id },
  });
  const called = objectName(name);
  const secret = (variable: string) => ({
    name: variable,
    valueFrom: { secretKeyRef: { name: secretName(name), key: variable } },
  });
  return {
    apiVersion: "v1",
    kind: "List",
    items: [
      {
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata: metadata(called),
        binaryData: { [ARCHIVE]: Buffer.from(archive).toString("base64") },
      },
      {
        apiVersion: "k6.io/v1alpha1",
        kind: "TestRun",
        metadata: metadata(called),
        spec: {
          parallelism: segments,
          separate: true,
          script: { configMap: { name: called, file: ARCHIVE } },
          args: ARGS,
          runner: {
            image: `grafana/k6:${version}`,
            env: [
              ...Object.entries(env).map(([variable, value]) => ({ name: variable, value: literal(value) })),
              ...secrets.map(secret),
            ],
            resources: { requests: { cpu: "1", memory: "512Mi" } },
          },
        },
      },
    ],
  };
}

/** A value that Kubernetes does not expand: it reads $(NAME) as a variable, and $$ as a dollar. */
const literal = (value: string) => value.replaceAll("$", "$$$$");
