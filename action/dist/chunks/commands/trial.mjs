import { userError } from "../base.mjs";
import { plan } from "../measure.mjs";
import { NOTHING, duelOf, refuseHopeless, rulesOf, runOf } from "./run.mjs";
import { pairingPlan } from "./measurement.mjs";

// src/commands/proofs/trial.ts
async function pairedTrial(of, at) {
	const { both } = of;
	const config = both.configs.head;
	const schedule = plan(config, at.harness.options, of.seed);
	if (schedule.starts.length === 0) throw userError("Levels of load cannot be paired.", {
		where: schedule.levels?.map(({ workload }) => workload).join(", ") ?? "the plan",
		remedy: "name a workload without a sweep"
	});
	const harness = {
		...at.harness,
		...both.sides.head,
		config,
		schedule
	};
	const began = harness.world.now();
	const items = sized(of, await pairingPlan(both, harness));
	const asked = await rulesOf(of.base, items, harness);
	if (of.judge === void 0) refuseHopeless(asked);
	const contest = {
		both,
		items,
		rules: asked,
		spent: 0,
		judge: of.judge
	};
	const { rules, judge, result } = await duelOf(contest, harness);
	if (result.unable !== null) return {
		kind: "unable",
		...result.unable
	};
	if (result.ended !== null) throw result.ended;
	const { pairs, seen, cut, load } = result;
	const record = {
		...rules.duel,
		looks: [...judge.looks],
		seen,
		cut,
		pairs
	};
	const outcome = {
		schedule: {
			...schedule,
			starts: []
		},
		duel: record,
		measured: {
			...NOTHING,
			workloads: items.facts,
			load,
			seed: result.seed,
			composed: result.composed.head
		}
	};
	return {
		kind: "run",
		run: {
			...runOf({
				...at,
				harness,
				began
			}, outcome),
			duel: record
		}
	};
}
function sized({ pairs }, items) {
	const { duelists } = items;
	if (duelists.length === 0) throw userError("There is nothing to be measured on both sides.", {
		where: "--only, --variants",
		remedy: "name a workload and a variant that both configs have"
	});
	if (pairs === void 0) return items;
	const size = [pairs[0], pairs[1]];
	return {
		...items,
		duelists: duelists.map((of) => ({
			...of,
			pairing: {
				...of.pairing,
				pairs: size
			}
		}))
	};
}

export { pairedTrial };