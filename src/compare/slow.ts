import { own } from "../base/own.ts";
import { counted } from "../base/text.ts";
import { format } from "../model/quantity.ts";
import type { GoodTrial, Run } from "../model/run.ts";
import { BEFORE, isNear, type ServiceEvent, type SlowRequest, type SlowShown, time } from "../model/slow.ts";

/** Most clusters in a comparison: those with the slowest requests. */
const MOST = 20;
/** Most log lines shown as evidence for one cluster. */
const MOST_LINES = 3;

/**
 * Explains slow requests by cluster, slowest first: requests of a trial that began within two seconds of one another. A
 * service that started or ended at that time is named as the cause. Otherwise, log lines that services wrote only then
 * are shown for people to judge. Without either, the cluster is reported as unexplained.
 */
export function slowClusters({ trials }: Pick<Run, "trials">): SlowShown[] {
  return trials
    .filter((trial): trial is GoodTrial => trial.outcome === "ok" && trial.side === "head")
    .flatMap((trial) =>
      clusters(trial.slow?.requests ?? []).map((requests) =>
        attributed(trial, requests, trial.slow!.happened),
      ),
    )
    .sort((a, b) => b.most - a.most)
    .slice(0, MOST);
}

/** Groups requests, in order of their start, where each began within two seconds of the one before. */
function clusters(requests: readonly SlowRequest[]): SlowRequest[][] {
  const found: SlowRequest[][] = [];
  for (const request of requests) {
    const last = found.at(-1);
    const before = last?.at(-1);
    if (last && before && time(request) - time(before) <= BEFORE) last.push(request);
    else found.push([request]);
  }
  return found;
}

function attributed(
  { workload, variant, trial, observed }: GoodTrial,
  requests: readonly SlowRequest[],
  happened: readonly ServiceEvent[] | null,
): SlowShown {
  const seconds = requests.map((request) => request.seconds);
  const [least, most] = [Math.min(...seconds), Math.max(...seconds)];
  const isCold = own(observed.metrics, "cold_ready") !== undefined;
  const near = (happened ?? []).filter((one) => requests.some((request) => isNear(one, request, isCold)));
  const deed = deedOf(near, time(requests[0]!));
  const lines = near.filter(({ kind }) => kind === "log");
  const [from, to] = [format(least, "s"), format(most, "s")];
  const what = `${counted(requests.length, "request")} of ${from === to ? to : `${from} to ${to}`}`;
  const cause = deed ? "deed" : lines.length > 0 ? "lines" : happened === null ? "unknown" : "none";
  return {
    workload,
    variant,
    trial,
    at: requests[0]!.at,
    requests: requests.length,
    least,
    most,
    cause,
    text: `${what} ${deed ? because(deed, requests) : unproven(cause, requests.length)}`,
    lines: lines.slice(0, MOST_LINES).map(({ service, text }) => ({ service, text })),
  };
}

function unproven(cause: SlowShown["cause"], requests: number): string {
  if (cause === "lines")
    return `${requests === 1 ? "coincides" : "coincide"} with log lines that services wrote at no other time`;
  const verb = requests === 1 ? "is" : "are";
  return cause === "unknown"
    ? `${verb} unexplained: the state of the services at that time is unknown`
    : `${verb} unexplained: no service started, ended or logged anything unusual around that time`;
}

/** Most likely cause first: an end before a start; of several the nearest. */
const WEIGHT: Readonly<Record<ServiceEvent["kind"], number>> = {
  starved: 0,
  end: 1,
  ready: 2,
  start: 3,
  log: 4,
};

function deedOf(near: readonly ServiceEvent[], began: number): ServiceEvent | undefined {
  const far = (one: ServiceEvent) => Math.abs(time(one) - began);
  return near
    .filter(({ kind }) => kind !== "log")
    .sort((a, b) => WEIGHT[a.kind] - WEIGHT[b.kind] || far(a) - far(b))[0];
}

/** "began 40 ms after `api` was ready: the first after its start". */
function because({ kind, service, at }: ServiceEvent, requests: readonly SlowRequest[]): string {
  const gap = (time(requests[0]!) - Date.parse(at)) / 1000;
  const were = requests.length === 1 ? "was" : "were";
  const when = gap >= 0 ? `began ${format(gap, "s")} after` : `${were} under way when`;
  const first = gap >= 0 && requests.some((request) => request.first) ? ": the first after its start" : "";
  switch (kind) {
    case "starved":
      return `${when} a process of \`${service}\` ran out of memory and was killed`;
    case "end":
      return `${when} \`${service}\` ended`;
    case "ready":
      return `${when} \`${service}\` was ready${first}`;
    default:
      return `${when} \`${service}\` started${first}`;
  }
}
