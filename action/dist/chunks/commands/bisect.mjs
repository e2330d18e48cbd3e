import { VERSION, environmentError, firstLine, hidden, isExpected, own, seedOf, stream, userError } from "../base.mjs";
import { bisectState, duelShown, finding } from "../compare.mjs";
import { commitOf, firstParents, parentOf } from "../git.mjs";
import { duelLine } from "../report.mjs";
import { readBisect, writeBisect } from "../store.mjs";
import { buildSide, configOfTree, treeOf, withMeasurement } from "./measurement.mjs";
import { BISECT } from "./paths.mjs";
import { judgeRun } from "./compare.mjs";
import { pairedTrial } from "./trial.mjs";
import { sha256 } from "../exec.mjs";
import { MOST_COMMITS, selector, tag } from "../model.mjs";
import { _usingCtx } from "../helpers.mjs";
import { join } from "node:path";

// src/commands/bisect/candidates.ts
var Candidates = class {
	at;
	question;
	next;
	pairs;
	constructor(at, question, pairs, next) {
		this.at = at;
		this.question = question;
		this.pairs = pairs;
		this.next = next;
	}
	async build(commit, name) {
		const { harness } = this.at;
		const tree = await treeOf(harness, commit.sha);
		try {
			const config = await this.configOf(tree.cwd);
			const { stacks } = await buildSide(harness, tree.cwd, config, name);
			return {
				commit,
				side: {
					stacks,
					generator: harness.generator,
					pairs: harness.pairs
				},
				config,
				[Symbol.asyncDispose]: () => tree[Symbol.asyncDispose]()
			};
		} catch (error) {
			await tree[Symbol.asyncDispose]();
			if (!isExpected(error)) throw error;
			return firstLine(error.message);
		}
	}
	async demandBuilt(commit, name) {
		const built = await this.build(commit, name);
		if (typeof built !== "string") return built;
		throw environmentError(`The ${name} commit ${commit.sha.slice(0, 12)} cannot be measured: ${built}`, { remedy: "see the logs in the output folder, or name another commit" });
	}
	async duel(base, head) {
		const { harness } = this.at;
		const { sha, subject } = base.commit;
		const result = await pairedTrial({
			base: {
				sha,
				subject,
				ref: sha
			},
			pairs: this.pairs,
			seed: seedOf(this.next()),
			both: {
				sides: {
					base: base.side,
					head: head.side
				},
				configs: {
					base: base.config,
					head: head.config
				}
			}
		}, {
			...this.at,
			commit: {
				sha: head.commit.sha,
				subject: head.commit.subject,
				dirty: false
			}
		});
		if (result.kind === "unable") {
			if (result.side === "base") throw result.error;
			return firstLine(result.error.message);
		}
		const rules = {
			baselines: harness.options.baselines,
			config: void 0
		};
		const comparison = await judgeRun(harness.world, result.run, rules);
		return duelShown(comparison, this.question.metric, result.run.duel.pairs.length);
	}
	async configOf(cwd) {
		const { config } = this.at.harness;
		const found = await configOfTree(this.at.harness, cwd);
		return {
			...config,
			stack: typeof found === "string" ? config.stack : found.stack
		};
	}
};
function asking(config, workload, metric) {
	const of = {
		...own(config.workloads, workload),
		gate: [metric],
		budgets: {},
		expect: {}
	};
	return {
		...config,
		workloads: { [workload]: of }
	};
}

