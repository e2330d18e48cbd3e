import { Interrupted, isExpected } from "../../base/errors.ts";
import { own } from "../../base/own.ts";
import type { Base } from "../../git/base.ts";
import { isAsIn } from "../../git/changes.ts";
import type { Checkout } from "../../git/git.ts";
import type { Composed } from "../../model/run.ts";
import { SIDES, type Side } from "../../model/schedule.ts";

/**
 * Whether both sides run the same images by the same Compose files, and mount no file of the checkout that differs between them,
 * so that nothing of the change runs. False where that is not known, and of other stacks than those of Compose.
 *
 * @param files of Compose, by their paths in the checkout
 */
export async function areAlike(
  composed: Readonly<Partial<Record<Side, Composed>>>,
  files: readonly string[],
  base: Base,
  checkout: Checkout,
): Promise<boolean> {
  const [before, after] = SIDES.map((side) => composed[side]);
  if (!before?.mounted || !after?.mounted) return false;
  const names = new Set([before, after].flatMap(({ services }) => Object.keys(services)));
  const isSame = [...names].every((name) => {
    const [one, other] = [before, after].map(({ services }) => own(services, name)?.content);
    return one !== undefined && one === other;
  });
  if (!isSame) return false;
  try {
    return await isAsIn(checkout, base.sha, [...files, ...before.mounted, ...after.mounted]);
  } catch (error) {
    if (!isExpected(error) && !(error instanceof Interrupted)) throw error;
    return false; // what was measured is not lost for it
  }
}
