import { wrongOption } from "../base/errors.ts";
import { own } from "../base/own.ts";
import { seconds, shardOf } from "../commands/options.ts";

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
    return this.#parsed(name, "a comma-separated list, such as a,b", (text) => {
      const items = text.split(",").map((item) => item.trim());
      return items.includes("") ? undefined : items;
    });
  }

  whole(name: string, least: number, most: number): number | undefined {
    return this.#parsed(name, `a whole number from ${least} to ${most}`, (text) =>
      ranged(text, /^\d+$/, least, most),
    );
  }

  number(name: string, least: number, most: number): number | undefined {
    return this.#parsed(name, `a number from ${least} to ${most}`, (text) =>
      ranged(text, /^\d*\.?\d+$/, least, most),
    );
  }

  given(name: string): boolean {
    return own(this.values, name) === true;
  }

  /** "8m" → 480. */
  duration(name: string): number | undefined {
    return this.#parsed(name, "a duration such as 90s or 8m", (text) => seconds(text) || undefined);
  }

  oneOf<const T extends string>(name: string, allowed: readonly T[]): T | undefined {
    return this.#parsed(name, `one of: ${allowed.join(", ")}`, (text) => allowed.find((one) => one === text));
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
    return this.#parsed(name, "a shard such as 2/4: the second of four", shardOf);
  }

  /** What `parse` makes of a text; undefined when it was not given. @throws SteelyardError (user) where it makes nothing */
  #parsed<T>(name: string, wanted: string, parse: (text: string) => T | undefined): T | undefined {
    const text = this.text(name);
    const found = text === undefined ? undefined : parse(text);
    if (text !== undefined && found === undefined) throw wrong(name, text, wanted);
    return found;
  }
}

/** The number that a text is, if it has the form and is within bounds. */
function ranged(text: string, form: RegExp, least: number, most: number): number | undefined {
  const number = form.test(text) ? Number(text) : Number.NaN;
  return number >= least && number <= most ? number : undefined;
}

export const wrong = (name: string, found: string, wanted: string) =>
  wrongOption(name, found, `give ${wanted}`);
