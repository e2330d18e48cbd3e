import { describe, expect, test } from "vitest";
import type { DiffLines } from "../model/profiling.ts";
import { callOriginsOf, originsOf, removedOriginsOf } from "./origins.ts";

const at = (lines: string[] | string, file = "src/shop.ts", from = 10): DiffLines => ({
  file,
  from,
  lines: typeof lines === "string" ? [lines] : lines,
});
/** "src/shop.ts:10 items" */
const origin = (text: string, ...added: DiffLines[]) =>
  originsOf([text], added).map(({ file, line, name }) => `${file}:${line} ${name}`)[0];

const COUNT = "SELECT count(*) FROM items WHERE price < $1";

describe("a statement is found in added lines", () => {
  test.each<[string, string, DiffLines, string]>([
    [
      "SQL in a string",
      COUNT,
      at('await pool.query("SELECT count(*) FROM items WHERE price < $1", [x]);'),
      "10 items",
    ],
    [
      "SQL over several lines",
      COUNT,
      at(["const rows = await db`", "  select count(*)", "  from items", "  where price < ", "`;"]),
      "12 items",
    ],
    [
      "the line with most of its names, of a repository that is asked twice (TypeORM)",
      "SELECT COUNT(?) AS `cnt` FROM `photo` `Photo` WHERE ((`Photo`.`filename` = ?))",
      at([
        "const photos = await this.repository.find();",
        "for (const photo of photos) {",
        "  photo.views = await this.repository.countBy({ filename: photo.filename });",
        "}",
      ]),
      "12 photo",
    ],
    [
      "a query builder that takes tables as objects (Drizzle)",
      'select "uid", "user_uid" from "user_profile" where "user_profile"."user_uid" = ?',
      at([
        "const isActive = async (uid: string) => {",
        "  const [one] = await db.select().from(userProfile).where(eq(userProfile.userUid, uid));",
      ]),
      "11 userProfile",
    ],
    [
      "a class that TypeORM has as the alias of a table of another name",
      'SELECT "OrderItemEntity"."id" AS "OrderItemEntity_id" FROM "order_items" "OrderItemEntity" WHERE "OrderItemEntity"."orderId" = $1',
      at([
        "private itemsOf(orderId: string): Promise<OrderItemEntity[]> {",
        "  return this.dataSource.getRepository(OrderItemEntity).findBy({ order: { id: orderId } });",
      ]),
      "11 OrderItemEntity",
    ],
    [
      "one that joins them",
      'select "name" from "orders" left join "line_items" on "line_items"."order_id" = "orders"."id"',
      at("  .leftJoin(lineItems, eq(lineItems.orderId, orders.id))"),
      "10 lineItems",
    ],
    [
      "a query builder, of which the names are quoted",
      'select count(*) as "c" from "todo_items" where "content" = $1 limit $2',
      at(["for (const item of data) {", "  await knex('todo_items').count({ c: '*' }).first();"]),
      "11 todo_items",
    ],
    [
      "a client with a property for each table",
      'SELECT "public"."Article"."id", "public"."Article"."title", "public"."Article"."body" FROM "public"."Article"',
      at("return prisma.article.findMany();"),
      "10 article",
    ],
    [
      "a class",
      "SELECT id, title, body, author_id, created_at FROM articles WHERE author_id = $1",
      at("  for one in found: Article.objects.filter(author=one)", "shop/views.py"),
      "10 Article",
    ],
    [
      "SQL in a loop over a variable with the table's name",
      COUNT,
      at([
        "// update items",
        "for (const item of items) {",
        "  x.item.price = await sum('SELECT count(*) FROM items WHERE price < $1', [item.price]);",
      ]),
      "12 items",
    ],
    [
      "SQL with each name on a line of its own",
      COUNT,
      at(["const sql = `SELECT count(*)", "FROM", "  items", "WHERE price < $1`;"]),
      "12 items",
    ],
    [
      "the line that asks for it, not imports and types",
      'SELECT "Author"."id" AS "Author_id", "Author"."name" AS "Author_name" FROM "authors" "Author" WHERE "Author"."id" IN ($1)',
      at([
        "import Author from '../../entity/Author';",
        "import {",
        "  Author,",
        "} from './entities';",
        "const { Author } = require('./entities');",
        "from shop.models import Author",
        "export default async function authorOf(book: Book): Promise<Author> {",
        "  book.author = await getRepository(Author).findOne(book.author_id);",
        "}",
      ]),
      "17 Author",
    ],
    [
      "a relation that is loaded by itself",
      'SELECT "Book"."id" AS "Book_id", "Author"."id" AS "Author_id" FROM "books" "Book" LEFT JOIN "authors" "Author" ON 1=1',
      at(["import Author from './Author';", "  @ManyToOne(() => Author, { eager: true })"]),
      "11 Author",
    ],
    [
      "a relation that is loaded by its getter (Hibernate)",
      "select i1_0.order_id,i1_0.id,i1_0.name from order_items i1_0 where i1_0.order_id=$1",
      at(["for (Order order : orders)", "  count += order.getItems().size();"], "src/OrderService.java"),
      "11 getItems",
    ],
    [
      "an insertion",
      "INSERT INTO audit_log (at, what) VALUES ($1, $2)",
      at("AuditLog.create({ what })"),
      "10 AuditLog",
    ],
    [
      "a class in a table with the prefix of its application",
      'SELECT COUNT(*) AS "__count" FROM "bookmarks_bookmarkasset" WHERE "bookmarks_bookmarkasset"."bookmark_id" = $1',
      at(
        [
          "    def get_asset_count(self, obj: Bookmark):",
          "        return BookmarkAsset.objects.filter(bookmark=obj).count()",
        ],
        "api/serializers.py",
      ),
      "11 BookmarkAsset",
    ],
    [
      "another table of the statement, where the first is only a variable's name",
      "SELECT a, b, c, d FROM order_items JOIN prices ON prices.item = order_items.id",
      at(["items.map(price)", "Price.where(item: 1)"]),
      "11 Price",
    ],
    [
      "a plural in ies",
      "select name from categories where id = ?",
      at("Category.find(id).name"),
      "10 Category",
    ],
    [
      "the schema's name is not the table's",
      "SELECT a FROM shop.items",
      at('query("SELECT a FROM shop.items")'),
      "10 items",
    ],
  ])("%s", (_, text, added, want) => expect(origin(text, added)).toBe(`${added.file}:${want}`));

  test("the lines with most of its names, and code before a migration", () => {
    const other = at('query("DELETE FROM items")', "src/a.ts");
    const mine = at('query("SELECT count(*) FROM items WHERE price < ?")', "src/b.ts");
    expect(origin(COUNT, other, mine)).toBe("src/b.ts:10 items");
    const index = at("CREATE INDEX ON items (price);", "migrations/2.sql");
    expect(origin(COUNT, index, mine)).toBe("src/b.ts:10 items");
    expect(origin(COUNT, index)).toBe("migrations/2.sql:10 items");
  });
});

