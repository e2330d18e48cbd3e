import { expect, test } from "vitest";
import { SteelyardError } from "../base/errors.ts";
import { type ZipEntry, zip } from "../testing/zip.ts";
import { CAPS, type Caps } from "./caps.ts";
import { unpacked } from "./zip.ts";

const run = { name: "run.json", data: '{"a":1}' };
const small: Caps = { ...CAPS, archive: 4_000, entries: 3, unpacked: 50_000, name: 30 };

test("reads the files of a normal archive, compressed or stored, with or without folders", async () => {
  const files = await unpacked(zip([run, { name: "logs/b.json", data: "[]", method: 0 }]));
  expect([...files].map(([name, bytes]) => [name, bytes.toString()])).toEqual([
    ["run.json", '{"a":1}'],
    ["logs/b.json", "[]"],
  ]);
});

const REFUSED: [what: string, entries: readonly ZipEntry[], why: RegExp][] = [
  ["a link", [{ ...run, mode: 0o120777 }], /link/],
  ["a device", [{ ...run, mode: 0o020666 }], /not a file/],
  ["a folder", [{ name: "a/", data: "", mode: 0o040755 }], /not a file/],
  ["a way up", [{ ...run, name: "../run.json" }], /invalid relative path/],
  ["a relative path out of a folder", [{ ...run, name: "a/../../run.json" }], /invalid relative path/],
  ["an absolute path", [{ ...run, name: "/etc/run.json" }], /absolute path/],
  ["a drive", [{ ...run, name: "C:/run.json" }], /absolute path/],
  ["a backslash", [{ ...run, name: "..\\run.json" }], /invalid characters/],
  ["a hidden file", [{ ...run, name: ".git/config.json" }], /plain names/],
  ["another kind of file", [{ ...run, name: "run.sh" }], /only JSON files/],
  ["an escape sequence in a name", [{ ...run, name: "\u001b[31m.json" }], /plain names/],
  ["a direction mark in a name", [{ ...run, name: "\u202enosj.json" }], /plain names/],
  ["the same name twice", [run, run], /twice/],
  ["too many entries", [1, 2, 3, 4].map((n) => ({ ...run, name: `${n}.json` })), /4 entries, more than 3/],
  ["a name too long", [{ ...run, name: `${"x".repeat(40)}.json` }], /more than 30 bytes/],
  ["a bomb with its real size", [{ ...run, data: "0".repeat(60_000) }], /more than 50000 bytes/],
  [
    "two files that exceed the limit only together",
    [run, { name: "b.json", data: "0".repeat(49_999) }],
    /more than 50000 bytes/,
  ],
  ["a bomb with a false size", [{ ...run, data: "0".repeat(60_000), claims: 10 }], /damaged.*too many bytes/],
  ["fewer bytes than its size", [{ ...run, data: "0", claims: 10 }], /damaged.*not enough bytes/],
  ["encryption", [{ ...run, encrypted: true }], /encrypted/],
  ["another compression method", [{ ...run, method: 12 }], /unsupported compression method/],
  ["too large a download", [{ ...run, data: "x".repeat(5_000), method: 0 }], /bytes, more than 4000/],
];

test.each(REFUSED)("%s is refused", async (_, entries, why) => {
  const refusal = await unpacked(zip(entries), small).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(SteelyardError);
  expect(refusal).toMatchObject({ fault: "user", message: expect.stringMatching(why) });
  expect((refusal as Error).message).not.toMatch(/[\u0000-\u001f\u202e]/);
});

test.each([
  ["nothing", Buffer.alloc(0)],
  ["no archive", Buffer.from("not a zip at all, whatever it says")],
  ["an archive that was cut off", zip([run]).subarray(0, 60)],
  ["an archive cut in its directory", zip([run]).subarray(0, -30)],
  ["data after its end", Buffer.concat([zip([run]), Buffer.from("x")])],
])("%s is refused", async (_, bytes) => {
  await expect(unpacked(bytes)).rejects.toMatchObject({ fault: "user" });
});

test("an archive with any changed byte is read, or rejected with a remedy", async () => {
  const whole = zip([run, { name: "b.json", data: "[1,2,3]" }]);
  for (let at = 0; at < whole.length; at++) {
    for (const bit of [1, 0x80, 0xff]) {
      const changed = Buffer.from(whole);
      changed[at] = changed[at]! ^ bit;
      const came = await unpacked(changed, small).catch((error: unknown) => error);
      if (!(came instanceof Map)) expect(came).toBeInstanceOf(SteelyardError);
    }
  }
});
