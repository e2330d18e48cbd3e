import { own } from "../../base/own.ts";
import type { Base } from "../../git/base.ts";
import { isAsIn } from "../../git/changes.ts";
import type { Checkout } from "../../git/git.ts";
import type { Composed } from "../../model/run.ts";
import { SIDES, type Side } from "../../model/schedule.ts";

/**
 * Whether both sides run the same images, and mount no file of the checkout that differs between them, so that nothing of
 * the change runs. False where that is not known, and of other stacks than those of Compose.
 */
export async function areAlike(
  composed: Readonly<Partial<Record<Side, Composed>>>,
  base: Base,
  checkout: Checkout,
): Promise<boolean> {
  const [before, after] = SIDES.map((side) => composed[side]);
  if (!before?.mounted || !after?.mounted) return false;
  const names = new Set([before, after].flatMap(({ services }) => Object.keys(services)));
  const isSame = [...names].every((name) => own(before.services, name)?.id === own(after.services, name)?.id);
  return isSame && (await isAsIn(checkout, base.sha, [...before.mounted, ...after.mounted]));
}
