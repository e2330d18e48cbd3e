import { expect, test } from "vitest";
import { Tree } from "../tree.ts";
import { demanded } from "./demanded.ts";

/** The variables that a file demands. */
function names(file: string, text: string): string {
  const [sentence = ""] = demanded(new Tree([file], () => text), ".", [file], []);
  return /it does not start without ([\w, ]*) \(/.exec(sentence)?.[1] ?? "";
}

test.each<[string, string, string]>([
  [
    "by an exit",
    "a.js",
    'if (!process.env.A_B) {\n  console.error("A_B is not set");\n\n  process.exit(1);\n}',
  ],
  [
    "by an exit in a function",
    "a.ts",
    'const { PORT, A_B } = process.env;\nfunction main() {\n  if (!A_B) {\n    console.error(\n      "A_B must be set",\n    );\n    process.exit(1);\n  }\n}',
  ],
  ["by an error", "a.ts", 'if (!process.env["A_B"]) {\n  throw new Error(\n    "A_B is required",\n  );\n}'],
  [
    "by an error below its condition",
    "a.ts",
    'if (!config.get<string>("A_B"))\n  throw new Error("A_B is missing");',
  ],
  [
    "by an error after a message",
    "a.js",
    'if (!process.env.A_B) {\n  const hint = "see the manual";\n  console.error("A_B is missing", hint);\n  throw new Error("stop");\n}',
  ],
  ["by a panic", "a.go", 'if os.Getenv("A_B") == "" {\n\tpanic("A_B is not set")\n}'],
  [
    "by an exit in Go",
    "a.go",
    'if viper.GetString("A_B") == "" {\n\tlog.Println("A_B is not set")\n\tos.Exit(1)\n}',
  ],
  ["by an exit in Python", "a.py", 'if not os.getenv("A_B"):\n    print("A_B is not set")\n    sys.exit(1)'],
  ["by an error in Python", "a.py", 'if not os.environ.get("A_B"):\n    raise SystemExit("A_B is required")'],
  ["in Ruby", "a.rb", 'unless ENV["A_B"]\n  raise "A_B must be set"\nend'],
])("a message with which a program ends names a variable: %s", (_, file, text) => {
  expect(names(file, text)).toBe("A_B");
});

test.each<[string, string, string]>([
  [
    "a warning above a handler that exits",
    "a.js",
    'if (!process.env.A_B) {\n  console.warn("A_B is not set");\n}\nprocess.on("SIGTERM", () => process.exit(0));',
  ],
  [
    "a warning of one line above such a handler",
    "a.js",
    'function main() {\n  if (!process.env.A_B) console.warn("A_B is not set");\n  process.on("SIGTERM", () => process.exit(0));\n}',
  ],
  [
    "a warning below an exit",
    "a.js",
    'if (bad) {\n  process.exit(1);\n}\nif (!process.env.A_B) console.warn("A_B must be set");',
  ],
  [
    "the answer to a request",
    "a.js",
    'app.post("/pay", (req, res) => {\n  if (!process.env.A_B) res.status(500).json({ error: "A_B must be set" });\n});',
  ],
  [
    "an error of one request",
    "a.js",
    'app.get("/", () => {\n  if (!process.env.A_B) throw new Error("A_B is required");\n});',
  ],
  [
    "a field of a form",
    "a.js",
    'if (!form.A_B) {\n  console.error("A_B is required");\n  process.exit(1);\n}',
  ],
  [
    "a default",
    "a.js",
    'process.env.A_B ??= "x";\nif (!process.env.A_B) throw new Error("A_B must be set");',
  ],
  ["a default in Python", "a.py", 'os.environ.setdefault("A_B", "x")\nkey = os.environ["A_B"]'],
  ["a header of a request in Python", "a.py", 'token = request.headers.environ["HTTP_A_B"]'],
  ["a variable that Python sets", "a.py", 'os.environ["A_B"] = "x"\nkey = os.environ["A_B"]'],
])("a message without an end of the program names no variable: %s", (_, file, text) => {
  expect(names(file, text)).toBe("");
});

test.each<[string, string, string]>([
  ["fields without a value", "    url: str\n    A_B: list[str]  # several\n    port: int = 1", "URL, A_B"],
  [
    "one with a prefix",
    '    model_config = SettingsConfigDict(env_prefix="SHOP_")\n    url: str',
    "SHOP_URL",
  ],
  ["none that may be None", "    url: str | None\n    key: Optional[str]", ""],
  [
    "none of a function, a text or another class",
    '    """About:\n    Each: a field of it."""\n\n    def f(self):\n        x: str\n\nclass B:\n    y: str',
    "",
  ],
])("settings of pydantic demand %s", (_, body, want) => {
  expect(names("a.py", `class Settings(BaseSettings):\n${body}\n`)).toBe(want);
});

test("a variable of an example has any case for settings of pydantic", () => {
  const files: Record<string, string> = {
    "a.py": "class A(BaseSettings):\n  url: str",
    ".env.example": "url=x",
  };
  expect(demanded(new Tree(Object.keys(files), (path) => files[path]!), ".", ["a.py"], [])).toEqual([]);
});

test("the time for a file of messages does not grow with the square of its length", () => {
  const text = 'x = process.env.A_B; f("A_B is not set")\n'.repeat(10_000);
  const start = performance.now();
  expect(names("a.js", text)).toBe("");
  expect(performance.now() - start).toBeLessThan(1500);
});