// src/commands/bisect/search.ts
async function searchState(path, question, commits, { harness, began }, { restart }) {
	const fresh = {
		schema: tag("bisect"),
		steelyard: VERSION,
		began: began.toISOString(),
		question,
		commits: [...commits],
		verified: null,
		steps: [],
		result: null
	};
	const before = restart ? null : await readBisect(path);
	if (before === null) return fresh;
	if (!(JSON.stringify([before.question, before.commits]) === JSON.stringify([question, commits]))) {
		const { good, bad, workload, metric } = before.question;
		const asked = `${workload} ${metric}, ${good.slice(0, 12)}..${bad.slice(0, 12)}`;
		throw userError(`This folder holds the search of another question (${asked}, or under other rules).`, {
			where: path,
			remedy: "give this one a folder of its own, --out DIR, or forget the other: --restart"
		});
	}
	if (before.verified !== null) harness.log.info(`going on after ${before.steps.length} steps of an earlier run`);
	return before;
}
async function candidateCommits(world, good, bad) {
	const commits = await firstParents(world, good, bad);
	if (commits.length <= 1e4) return commits;
	throw userError(`There are ${commits.length} commits between good and bad.`, {
		where: `${good.sha.slice(0, 12)}..${bad.sha.slice(0, 12)}`,
		remedy: `name a good commit at most ${MOST_COMMITS} before bad`
	});
}
async function questionOf({ harness }, { workload, variant, metric, profile }, good, bad) {
	const { config, generator, world, stacks, runnerClass } = harness;
	const of = own(config.workloads, workload);
	const { digest } = await generator.facts(workload, of, world.signal);
	const asked = JSON.stringify([
		digest,
		of,
		config.policy,
		profile === void 0 ? null : own(config.profiles, profile)
	]);
	return {
		good: good.sha,
		bad: bad.sha,
		workload,
		variant: variant ?? null,
		metric,
		runnerClass,
		stack: stacks.kind,
		digest: sha256(asked)
	};
}
function sizeOf({ harness }, { workload, pairs }) {
	const [fewest, usual] = own(harness.config.workloads, workload).measure.pairs;
	const most = pairs ?? usual;
	return [Math.min(fewest, most), most];
}
function narrowedTo(at, { workload, variant, metric }) {
	const { config, stacks } = at.harness;
	if (stacks.kind === "external") throw userError("A system that is deployed already has no commits to choose from.", {
		where: "stack.external",
		remedy: "use a stack that is started here: --stack process, --stack compose"
	});
	const variants = Object.keys(own(config.workloads, workload).variants);
	if (variants.length > 0 && variant === void 0) throw userError(`The workload "${workload}" has variants: one of them is searched.`, {
		where: "--variants",
		remedy: `one of: ${variants.join(", ")}`
	});
	if (selector(metric) === void 0) throw userError(`"${metric.slice(0, 200)}" is no metric.`, {
		where: "--metric",
		remedy: "name one as a gate does, such as http_req_duration.p50 or cpu_per_request"
	});
	return {
		...at,
		harness: {
			...at.harness,
			config: asking(config, workload, metric)
		}
	};
}

