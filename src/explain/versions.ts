import type { PackageUpdate } from "../model/cause.ts";
import type { Profiled } from "../model/profiling.ts";
import { SIDES } from "../model/schedule.ts";

/** The packages of services whose profiles have other versions of them on head than on base. */
export function installedUpdates(workloads: readonly Pick<Profiled, "profiles">[]): PackageUpdate[] {
  const [base, head] = SIDES.map((of) => {
    const profiles = workloads.flatMap((one) => one.profiles.filter(({ side }) => side === of));
    return new Map(
      profiles.flatMap(({ service, versions = {} }) =>
        Object.entries(versions).map(([name, version]) => [`${service} ${name}`, { name, version }] as const),
      ),
    );
  });
  return [...head!].flatMap(([key, { name, version }]) => {
    const before = base!.get(key)?.version;
    return before === undefined || before === version ? [] : [{ name, base: before, head: version }];
  });
}
