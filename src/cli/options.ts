import { userError } from "../base/errors.ts";
import { own } from "../base/own.ts";
import { seconds } from "../commands/options.ts";

/** An option of the command line, as its help and its parser both see it. */
export interface Flag {
  readonly name: string;
  /** Placeholder of its value; a switch has none. */
  readonly value?: string;
  readonly help: string;
  readonly many?: boolean;
  /** Whether it may stand without its value, which is empty then. */
  readonly bare?: boolean;
  readonly fallback?: string;
}

/** Values given for one verb. */
export class Given {
  private readonly values: Readonly<Record<string, unknown>>;
  readonly positionals: readonly string[];

  constructor(values: Readonly<Record<string, unknown>>, positionals: readonly string[]) {
    this.values = values;
    this.positionals = positionals;
  }

  text(name: string): string | undefined {
    const value = own(this.values, name);
    return typeof value === "string" ? value : undefined;
  }

  /** For a flag with a fallback. */
  sure(name: string): string {
    return this.text(name) ?? "";
  }

  many(name: string): string[] {
    const value = own(this.values, name);
    return Array.isArray(value) ? value.map(String) : [];
  }

  /** A comma-separated list; undefined when it was not given. */
  list(name: string): string[] | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const items = text.split(",").map((item) => item.trim());
    if (items.some((item) => item === "")) throw wrong(name, text, "a comma-separated list, such as a,b");
    return items;
  }

  whole(name: string, least: number, most: number): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (number >= least && number <= most) return number;
    throw wrong(name, text, `a whole number from ${least} to ${most}`);
  }

  number(name: string, least: number, most: number): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const number = /^\d*\.?\d+$/.test(text) ? Number(text) : Number.NaN;
    if (number >= least && number <= most) return number;
    throw wrong(name, text, `a number from ${least} to ${most}`);
  }

  given(name: string): boolean {
    return own(this.values, name) === true;
  }

  /** "8m" → 480. */
  duration(name: string): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const found = seconds(text);
    if (found !== undefined && found > 0) return found;
    throw wrong(name, text, "a duration such as 90s or 8m");
  }

  oneOf<const T extends string>(name: string, allowed: readonly T[]): T | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const found = allowed.find((one) => one === text);
    if (found === undefined) throw wrong(name, text, `one of: ${allowed.join(", ")}`);
    return found;
  }

  /** NAME=VALUE pairs. */
  pairs(name: string): Record<string, string> {
    const pairs: Record<string, string> = {};
    for (const text of this.many(name)) {
      const [, key, value] = /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/s.exec(text) ?? [];
      if (key === undefined || value === undefined) throw wrong(name, text, "NAME=VALUE");
      pairs[key] = value;
    }
    return pairs;
  }

  /** "2/4" → { index: 2, of: 4 }. */
  shard(name: string): { index: number; of: number } | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const [, index, of] = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(text) ?? [];
    if (index === undefined || of === undefined || Number(index) > Number(of)) {
      throw wrong(name, text, "a shard such as 2/4: the second of four");
    }
    return { index: Number(index), of: Number(of) };
  }
}

export const wrong = (name: string, found: string, wanted: string) =>
  userError(`--${name} got "${found.slice(0, 80)}".`, {
    where: "the command line",
    remedy: `give ${wanted}`,
  });
