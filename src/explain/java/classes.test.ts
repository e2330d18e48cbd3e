import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { methodLocator } from "./classes.ts";

const tree = realpathSync(mkdtempSync(join(tmpdir(), "steelyard-tree-")));
afterAll(() => rmSync(tree, { recursive: true }));
const RANK = `package shop;

public final class Rank {
    Rank(int size) {
        this.size = size;
    }

    /** See score(item). */
    static double score(String item,
            String query) {
        if (item.isEmpty()) return score(query, "x");
        double sum = other.score(item);
        return sum;
    }
    List<String> best(List<String> items) {
        return items.stream()
            .map(item -> item + "!")
            .toList();
    }
    <T> T any(T one) { return one; }
}
`;
const FILES = {
  "api/src/main/java/shop/Rank.java": RANK,
  "other/src/main/java/deep/shop/Rank.java": "package deep.shop;\nclass Rank { void score() { } }\n",
  "api/src/main/kotlin/shop/Routes.kt": "package shop\n\nfun handle(call: Call) {\n  call.respond(1)\n}\n",
  "target/classes/shop/Rank.java": RANK,
};
for (const [name, text] of Object.entries(FILES)) {
  mkdirSync(join(tree, dirname(name)), { recursive: true });
  writeFileSync(join(tree, name), text);
}
const locate = methodLocator(tree);
const rank = (method: string, line: number | null, owner = "shop.Rank") =>
  locate({ class: owner, method, line });
const FILE = join(tree, "api/src/main/java/shop/Rank.java");

test.each([
  ["a method, above its samples", "score", 13, ["Rank.score", FILE, 9]],
  ["not the line where it calls itself", "score", 11, ["Rank.score", FILE, 9]],
  ["a lambda, by the method that it is in", "lambda$best$0", 17, ["Rank.best (lambda)", FILE, 15]],
  [
    "a lambda of a constructor, whose samples have any of its lines",
    "lambda$new$0",
    5,
    ["Rank.new (lambda)", FILE, null],
  ],
  ["a constructor", "<init>", 5, ["new Rank", FILE, 4]],
  ["a generic method on one line", "any", 20, ["Rank.any", FILE, 20]],
  ["without any line", "score", null, ["Rank.score", FILE, null]],
  ["one that the source does not have", "toString", 12, ["Rank.toString", FILE, 12]],
])("%s", (_, method, line, want) => expect(rank(method, line)).toEqual(want));

test("a class is told from another of the same name by its package", () => {
  expect(rank("score", 2, "deep.shop.Rank")).toEqual([
    "Rank.score",
    join(tree, "other/src/main/java/deep/shop/Rank.java"),
    2,
  ]);
});

test("functions of Kotlin are in a class that is named after their file", () => {
  expect(rank("handle", 4, "shop.RoutesKt")).toEqual([
    "RoutesKt.handle",
    join(tree, "api/src/main/kotlin/shop/Routes.kt"),
    3,
  ]);
});

test.each<[string, string, string, number, [string, number | null]]>([
  ["a lambda", "shop.RoutesKt", "handle$lambda$0", 4, ["RoutesKt.handle (lambda)", 3]],
  ["one in another", "shop.RoutesKt", "handle$lambda$1$lambda$0", 4, ["RoutesKt.handle (lambda)", 3]],
  ["one that suspends", "shop.RoutesKt$handle$1$2", "invokeSuspend", 4, ["RoutesKt.handle (lambda 1.2)", 4]],
  ["one in that", "shop.RoutesKt$handle$1", "invokeSuspend$lambda$0", 4, ["RoutesKt.handle (lambda 1)", 4]],
  [
    "of copied code alone",
    "shop.RoutesKt$handle$1",
    "invokeSuspend",
    48,
    ["RoutesKt.handle (lambda 1)", null],
  ],
  ["an object", "shop.RoutesKt$handle$1", "compare", 4, ["RoutesKt.handle.1.compare", 4]],
  ["an object of a nested class", "shop.Routes$Inner$1", "invoke", 4, ["Routes.Inner.1.invoke", 4]],
])("Kotlin: %s", (_, owner, method, line, [name, at]) => {
  const file = join(tree, "api/src/main/kotlin/shop/Routes.kt");
  expect(locate({ class: owner, method, line })).toEqual([name, file, at]);
});

test.each([
  "shop.Rank_ClientProxy",
  "shop.Rank_Subclass",
  "shop.Rank_Subclass$$function$$3",
  "shop.$Rank$Definition$Exec",
])("a class that a framework puts between is of no package: %s", (owner) =>
  expect(rank("score", 11, owner).slice(1)).toEqual(["", null]),
);

test("what is not of the tree is of a package, or of the runtime", () => {
  expect(rank("doFilter", 17, "org.example.web.Chain$Inner")).toEqual([
    "Chain.Inner.doFilter",
    "/(jar)/org.example.web/Chain.java",
    null,
  ]);
  for (const owner of ["java.util.TimSort", "jdk.internal.misc.Unsafe", "com.sun.proxy.$Proxy12"])
    expect(rank("run", 1, owner).slice(1)).toEqual(["", null]);
});

test.each([
  ["jdk.internal.reflect.GeneratedMethodAccessor31", "GeneratedMethodAccessor"],
  [
    "jdk.internal.reflect.GeneratedSerializationConstructorAccessor7",
    "GeneratedSerializationConstructorAccessor",
  ],
  ["jdk.proxy2.$Proxy179", "Proxy"],
  ["shop.Item$HibernateProxy$kQXnWhrI", "Item.HibernateProxy"],
  ["shop.Config$$EnhancerBySpringCGLIB$$1a2b3c4d", "Config..EnhancerBySpringCGLIB"],
  ["shop.Config$$SpringCGLIB$$0", "Config..SpringCGLIB..0"], // the same in each process
  ["shop.Sha256", "Sha256"],
])("a class that is made as the service runs has the same name in each process: %s", (owner, want) => {
  expect(rank("invoke", 1, owner)[0]).toBe(`${want}.invoke`);
});
