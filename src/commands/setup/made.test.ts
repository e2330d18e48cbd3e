import { expect, test } from "vitest";
import { madeBy } from "./init.ts";

test.each<[readonly string[], string[]]>([
  [["go", "build", "-o", "bin/shop", "."], ["bin"]],
  [["sh", "-c", "cd url-service && go build -o bin/url-service ."], ["url-service/bin"]],
  [["python3", "-m", "venv", ".venv"], [".venv"]],
  [["npm", "ci"], []],
])("the folder that %j makes", (argv, made) => expect(madeBy(argv)).toEqual(made));
