import { expect, test } from "vitest";
import { refusals } from "./refusals.ts";

const at = (port: number) => ({ targets: { api: `http://127.0.0.1:${port}` }, headers: {} });
const line = (error: string) => JSON.stringify({ level: "warning", msg: "Request Failed", error });

test("the first failure of each side, known by its address", () => {
  const heard = refusals({ base: at(8001), head: at(8002) });
  heard.line('{"msg":"at http://127.0.0.1:8001 all is well"}');
  heard.line(line('Get "http://127.0.0.1:8002/x": EOF'));
  heard.line(line('Get "http://127.0.0.1:8002/x": timeout'));
  expect(heard.first).toEqual({ base: null, head: 'Get "http://127.0.0.1:8002/x": EOF' });
  heard.line(line('Get "http://127.0.0.1:8001/x": refused'));
  expect(heard.first.base).toContain("refused");
});

test("a line that is cut off is kept as it is", () => {
  const heard = refusals({ base: at(8001), head: at(8002) });
  heard.line('{"msg":"Request Failed","error":"http://127.0.0.1:8001');
  expect(heard.first.base).toContain("Request Failed");
});
