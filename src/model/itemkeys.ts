import { Name } from "./stack.ts";

/** The keys by which published results name their workload and variant. */
export const ItemKeys = {
  workload: Name.meta({ description: "name of the workload" }),
  variant: Name.nullable().meta({ description: "name of its variant; null where it has none" }),
};
