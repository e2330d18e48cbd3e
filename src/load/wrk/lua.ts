import { QUANTILES } from "../../model/metric.ts";

export interface WrkScript {
  /** The user's script, absolute; null where there is none. */
  readonly script: string | null;
  readonly headers: Readonly<Record<string, string>>;
  /** The file for the figures; null for a warm-up, whose figures are discarded. */
  readonly report: string | null;
}

/** The line before those that the user's `done` prints. */
export const SAID = "steelyard:done";

/**
 * The Lua script that wrk runs. It adds the headers of the endpoint and runs the user's script as wrk would. Its own
 * `done` writes the figures and then calls the user's.
 *
 * Headers are added before the script, which may build requests at once, and again after it, because it may set
 * another table of them; those that it sets itself stay. wrk calls `done` in one interpreter only, when all
 * threads have ended. The report is renamed into its place: it is there whole or not at all.
 */
export function luaOf({ script, headers, report }: WrkScript): string {
  const entries = Object.entries(headers).map(([name, value]) => `  [${quoted(name)}] = ${quoted(value)},`);
  const adding = [
    "local headers = {",
    ...entries,
    "}",
    "local function add()",
    "  for name, value in pairs(headers) do",
    "    local theirs = false",
    "    for other in pairs(wrk.headers) do",
    "      theirs = theirs or (other ~= name and string.lower(other) == string.lower(name))",
    "    end",
    "    if theirs then wrk.headers[name] = nil",
    "    elseif wrk.headers[name] == nil then wrk.headers[name] = value end",
    "  end",
    "end",
  ];
  const loading = script === null ? ["add()"] : ["add()", `dofile(${quoted(script)})`, "add()"];
  const ending = report === null ? ["done = nil"] : reporting(report);
  return `${[...adding, ...loading, ...ending].join("\n")}\n`;
}

const reporting = (report: string) => [
  "local theirs = done",
  "function done(summary, latency, requests)",
  "  local function number(value) return string.format('%.17g', tonumber(value)) end",
  "  local quantiles = {}",
  "  if #latency > 0 then",
  `    for _, q in ipairs({${QUANTILES.join(",")}}) do`,
  "      quantiles[#quantiles + 1] = number(latency:percentile(q))",
  "    end",
  "  end",
  "  local errors = {}",
  "  for _, kind in ipairs({'connect', 'read', 'write', 'status', 'timeout'}) do",
  `    errors[#errors + 1] = '"' .. kind .. '":' .. number(summary.errors[kind])`,
  "  end",
  "  local parts = {",
  `    '"duration":' .. number(summary.duration),`,
  `    '"requests":' .. number(summary.requests),`,
  `    '"bytes":' .. number(summary.bytes),`,
  `    '"errors":{' .. table.concat(errors, ',') .. '}',`,
  "  }",
  "  if #latency > 0 then",
  "    local n = 0",
  "    for i = 1, #latency do",
  "      local _, count = latency(i)",
  "      n = n + tonumber(count)",
  "    end",
  '    parts[#parts + 1] = \'"latency":{"n":\' .. number(n) .. \',"mean":\' .. number(latency.mean) ..',
  "      ',\"min\":' .. number(latency.min) .. ',\"max\":' .. number(latency.max) ..",
  "      ',\"quantiles\":[' .. table.concat(quantiles, ',') .. ']}'",
  "  end",
  `  local place = ${quoted(report)}`,
  "  local file = assert(io.open(place .. '.part', 'w'))",
  "  assert(file:write('{', table.concat(parts, ','), '}\\n'))",
  "  assert(file:close())",
  "  assert(os.rename(place .. '.part', place))",
  "  if theirs then",
  `    io.write('\\n${SAID}\\n')`,
  "    theirs(summary, latency, requests)",
  "  end",
  "end",
];

/** A text as a Lua string of plain characters: whatever it holds, it ends where it should. */
export function quoted(text: string): string {
  const bytes = [...Buffer.from(text, "utf8")].map((byte) => {
    const character = String.fromCharCode(byte);
    return /[A-Za-z0-9 _./:;,=+@-]/.test(character) ? character : `\\${String(byte).padStart(3, "0")}`;
  });
  return `"${bytes.join("")}"`;
}