// src/commands/bisect/bisect.ts
function bisect(world, options) {
	const { workload, variant } = options;
	const variants = variant === void 0 ? void 0 : [variant];
	const wishes = {
		...options,
		only: [workload],
		variants,
		stackEnv: {},
		base: false
	};
	return withMeasurement(world, wishes, async (whole) => {
		const at = narrowedTo(whole, options);
		const { harness } = at;
		const [good, bad] = [await commitOf(world, options.good), await commitOf(world, options.bad)];
		const commits = await candidateCommits(world, good, bad);
		const path = join(harness.out, BISECT);
		const question = await questionOf(at, options, good, bad);
		const state = await searchState(path, question, commits, at, options);
		const keep = (next) => writeBisect(path, hidden(next, harness.redact));
		const seed = stream(harness.schedule.seed);
		const candidates = new Candidates(at, question, sizeOf(at, options), seed);
		return hidden(await new Search(at, candidates, state, keep).run(), harness.redact);
	});
}
var Search = class {
	at;
	candidates;
	keep;
	state;
	constructor(at, candidates, state, keep) {
		this.at = at;
		this.candidates = candidates;
		this.state = state;
		this.keep = keep;
	}
	async run() {
		try {
			var _usingCtx$1 = _usingCtx();
			const { log } = this.at.harness;
			if (this.state.result !== null) {
				log.info("this search had come to its end before: --restart measures again");
				return this.state;
			}
			const good = await this.commit(this.state.question.good);
			const base = _usingCtx$1.a(await this.candidates.demandBuilt(good, "good"));
			const verified = this.state.verified ?? await this.verify(base);
			if (verified.verdict !== "regressed") return this.end({ kind: "not-worse" });
			for (;;) {
				const now = this.standing();
				if (now.kind === "try") await this.step(base, now, verified);
				else if (now.kind === "left") return this.end(await this.left(now));
				else return this.end(await this.confirm(base, now.place));
			}
		} catch (_) {
			_usingCtx$1.e = _;
		} finally {
			await _usingCtx$1.d();
		}
	}
	standing() {
		const { commits, steps } = this.state;
		const found = steps.map(({ sha, found }) => [commits.indexOf(sha) + 1, found]);
		return bisectState(commits.length, new Map(found));
	}
	async verify(base) {
		const bad = await this.commit(this.state.question.bad);
		const shown = await this.against(base, bad);
		const obstacle = typeof shown === "string" ? shown : unmeasured(shown);
		if (typeof shown === "string" || obstacle !== null) throw environmentError(`The bad commit ${bad.sha.slice(0, 12)} cannot be measured: ${obstacle}`, { remedy: "mend what it lacks, or name a bad commit that builds and starts" });
		this.at.harness.log.info(`bad against good: ${duelLine(shown)}`);
		await this.save({ verified: shown });
		return shown;
	}
	async step(base, { place, between: [low, high] }, { estimate }) {
		const commit = await this.commit(this.state.commits[place - 1]);
		const shown = await this.against(base, commit);
		const step = typeof shown === "string" ? {
			...named(commit),
			found: "skip",
			how: "skipped",
			why: shown,
			duel: null
		} : {
			...named(commit),
			...finding(shown, estimate),
			duel: shown
		};
		await this.save({ steps: [...this.state.steps, step] });
		const left = high - low - 1;
		this.at.harness.log.info(`step ${this.state.steps.length}: ${commit.sha.slice(0, 12)} "${commit.subject}" is ${SAID[step.found]}: ${step.duel === null || step.how !== "shown" ? step.why : duelLine(step.duel)} (${left} ${left === 1 ? "commit was" : "commits were"} left)`);
	}
	async confirm(good, place) {
		try {
			var _usingCtx3 = _usingCtx();
			const { log, world } = this.at.harness;
			const culprit = await this.commit(this.state.commits[place - 1]);
			const parent = await parentOf(world, culprit.sha);
			log.info(`${culprit.sha.slice(0, 12)} "${culprit.subject}" is the first bad one: against its parent, once more`);
			const other = _usingCtx3.a(parent.sha === good.commit.sha ? null : await this.candidates.demandBuilt(parent, "parent"));
			const shown = await this.against(other ?? good, culprit);
			if (typeof shown === "string") throw environmentError(`${culprit.sha.slice(0, 12)} started before, and does not now: ${shown}`, { remedy: "run the same command again: the search goes on from here" });
			return {
				kind: "found",
				culprit,
				parent: parent.sha,
				confirmed: shown
			};
		} catch (_) {
			_usingCtx3.e = _;
		} finally {
			await _usingCtx3.d();
		}
	}
	async left({ good, bad }) {
		const commits = [];
		for (const sha of this.state.commits.slice(good, bad)) commits.push(await this.commit(sha));
		return {
			kind: "left",
			commits
		};
	}
	async against(base, commit) {
		try {
			var _usingCtx4 = _usingCtx();
			this.at.harness.log.info(`measuring ${commit.sha.slice(0, 12)} "${commit.subject}"`);
			const head = await this.candidates.build(commit, "candidate");
			if (typeof head === "string") return head;
			const candidate = _usingCtx4.a(head);
			return await this.candidates.duel(base, candidate);
		} catch (_) {
			_usingCtx4.e = _;
		} finally {
			await _usingCtx4.d();
		}
	}
	commit = (sha) => commitOf(this.at.harness.world, sha);
	async save(more) {
		this.state = {
			...this.state,
			...more
		};
		await this.keep(this.state);
	}
	async end(result) {
		await this.save({ result });
		return this.state;
	}
};
const unmeasured = (shown) => {
	const { found, why } = finding(shown, shown.estimate);
	return found === "skip" ? why : null;
};
const SAID = {
	good: "good",
	bad: "bad",
	skip: "skipped"
};
const named = ({ sha, subject }) => ({
	sha,
	subject
});

export { bisect };