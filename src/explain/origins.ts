import type { DiffLines, StatementOrigin } from "../model/profiling.ts";

/** Files that execute nothing: of others, made by a build, for tests, or prose. */
const ASIDE =
  /(?:^|\/)(?:dist|build|vendor|node_modules|docs?|tests?|__tests__|specs?|fixtures)\/|\.(?:md|lock|map|snap|svg|txt|log)$|\.min\.\w+$|lock\.(?:json|ya?ml)$|[._-](?:test|spec)\.\w+$/i;
/** Longer lines are data. */
const LONGEST_LINE = 500;
/** Words of SQL, which are no names. */
const SQL = new Set(
  "select from where and or not in is null as on join inner left right outer full cross order group by having limit offset insert into values update set delete returning distinct asc desc case when then else end count sum min max avg coalesce lower upper like ilike between exists union all any with for".split(
    " ",
  ),
);
/** Lines that only name what another file has. */
const IMPORT =
  /^\s*(?:import\b|from\s+\S+\s+import\b|use\s|using\s|#include\b|require(?:_relative)?\s|(?:const|let|var)\s[^=]*=\s*require\()/;
/** A call of a method, as code asks a database: `.findOne(`. */
const CALL = /\.\s*\w+\s*[(`<]/;
/** The share of a statement's names that lines have where they are its source. */
const ENOUGH = 0.5;
/** How much more the form of a name counts, and how much less a file of migrations. */
const [IN_FORM, IN_SQL] = [0.25, 0.1];

const WORD = /[A-Za-z_]\w*/g;
const wordsOf = (line: string) => new Set(line.toLowerCase().match(WORD));

/** The first of the elements with the highest count. */
function maxBy<T>(all: readonly T[], count: (one: T) => number): T | undefined {
  const counts = all.map(count);
  return all[counts.indexOf(Math.max(...counts))];
}

/** Tables: names after FROM, JOIN, INTO and UPDATE, without their schema; not the short ones of expressions. */
const TABLE = /\b(?:from|join|into|update)\s+(?:only\s+)?(?:["`[]?\w+["`\]]?\.)?["`[]?([A-Za-z_]\w{2,})/gi;
/** Names that TypeORM gives tables in a statement: the classes of their entities. */
const ALIAS = /\b(?:FROM|JOIN)\s+"\w+"\s+"([A-Z]\w{2,})"/g;
/** Functions that have a FROM of their own: `EXTRACT(epoch FROM at)`. */
const OF_FUNCTIONS = /\b(?:extract|trim|substring|overlay)\s*\([^()]*\)/gi;

/** Names that mean the same: todo_items, todoItems, TodoItem. */
const plain = (name: string): string =>
  name
    .replaceAll("_", "")
    .toLowerCase()
    .replace(/ies$/, "y")
    .replace(/(?<!s)s$/, "");

/** The name that a getter has: a relation that is loaded when it is asked for (`order.getItems()`). */
const withoutGet = (word: string): string => word.replace(/^get(?=[A-Z])/, "");

/** What code may call a table. */
interface Called {
  /** Plain. */
  readonly name: string;
  /** Whether it is the last part of the table's name, which code has as a class: `OrderItem` of `shop_orderitem` (Django). */
  readonly isPart: boolean;
}

function namesOf(table: string): Called[] {
  const parts = table.split("_");
  const lasts = parts.map((_, i) => parts.slice(i).join("_")).filter((last) => last.length > 2);
  return lasts.map((last) => ({ name: plain(last), isPart: last !== table }));
}

interface Found {
  readonly origin: StatementOrigin;
  readonly score: number;
}

/**
 * The lines of a change that a statement may come from. They have at least half of its names, or its table in the
 * form of a name (quoted, a property, a class). A hint and no proof: of libraries that write SQL nothing says which line asked
 * them to.
 *
 * @param texts statements, normalised
 */
export function originsOf(texts: readonly string[], added: readonly DiffLines[]): StatementOrigin[] {
  const blocks = added
    .filter(({ file }) => !ASIDE.test(file))
    .map((block) => {
      const lines = block.lines.map((line) => (line.length > LONGEST_LINE ? "" : line));
      const words = new Set(lines.flatMap((line) => [...wordsOf(line)]));
      return { ...block, words, lineOf: lineFinder(lines) };
    });
  return texts.flatMap((text) => {
    const clauses = text.replace(OF_FUNCTIONS, "");
    const tables = [...clauses.matchAll(TABLE)].flatMap(([, table = ""]) => namesOf(table));
    const aliases = [...clauses.matchAll(ALIAS)].map(([, alias = ""]) => ({
      name: plain(alias),
      isPart: true,
    }));
    tables.push(...aliases);
    tables.sort((a, b) => Number(a.isPart) - Number(b.isPart));
    const names = [...new Set(text.toLowerCase().match(WORD) ?? [])].filter((word) => !SQL.has(word));
    const found = blocks.flatMap(({ file, from, words, lineOf }): Found[] => {
      const namesAmong = (all: ReadonlySet<string>) => names.filter((name) => all.has(name)).length;
      const share = namesAmong(words) / Math.max(1, names.length);
      const naming = tables.map((table) => lineOf(table)).filter((lines) => lines.length > 0);
      const equal = naming.find(([first]) => first!.isInForm) ?? naming[0] ?? [];
      const one = maxBy(equal, ({ line }) => namesAmong(wordsOf(line)));
      if (one === undefined || (share < ENOUGH && !one.isInForm)) return [];
      const score = share + (one.isInForm ? IN_FORM : 0) - (file.endsWith(".sql") ? IN_SQL : 0);
      return [{ origin: { text, file, line: from + one.i, name: one.name }, score }];
    });
    return found
      .sort((a, b) => b.score - a.score)
      .slice(0, 1)
      .map(({ origin }) => origin);
  });
}

/**
 * The lines of a change that call a method of gRPC: `.getProduct(` for `POST stock:5001/shop.Stock/GetProduct`.
 *
 * @param texts calls of other services
 */
export function callOriginsOf(texts: readonly string[], added: readonly DiffLines[]): StatementOrigin[] {
  const blocks = added.filter(({ file }) => !ASIDE.test(file));
  return texts.flatMap((text) => {
    const [, method] = /\/(\w+)$/.exec(text) ?? [];
    if (method === undefined) return [];
    const called = new RegExp(`(?<=\\.)${method}(?=\\s*\\()`, "i");
    const found = blocks.flatMap(({ file, from, lines }) =>
      lines.flatMap((line, i) => {
        const name = line.length > LONGEST_LINE ? undefined : called.exec(line)?.[0];
        return name === undefined ? [] : [{ text, file, line: from + i, name }];
      }),
    );
    return found.slice(0, 1);
  });
}

/** Calls and options by which code has related rows read along with others: Django, SQLAlchemy, Rails, Laravel, Prisma, TypeORM, EF. */
const EAGER =
  /\b(?:(?:select|prefetch)_related|(?:joined|selectin|subquery|eager_)load|includes|preload|with(?=[(:])|populate|include|relations|(?:left|inner)JoinAndSelect|withGraphFetched|Include|ThenInclude)\b/;

/**
 * The removed lines that had made statements unnecessary: `select_related("author")` for those that read `shop_author`. A name
 * that is in an added line of the file as well has only moved.
 */
export function removedOriginsOf(
  texts: readonly string[],
  { added, removed }: { readonly added: readonly DiffLines[]; readonly removed: readonly DiffLines[] },
): StatementOrigin[] {
  const namesIn = (line: string) => (line.match(WORD) ?? []).flatMap((word) => word.split("__"));
  const gone = removed.flatMap(({ file, from, lines }) => {
    if (ASIDE.test(file) || !EAGER.test(lines.join("\n"))) return [];
    const kept = new Set(added.flatMap((one) => (one.file === file ? one.lines.flatMap(namesIn) : [])));
    return lines.flatMap((line, i) => {
      if (line.length > LONGEST_LINE || IMPORT.test(line)) return [];
      return namesIn(line).flatMap((name) => (kept.has(name) ? [] : [{ file, line: from + i, name }]));
    });
  });
  return texts.flatMap((text): StatementOrigin[] => {
    const [, table = ""] = text.matchAll(TABLE).next().value ?? [];
    const names = new Set(namesOf(table).map(({ name }) => name));
    const found = gone.find(({ name }) => names.has(plain(name)));
    return found === undefined ? [] : [{ text, ...found, removed: true }];
  });
}

/** A line, from 0, and the words in it that have one plain name. */
interface Naming {
  readonly i: number;
  readonly line: string;
  readonly words: string[];
}

/** Lines by the plain names in them; not imports. */
function linesByName(lines: readonly string[]): ReadonlyMap<string, readonly Naming[]> {
  const found = new Map<string, Naming[]>();
  for (const [i, line] of lines.entries()) {
    if (IMPORT.test(line)) continue;
    for (const word of line.match(WORD) ?? []) {
      const name = plain(withoutGet(word));
      const same = found.get(name) ?? [];
      found.set(name, same);
      if (same.at(-1)?.i === i) same.at(-1)!.words.push(word);
      else same.push({ i, line, words: [word] });
    }
  }
  return found;
}

/** Finds the lines of a block that name a table, equally well. Many statements ask for the same ones. */
function lineFinder(lines: readonly string[]) {
  const naming = linesByName(lines);
  const known = new Map<string, ReturnType<typeof linesWith>>();
  return (table: Called) => {
    const key = `${table.name} ${table.isPart}`;
    if (!known.has(key)) known.set(key, linesWith(table, naming.get(table.name) ?? []));
    return known.get(key)!;
  };
}

/** The lines that name a table best, of all with its name: those with SQL, else those that call something, else those with its type. */
function linesWith({ isPart }: Called, lines: readonly Naming[]) {
  const at = lines.flatMap(({ i, line, words }) => {
    const own = words.filter((word) => !isPart || isClass(withoutGet(word)));
    const asked = own.find((word) => isInSql(line, word));
    const name = asked ?? own.find((word) => isInForm(line, word)) ?? own[0];
    if (name === undefined) return [];
    const isAsked = asked !== undefined;
    return [{ i, line, name, isAsked, isInForm: isInForm(line, name), isCall: CALL.test(line) }];
  });
  const inForm = at.filter(({ isInForm }) => isInForm);
  const inSql = at.filter(({ isAsked }) => isAsked);
  if (inSql.length > 0) return inSql.map((one) => ({ ...one, isInForm: inForm.length > 0 }));
  const named = inForm.length > 0 ? inForm : at;
  const calling = named.filter(({ isCall }) => isCall);
  return calling.length > 0 ? calling : named;
}

/** Whether a line has a table's name as SQL has it: "FROM items"; not in a comment. */
const isInSql = (line: string, name: string): boolean =>
  !/^\s*(?:\/\/|#|\*|--)/.test(line) &&
  new RegExp(`\\b(?:from|join|into|update)\\s+(?:["'\`]?\\w+["'\`]?\\.)?["'\`[]?${name}\\b`, "i").test(line);

/** Calls of query builders that take a table: `.from(items)`, `.leftJoin(items, …)`, `db.insert(items)`. */
const BUILT = String.raw`(?:(?<!\b(?:Array|Buffer))\.from|\.\w+Join|\b(?:db|tx|trx)\.(?:insert|update|delete))`;

/**
 * Whether a name stands in a line as code writes tables and models: "items", `.items.`, `Item`, `.from(items)`; not alone, as in a
 * long import.
 */
const isInForm = (line: string, name: string): boolean =>
  new RegExp(`["'\`]${name}["'\`]|\\.${name}[.(]|${BUILT}\\(\\s*${name}\\b`).test(line) ||
  (isClass(name) && !/^\s*\w+,?\s*$/.test(line));

const isClass = (name: string): boolean => /^[A-Z][a-z]/.test(name);
