import { explain } from "../../base/errors.ts";
import { type Log, logTo } from "../../base/log.ts";
import { pageOf } from "../../base/page.ts";
import { VERSION } from "../../base/version.ts";
import type { World } from "../../base/world.ts";
import { workOf } from "../../compare/causes/flame.ts";
import type { Comparison } from "../../model/comparison.ts";
import { isItem } from "../../model/item.ts";
import type { Frame } from "../../model/profiling.ts";
import type { Run } from "../../model/run.ts";
import type { ProfiledWorkload, WhyPage } from "../../model/why.ts";
import { explainedOne } from "../../report/causes.ts";
import { context } from "../../report/context.ts";
import { plainText } from "../../report/escape.ts";
import { headline } from "../../report/headline.ts";
import { writeText } from "../../store/files.ts";
import { inside, typedPath } from "../paths.ts";
import { pageTemplate } from "../template.ts";

/** Longest name on the page, in characters. */
const NAME = 200;
/** Longest statement on the page, in characters. */
const STATEMENT = 2_000;
const name = (text: string) => plainText(text, NAME);

/** The data of the page that explains a verdict; null where nothing was profiled. */
export function whyPage(run: Pick<Run, "profiling">, comparison: Comparison): WhyPage | null {
  const { profiling } = run;
  const { causes = [] } = comparison;
  const workloads = (profiling?.workloads ?? []).flatMap((of) => {
    const found = causes.find(isItem(of));
    if (found === undefined) return [];
    return [{ ...explainedOne(found, { name }), ...shown(workOf(of, profiling!.changes, found.causes)) }];
  });
  if (workloads.length === 0) return null;
  return {
    title: plainText(headline(comparison).title.replaceAll("`", ""), 600),
    compared: context(comparison, name),
    steelyard: VERSION,
    workloads,
  };
}

/** Names come from the change: they are shown, and nothing more. */
const shown = ({ services, statements, waits }: ProfiledWorkload): ProfiledWorkload => ({
  services: services.map(({ frames, ...tree }) => ({ ...tree, frames: frames.map(shownFrame) })),
  statements: statements.map((one) => ({ ...one, text: plainText(one.text, STATEMENT) })),
  waits: waits.map((one) => ({ ...one, name: name(one.name), place: name(one.place) })),
});

const shownFrame = (frame: Frame): Frame => ({
  name: name(frame.name),
  file: frame.file === null ? null : name(frame.file),
  line: frame.line,
});

/** The page's data as they are made; null, with a warning, where that fails: no verdict is lost for it. */
export async function pageOrNone(
  make: () => Promise<WhyPage | null>,
  log: Pick<Log, "warn">,
): Promise<WhyPage | null> {
  try {
    return await make();
  } catch (error) {
    log.warn(`there is no page that explains the verdict: ${explain(error)}`);
    return null;
  }
}

/** The page as one file. */
export const whyText = async (data: WhyPage): Promise<string> => pageOf(await pageTemplate("why.html"), data);

/** Writes the page next to a comparison; nothing where nothing was profiled, or the page cannot be made. */
export async function writeWhy(
  world: World,
  run: Pick<Run, "profiling">,
  comparison: Comparison,
  out: string,
): Promise<void> {
  const log = logTo(world.err);
  const data = await pageOrNone(async () => whyPage(run, comparison), log);
  if (data === null) return;
  const path = inside(world.cwd, out, "why");
  await writeText(path, await whyText(data));
  log.info(`wrote ${typedPath(world.cwd, path)}: flame graphs and statements`);
}
