import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { say } from "../dev/command.ts";
import { writeWhole } from "../exec/linkless.ts";

/** The outcomes so far: a file of lines of JSON, so that an interrupted run continues there. */
export class Outcomes<T extends { readonly key: string }> {
  readonly all: T[] = [];
  private readonly file: string;

  /** @param earlier files of outcomes that count first */
  constructor(file: string, ...earlier: readonly string[]) {
    this.file = file;
    mkdirSync(dirname(file), { recursive: true });
    for (const one of [...earlier, file].flatMap(outcomesIn<T>)) if (!this.has(one.key)) this.all.push(one);
  }

  /** Writes all of them to a file. */
  async publish(file: string): Promise<void> {
    await writeWhole(file, this.all.map((one) => `${JSON.stringify(one)}\n`).join(""));
    say(`kept in ${file}`);
  }

  has(key: string): boolean {
    return this.all.some((one) => one.key === key);
  }

  add(outcome: T): void {
    this.all.push(outcome);
    appendFileSync(this.file, `${JSON.stringify(outcome)}\n`);
  }
}

/** The outcomes in a file, without a last line that was not finished. */
export function outcomesIn<T>(file: string): T[] {
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  return text.split("\n").flatMap((line) => (line.endsWith("}") ? [JSON.parse(line) as T] : []));
}