test.each<[string, string, DiffLines]>([
  ["another table", COUNT, at('query("SELECT count(*) FROM orders WHERE price < ?")')],
  [
    "only a word that is like it",
    "SELECT id, name, price, stock FROM items",
    at("const items = list.filter(isNew);"),
  ],
  ["a test", COUNT, at('query("SELECT count(*) FROM items WHERE price < ?")', "test/shop.test.ts")],
  ["prose", COUNT, at('query("SELECT count(*) FROM items WHERE price < ?")', "README.md")],
  ["a copy of a list", "SELECT id, name, price, stock FROM items", at("const all = Array.from(items);")],
  [
    "a bundle on one line",
    COUNT,
    at(`query("SELECT count(*) FROM items WHERE price < ?")${";".repeat(500)}`),
  ],
  [
    "a column",
    "SELECT id, name, stock, extract(epoch FROM created_at) FROM items",
    at('row["created_at"] = now;'),
  ],
  ["the short name of an expression", "WITH x AS (SELECT 1) SELECT a, b, c FROM x", at("point.x.toFixed()")],
  [
    "a class that is another part of its name",
    'SELECT id, name, a, b FROM "shop_orderitem"',
    at("Order.objects.all()"),
  ],
  [
    "a variable with the name of its last part",
    "SELECT id, name, a, b FROM order_items",
    at("items.map(price)"),
  ],
  [
    "a word that is like a table with a name of SQL",
    'SELECT * FROM "values"',
    at("const values = list.filter(isNew);"),
  ],
  ["an import alone", COUNT, at("import Items from './items';")],
  ["a command without a table", "HGETALL", at('redis.hgetall("items")')],
])("nothing is found in %s", (_, text, added) => expect(origin(text, added)).toBeUndefined());

describe("a statement that a removed line made unnecessary", () => {
  const AUTHOR = 'SELECT "shop_author"."id" FROM "shop_author" WHERE "shop_author"."id" = $1';
  test.each<[string, string, string, string[], string | undefined]>([
    [
      "Django",
      AUTHOR,
      '    return Book.objects.select_related("author")',
      ["    return Book.objects"],
      "author",
    ],
    [
      "one behind another",
      AUTHOR,
      'x.select_related("book__author")',
      ['x.select_related("book")'],
      "author",
    ],
    ["Prisma", 'select "id" from "public"."Author"', "  include: { author: true },", [], "author"],
    ["a name that stays", AUTHOR, 'x.select_related("author")', ['y.select_related("author")'], undefined],
    ["another table", AUTHOR, 'x.select_related("publisher")', [], undefined],
    ["no eager loading", AUTHOR, "name = book.author.name", [], undefined],
  ])("%s", (_, text, before, after, name) => {
    const origins = removedOriginsOf([text], { added: [at(after)], removed: [at(before)] });
    expect(origins).toEqual(
      name === undefined ? [] : [{ text, file: "src/shop.ts", line: 10, name, removed: true }],
    );
  });
});

test.each<[string, string, DiffLines[], string | undefined]>([
  [
    "an added line calls it",
    "POST stock:5001/shop.Stock/GetProduct",
    [at("// getProduct", "src/a.ts"), at(["for (const id of ids)", "  await stock.getProduct({ id });"])],
    "src/shop.ts:11 getProduct",
  ],
  ["only a test does", "POST stock:5001/shop.Stock/Get", [at("stock.get()", "src/a.test.ts")], undefined],
  ["its name is part of another", "POST stock:5001/shop.Stock/Get", [at("stock.getAll()")], undefined],
  ["it is none of gRPC", "GET stock:5001", [at("stock.get()")], undefined],
])("a call of another service is from an added line, where %s", (_, text, added, want) => {
  expect(callOriginsOf([text], added).map(({ file, line, name }) => `${file}:${line} ${name}`)[0]).toBe(want);
});
