import { readFileSync } from "node:fs";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The test runner's order, slow files first, with the files that need the container engine spread over it: they take
 * turns (src/testing/engine.ts), and two that begin together would keep a worker waiting.
 */
export default class Order extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const engine = sorted.filter(({ moduleId }) => needsEngine(readFileSync(moduleId, "utf8")));
    const others = sorted.filter((file) => !engine.includes(file));
    const pure = others.filter(({ project }) => PURE.includes(project.name));
    const outside = others.filter((file) => !pure.includes(file));
    return [...pure, ...spread(engine, outside)];
  }
}

/** Projects of tests that start nothing. */
const PURE = ["unit", "long"];
const needsEngine = (text: string) => /from "[./]+\/testing\/engine\.ts"/.test(text);

/** Both lists merged in order, with `some` spread evenly over `others`, beginning with one of `some`. */
export function spread<T>(some: readonly T[], others: readonly T[]): T[] {
  const between = others.length / Math.max(1, some.length);
  const parts = some.flatMap((one, k) => [
    one,
    ...others.slice(Math.round(k * between), Math.round((k + 1) * between)),
  ]);
  return some.length === 0 ? [...others] : parts;
}
