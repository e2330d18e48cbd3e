import { Function as Fn, Line, Location, Profile, Sample, StringTable, ValueType } from "pprof-format";
import type { FlameTree } from "../../model/why.ts";

/** A tree as a profile for pprof, with the nanoseconds a request of base and head as two kinds of samples. */
export function pprof({ service, frames, nodes }: FlameTree): Uint8Array {
  const strings = new StringTable();
  const text = (value: string) => strings.dedup(value);
  const kind = (side: string) => new ValueType({ type: text(side), unit: text("nanoseconds") });
  const named = (i: number, name: string, file: string, line: number) =>
    new Fn({ id: i, name: text(name), systemName: text(name), filename: text(file), startLine: line });
  const functions = [
    named(1, service, "", 0),
    ...frames.map(({ name, file, line }, i) => named(i + 2, name || "(anonymous)", file ?? "", line ?? 0)),
  ];
  const lines = [0, ...frames.map(({ line }) => line ?? 0)];
  const stackOf = (at: number): number[] => (at < 0 ? [1] : [nodes[at]![1] + 2, ...stackOf(nodes[at]![0])]);
  return new Profile({
    stringTable: strings,
    sampleType: [kind("base"), kind("head")],
    function: functions,
    location: lines.map(
      (line, i) => new Location({ id: i + 1, line: [new Line({ functionId: i + 1, line })] }),
    ),
    sample: nodes.map(
      ([, , base, head], at) =>
        new Sample({
          locationId: stackOf(at),
          value: [base, head].map((seconds) => Math.round(1e9 * seconds)),
        }),
    ),
  }).encode();
}
