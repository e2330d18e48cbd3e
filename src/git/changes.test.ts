import { expect, test } from "vitest";
import { changesIn } from "./changes.ts";

test("hunks by file, of changed, new and removed files; content that looks like a header is content", () => {
  const diff = `diff --git a/src/a.ts b/src/a.ts
index 1..2 100644
--- a/src/a.ts
+++ b/src/a.ts
@@ -3 +3,2 @@ function one() {
--- a/not/a/header
+++ b/nor this
+@@ -9,9 +9,9 @@
@@ -10,0 +12 @@
+more
diff --git a/new.ts b/new.ts
new file mode 100644
--- /dev/null
+++ b/new.ts
@@ -0,0 +1,2 @@
+one
+two
diff --git a/with blank.ts b/with blank.ts
deleted file mode 100644
--- a/with blank.ts\t
+++ /dev/null
@@ -1,2 +0,0 @@
-one
-two
diff --git a/pic.png b/pic.png
Binary files a/pic.png and b/pic.png differ
`;
  const { hunks, added, removed } = changesIn(diff);
  expect(hunks).toEqual({
    "src/a.ts": [
      { base: [3, 1], head: [3, 2] },
      { base: [10, 0], head: [12, 1] },
    ],
    "new.ts": [{ base: [0, 0], head: [1, 2] }],
    "with blank.ts": [{ base: [1, 2], head: [0, 0] }],
  });
  expect(added).toEqual([
    { file: "src/a.ts", from: 3, lines: ["++ b/nor this", "@@ -9,9 +9,9 @@"] },
    { file: "src/a.ts", from: 12, lines: ["more"] },
    { file: "new.ts", from: 1, lines: ["one", "two"] },
  ]);
  expect(removed).toEqual([
    { file: "src/a.ts", from: 3, lines: ["-- a/not/a/header"] },
    { file: "with blank.ts", from: 1, lines: ["one", "two"] },
  ]);
});

test("a file named as every object's properties are", () => {
  const diff =
    "diff --git a/constructor b/constructor\n--- a/constructor\n+++ b/constructor\n@@ -1 +1 @@\n-a\n+b\n";
  expect(changesIn(diff).hunks).toEqual({ constructor: [{ base: [1, 1], head: [1, 1] }] });
  expect(changesIn("")).toEqual({ hunks: {}, added: [], removed: [] });
});
