import { EXIT, counted, firstLine, locationOf, number, own } from "./base.mjs";
import { BEFORE, BLOCKS, COLLECTOR, FATES, FIXED_YOUNG_GENERATION, HOURS_A_MONTH, LATENCIES, LONGEST_BLOCK, MOST_PAIRS as MOST_PAIRS$1, QUANTILES, SIDES, UNEXPLAINED, alongOf, atLevel, byItem, changeOf, conclusion, contendedAround, digits, exitCode, failing, family, familyOf, format, formatApart, hasLimits, isExecuted, isItem, isKept, isNear, isOfLatency, isSameMemory, isSameWay, isUnseen, isWhole, isWork, itemKey, itemName, levelText, levelling, limitFormat, limitText, loadOf, machineRecords, money, nature, packageFinder, packageIn, parts, pausesText, perRequestName, select, selector, shallow, shortImage, slotsIn, tag, time, value, visibleIn, wantedKnee, workloadsIn, worst } from "./model.mjs";
import { NO_PRIOR, STARTS_DIFFER, askedWith, changes, chiSquarePpf, clopperPearson, dispersion, effectiveStarts, errorTest, fisherPpf, fisherTails, fitVariancePrior, interval, logGamma, mean, meanEstimate, median, moderated, normalPpf, normalTails, pValues, pairFigures, peakAt, pearson, predictiveEstimate, quantile, rejected, startVariances, studentPpf, throughput, total, usl, variance } from "./stats.mjs";

// src/compare/causes/work.ts
function scaleOf({ nodes }, used) {
	const sampled = nodes.reduce((sum, [, , seconds]) => sum + seconds, 0);
	return sampled === 0 ? 1 : Math.min(1, used / sampled);
}
function spentIn(profile, used, changes, namesakes) {
	return placesIn(profile, profile.nodes, scaleOf(profile, used), changes, namesakes);
}
const waitedIn = (profile, changes, namesakes) => placesIn(profile, profile.waits ?? [], 1, changes, namesakes);
function placesIn({ service, side, frames }, nodes, scale, changes, namesakes) {
	const found = /* @__PURE__ */ new Map();
	const owners = [];
	const entries = [];
	const inside = [];
	const open = [];
	for (const [i, [caller, index, seconds]] of nodes.entries()) {
		const frame = frames[index];
		const above = caller < i ? owners[caller] : void 0;
		const owner = frame === void 0 ? above : ownerOf(frame, above, service);
		owners.push(owner);
		const entry = frame && isOwn(frame) ? void 0 : entries[caller] ?? packageOf(frame);
		entries.push(entry);
		const passed = passedBy(frame, caller < i ? inside[caller] ?? [] : []);
		inside.push(passed);
		const around = caller < i ? open[caller] ?? [] : [];
		open.push(around);
		if (owner === void 0 || frame === void 0) continue;
		const key = JSON.stringify([service, frameKey(owner, side === "base" ? changes : {}, namesakes)]);
		const spent = found.get(key) ?? empty(owner);
		found.set(key, spent);
		if (!around.includes(spent)) open[i] = [...around, spent];
		for (const one of open[i]) one.total += scale * seconds;
		for (const one of passed) add(spent.packages, one, scale * seconds);
		spent.seconds += scale * seconds;
		if (frame.file === owner.file && frame.name === owner.name && frame.line === owner.line) continue;
		add(spent.within, calleeName(frame), scale * seconds);
		if (entry !== void 0 && isOwn(owner)) add(spent.through, entry, scale * seconds);
	}
	return found;
}
const empty = (place) => ({
	place,
	seconds: 0,
	total: 0,
	within: /* @__PURE__ */ new Map(),
	through: /* @__PURE__ */ new Map(),
	packages: /* @__PURE__ */ new Map()
});
const add = (to, key, seconds) => to.set(key, (to.get(key) ?? 0) + seconds);
const packageOf = (frame) => frame?.file == null ? void 0 : packageIn(frame.file)?.[1];
function passedBy(frame, above) {
	if (frame !== void 0 && isOwn(frame)) return [];
	const found = packageOf(frame);
	return found === void 0 || above.includes(found) ? above : [...above, found];
}
function ownerOf(frame, above, service) {
	const { file } = frame;
	const of = file === null ? null : packageIn(file);
	if (file !== null && of === null) return {
		...frame,
		service
	};
	if (above !== void 0 && (isOwn(above) || of === null)) return above;
	if (of === null) return {
		service,
		name: frame.name,
		file: null,
		line: null
	};
	const [folder, name] = of;
	return {
		service,
		name,
		file: `${folder}/${name}`,
		line: null
	};
}
const isOwn = ({ file }) => file !== null && packageIn(file) === null;
const calleeName = ({ name, file }) => file === null ? name || "the runtime" : `${name || "a function"} of ${packageIn(file)?.[1] ?? file}`;
function namesakesIn(profiles) {
	const found = /* @__PURE__ */ new Map();
	for (const { frames, nodes } of profiles) {
		const lines = /* @__PURE__ */ new Map();
		for (const index of new Set(nodes.map(([, frame]) => frame))) {
			const frame = frames[index];
			if (frame?.file == null || frame.line === null || !isOwn(frame)) continue;
			const { file, name, line } = frame;
			const key = JSON.stringify([file, name]);
			if ((lines.get(key) ?? line) !== line) found.set(file, (found.get(file) ?? /* @__PURE__ */ new Set()).add(name));
			lines.set(key, line);
		}
	}
	return found;
}
function frameKey({ file, name, line }, moved, namesakes) {
	if (file === null || line === null) return JSON.stringify([
		file,
		name,
		null
	]);
	const isByLine = name === "" || namesakes.get(file)?.has(name);
	return JSON.stringify([
		file,
		name,
		isByLine ? inHead(line, own(moved, file) ?? []) : null
	]);
}
function editedNear(hunks, line) {
	const all = hunks.map(({ head: [from, lines] }) => {
		const first = Math.max(1, from);
		return [first, first + Math.max(0, lines - 1)];
	});
	return all.find(([, to]) => to >= line) ?? all.at(-1) ?? null;
}
function inHead(line, hunks) {
	let shift = 0;
	for (const { base, head } of hunks) {
		const [[from, gone], [to, come]] = [base, head];
		const first = gone === 0 ? from + 1 : from;
		if (line < first) break;
		if (line < first + gone) return Math.max(1, come === 0 ? to : to + Math.min(line - first, come - 1));
		shift += come - gone;
	}
	return line + shift;
}

// src/compare/causes/parts.ts
const ONCE = 1.5;
const FOR_EACH = 3;
const MOSTLY = .5;
function functions(of, starts, share, { changes, updates = [] }) {
	const time = ({ seconds, total }) => of === "place" ? seconds : total;
	const seen = (key) => starts.flatMap((start) => SIDES.flatMap((side) => start[side].places.get(key) ?? []));
	const isInner = ({ place, seconds, total }) => isOwn(place) && total > seconds;
	return keysOf(starts, ofCpu$1).filter((key) => of === "place" || seen(key).some(isInner)).map((key) => {
		const work = worked(starts, ({ places, requests, intervals }) => {
			const spent = places.get(key);
			if (spent === void 0) return [0, 0];
			const seconds = time(spent) / requests;
			return [seconds, seconds * (intervals.get(spent.place.service) ?? 0) / requests];
		});
		return {
			of,
			work,
			shown: (added) => {
				const { service, name, file, line } = placeOf(starts, ofCpu$1, key);
				const within = withinOf(starts, ofCpu$1, key, added.estimate);
				const update = of === "place" ? updateOf(updates, starts, key, added.estimate) : void 0;
				return {
					kind: "function",
					service,
					name,
					file,
					line,
					added,
					...means(work),
					...share(work),
					...within !== null && of === "place" && { within },
					...update && { update },
					total: of === "total",
					edited: file === null ? null : editedNear(own(changes, file) ?? [], line ?? 1)
				};
			}
		};
	});
}
const waiting = (starts) => keysOf(starts, ofWaits).flatMap((key) => {
	const { file, ...place } = placeOf(starts, ofWaits, key);
	if (file === null || !isOwn({
		...place,
		file
	})) return [];
	const work = worked(starts, (side) => [(side.waits.get(key)?.seconds ?? 0) / side.requests, 0]);
	return [{
		key,
		place: {
			...place,
			file
		},
		work
	}];
});
const waits = (starts, changes) => waiting(starts).map(({ key, place: { service, name, file, line }, work }) => ({
	of: "wait",
	work,
	sums: worked(starts, (side) => [side.waits.get(key)?.seconds ?? 0, 0]),
	shown: (added) => {
		const within = withinOf(starts, ofWaits, key, added.estimate);
		return {
			kind: "wait",
			service,
			name,
			file,
			line,
			...means(work),
			added,
			...within !== null && { within },
			edited: editedNear(own(changes, file) ?? [], line ?? 1)
		};
	}
}));
function unprofiled(starts, share) {
	return keysOf(starts, ({ cpu }) => cpu).filter((service) => starts.every((start) => SIDES.every((side) => !start[side].intervals.has(service)))).map((service) => {
		const work = worked(starts, (side) => [side.cpu.get(service) ?? 0, 0]);
		return {
			of: "place",
			work,
			shown: (added) => ({
				kind: "service",
				service,
				...means(work),
				added,
				...share(work)
			})
		};
	});
}
function statements(starts, origins) {
	return keysOf(starts, (side) => side.statements).map((key) => {
		const seen = starts.flatMap((start) => SIDES.flatMap((side) => start[side].statements.get(key) ?? []));
		const { service, text, http } = seen[0];
		const [origin] = origins.flatMap(({ text: of, ...line }) => of === text ? [line] : []);
		const work = worked(starts, (side) => [(side.statements.get(key)?.seconds ?? 0) / side.requests, 0]);
		const calls = worked(starts, (side) => {
			const each = (side.statements.get(key)?.calls ?? 0) / side.requests;
			return [each, each / side.requests];
		});
		const rows = worked(starts, (side) => {
			const of = side.statements.get(key);
			const each = (of?.rows ?? 0) / side.requests;
			return [each, each * (of?.rows ?? 0) / Math.max(1, of?.calls ?? 0) / side.requests];
		});
		const locks = worked(starts, (side) => [(side.statements.get(key)?.locked ?? 0) / side.requests, 0]);
		const isLockable = seen.some(({ locked }) => locked !== void 0);
		const blocks = worked(starts, (side) => [(side.statements.get(key)?.blocks ?? 0) / side.requests, 0]);
		const hasBlocks = seen.some((one) => one.blocks !== void 0);
		const called = means(calls);
		const repeated = called.base < ONCE && called.head >= FOR_EACH;
		return {
			of: "statement",
			work,
			calls,
			rows,
			shown: (added) => ({
				kind: "statement",
				service,
				text,
				...http && { http },
				...means(work),
				added,
				calls: called,
				rows: means(rows),
				...isLockable && { locked: means(locks) },
				...hasBlocks && { blocks: means(blocks) },
				...origin && added.estimate > 0 && { origin },
				repeated
			})
		};
	});
}
const worked = (starts, of) => starts.map((start) => {
	const [[base, ofBase], [head, ofHead]] = [of(start.base), of(start.head)];
	return {
		base,
		head,
		sampling: ofBase + ofHead
	};
});
const keysOf = (starts, of) => [...new Set(starts.flatMap((start) => SIDES.flatMap((side) => [...of(start[side]).keys()])))];
const means = (work) => ({
	base: mean(work.map(({ base }) => base)),
	head: mean(work.map(({ head }) => head))
});
const ofCpu$1 = ({ places }) => places;
const ofWaits = ({ waits: of }) => of;
const placeOf = (starts, of, key) => ["head", "base"].flatMap((side) => starts.flatMap((start) => of(start[side]).get(key) ?? []))[0].place;
const withinOf = (starts, of, key, difference) => mostOf(starts, (side) => of(side).get(key)?.within, difference) ?? mostOf(starts, (side) => of(side).get(key)?.through, difference);
function updateOf(updates, starts, key, difference) {
	const spent = sumsOf(starts, (side) => side.places.get(key)?.packages);
	const find = packageFinder(updates);
	return [...spent].flatMap(([name, seconds]) => {
		const update = find(name);
		const share = seconds / difference;
		return update !== void 0 && share > MOSTLY ? [{
			update,
			share
		}] : [];
	}).toReversed().sort((a, b) => a.share - b.share)[0]?.update;
}
function mostOf(starts, of, difference) {
	const most = [...sumsOf(starts, of)].sort(([, a], [, b]) => (b - a) * Math.sign(difference))[0];
	return most !== void 0 && most[1] / difference > MOSTLY ? most[0] : null;
}
function sumsOf(starts, of) {
	const sums = /* @__PURE__ */ new Map();
	for (const start of starts) for (const side of SIDES) for (const [callee, seconds] of of(start[side]) ?? []) {
		const each = (side === "head" ? 1 : -1) * seconds / start[side].requests / starts.length;
		sums.set(callee, (sums.get(callee) ?? 0) + each);
	}
	return sums;
}

// src/compare/causes/garbage.ts
function withGarbage(profiles, requests) {
	const keyOf = ({ service, source }) => `${service} ${source}`;
	const prices = /* @__PURE__ */ new Map();
	for (const key of new Set(profiles.map(keyOf))) {
		const mine = profiles.filter((one) => keyOf(one) === key);
		prices.set(key, priceOf(mine, requests));
	}
	return profiles.map((one) => dealtOut(one, prices.get(keyOf(one))));
}
function priceOf(profiles, requests) {
	const sides = SIDES.flatMap((side) => {
		const mine = profiles.filter((one) => one.side === side && requests(one) > 0);
		const each = (of) => mean(mine.map((one) => of(one) / requests(one)));
		return mine.length === 0 ? [] : [{
			collected: each(collected),
			bytes: each(allocatedIn)
		}];
	});
	const lower = Math.min(...sides.map(({ collected, bytes }) => bytes > 0 ? collected / bytes : 0));
	const [base, head] = sides;
	if (base === void 0 || head === void 0) return lower;
	const price = (head.collected - base.collected) / (head.bytes - base.bytes);
	return Number.isNaN(price) ? lower : Math.min(Math.max(0, price), lower);
}
const isCollector = (frame) => frame?.name === "(garbage collector)" && frame.file === null;
const collected = ({ frames, nodes }) => sum$3(nodes.filter(([, index]) => isCollector(frames[index])));
const allocatedIn = ({ allocated = [] }) => sum$3(allocated);
const ownPrice = (one) => allocatedIn(one) > 0 ? collected(one) / allocatedIn(one) : 0;
function dealtOut(profile, most) {
	const { frames, allocated = [] } = profile;
	const own = ownPrice(profile);
	const price = Math.min(most, own);
	if (price === 0) return profile;
	const collector = frames.findIndex(isCollector);
	const nodes = profile.nodes.map(([caller, index, seconds]) => {
		return [
			caller,
			index,
			isCollector(frames[index]) ? seconds * (1 - price / own) : seconds
		];
	});
	const known = new Map(nodes.map(([caller, index], i) => [`${caller},${index}`, i]));
	const nodeOf = (caller, index) => {
		const key = `${caller},${index}`;
		if (!known.has(key)) known.set(key, nodes.push([
			caller,
			index,
			0
		]) - 1);
		return known.get(key);
	};
	const at = [];
	for (const [i, [caller, index, bytes]] of allocated.entries()) {
		at.push(nodeOf(caller < i ? at[caller] ?? -1 : -1, index));
		if (bytes > 0) nodes[nodeOf(at[i], collector)][2] += bytes * price;
	}
	return {
		...profile,
		nodes
	};
}
const sum$3 = (nodes) => nodes.reduce((all, [, , own]) => all + own, 0);

// src/compare/causes/seen.ts
function startsSeen(of, changes, gates = []) {
	const known = {
		...comparable(of),
		latency: latencyOf(of, gates)
	};
	const namesakes = namesakesIn(known.profiles);
	return goodStarts(of).flatMap(([start, good]) => {
		const [base, head] = SIDES.map((side) => sideSeen(known, start, side, good, changes, namesakes));
		return base && head ? [{
			start,
			base,
			head
		}] : [];
	});
}
const goodStarts = ({ pairs }) => [...new Set(pairs.map(({ start }) => start))].flatMap((start) => {
	const mine = pairs.filter((pair) => pair.start === start);
	const good = mine.filter((pair) => pair.outcome === "ok");
	return good.length < mine.length ? [] : [[start, good]];
});
function latencyOf(of, gates) {
	const families = gates.map(familyOf);
	return [...LATENCIES.filter((name) => name !== "iteration_duration" && families.includes(name)), ...LATENCIES].find((name) => goodStarts(of).every(([, good]) => good.every((pair) => SIDES.every((side) => Object.hasOwn(pair[side].metrics, name)))));
}
const IDLE$1 = 10;
function comparable({ pairs, profiles, statements }) {
	const starts = goodStarts({ pairs });
	const runs = (good, side, service) => good.some((pair) => own(pair[side].services, service) !== void 0);
	const isIdle = (good, side, service, seconds) => sum$2(good.map((pair) => own(pair[side].services, service)?.cpu ?? Infinity)) <= seconds;
	const isComplete = (service, all, idle = 0) => starts.every(([start, good]) => SIDES.every((side) => {
		const isElsewhere = !runs(good, side, service) && SIDES.some((one) => runs(good, one, service));
		const isTaken = all.some((one) => one.start === start && one.side === side);
		return isElsewhere || isTaken || isIdle(good, side, service, idle);
	}));
	const kept = profiles.filter(({ service, source, interval }) => isComplete(service, profiles.filter((one) => one.service === service && one.source === source), IDLE$1 * interval));
	const counted = statements.filter(({ service, http }) => http ? kept.some((one) => one.service === service) : isComplete(service, statements.filter((one) => one.service === service && !one.http)));
	const requests = ({ start, side }) => sum$2(starts.flatMap(([of, good]) => of === start ? good.map((pair) => pair[side].requests) : []));
	return {
		profiles: withGarbage(kept.map(withShallowTrees), requests),
		statements: counted
	};
}
const withShallowTrees = (of) => ({
	...of,
	nodes: shallow(of.nodes),
	...of.waits && { waits: shallow(of.waits) },
	...of.allocated && { allocated: shallow(of.allocated) }
});
function halfProfiled(of) {
	const known = new Set(comparable(of).profiles.map(({ service }) => service));
	return [...new Set(of.profiles.flatMap(({ service }) => known.has(service) ? [] : service))].map((service) => ({
		service,
		why: "base and head do not both have one in each start"
	}));
}
function sideSeen({ profiles, statements, latency }, start, side, pairs, changes, namesakes) {
	const requests = pairs.reduce((sum, pair) => sum + pair[side].requests, 0);
	const services = [...new Set(pairs.flatMap((pair) => Object.keys(pair[side].services)))];
	const mine = (one) => one.start === start && one.side === side;
	const taken = profiles.filter(mine);
	const cpu = services.map((name) => {
		const used = pairs.map((pair) => own(pair[side].services, name)?.cpu ?? null);
		const known = used.filter((one) => one !== null);
		const ours = sum$2(taken.flatMap((one) => one.service === name ? costOf$1(one, profiles) : []));
		return [name, known.length < used.length ? null : Math.max(0, sum$2(known) - ours) / requests];
	});
	if (requests === 0 || cpu.some(([, value]) => value === null)) return null;
	const latencies = pairs.flatMap((pair) => {
		const value = select(pair[side].metrics, `${latency}.mean`);
		return value === void 0 ? [] : [value * pair[side].requests];
	});
	const used = new Map(cpu.map(([name, value]) => [name, value ?? 0]));
	const spent = taken.flatMap((one) => {
		const seconds = (used.get(one.service) ?? 0) * requests;
		return [...spentIn(one, seconds, changes, namesakes)];
	});
	return {
		requests,
		cpu: used,
		latency: latencies.length < pairs.length ? null : sum$2(latencies) / requests,
		places: new Map(spent),
		waits: new Map(taken.flatMap((one) => [...waitedIn(one, changes, namesakes)])),
		intervals: new Map(taken.map(({ service, interval }) => [service, interval])),
		statements: new Map(statements.filter(mine).flatMap(({ service, http, counts }) => counts.map((one) => [JSON.stringify([service, one.text]), {
			service,
			...one,
			...http && { http }
		}])))
	};
}
function costOf$1({ service, sampling }, all) {
	const mine = all.filter((one) => one.service === service);
	const prices = mine.flatMap((one) => one.sampling?.price ?? []);
	if (sampling === void 0 || prices.length < mine.length) return 0;
	return sampling.thread + sampling.samples * median(prices);
}
const sum$2 = (values) => values.reduce((all, value) => all + value, 0);

// src/compare/causes/flame.ts
const MOST_NODES = 4e3;
const LEAST$1 = 5e-4;
const MOST_STATEMENTS = 100;
const MOST_WAITS = 25;
function workOf(of, changes, causes) {
	const starts = startsSeen(of, changes);
	const { profiles } = comparable(of);
	return {
		services: [...new Set(profiles.map(({ service }) => service))].map((service) => treeOf(service, profiles, starts, changes)).sort((a, b) => difference$1(b) - difference$1(a)),
		statements: statementsOf(starts, causes),
		waits: waitsOf(starts, causes)
	};
}
const difference$1 = ({ nodes }) => Math.abs(nodes.reduce((sum, [, , base, head]) => sum + head - base, 0));
function treeOf(service, profiles, starts, changes) {
	const roots = /* @__PURE__ */ new Map();
	const namesakes = namesakesIn(profiles);
	const keyOf = (frame, side) => frameKey(frame, side === "base" ? changes : {}, namesakes);
	for (const seen of starts) for (const side of SIDES) {
		const { cpu, requests } = seen[side];
		const used = (cpu.get(service) ?? 0) * requests;
		for (const profile of profiles) {
			if (profile.service !== service || profile.start !== seen.start || profile.side !== side) continue;
			grow(roots, profile, scaleOf(profile, used) / requests / starts.length, keyOf);
		}
	}
	const source = profiles.find((one) => one.service === service).source;
	for (let least = LEAST$1;; least *= 2) {
		const tree = {
			service,
			source,
			...flat(roots, least)
		};
		if (tree.nodes.length <= MOST_NODES) return tree;
	}
}
function grow(roots, { side, frames, nodes }, scale, keyOf) {
	const grown = [];
	for (const [i, [caller, index, seconds]] of nodes.entries()) {
		const frame = frames[index];
		const callees = caller < 0 ? roots : caller < i ? grown[caller]?.callees : void 0;
		if (frame === void 0 || callees === void 0) {
			grown.push(void 0);
			continue;
		}
		const key = keyOf(frame, side);
		const node = callees.get(key) ?? {
			frame,
			self: {
				base: 0,
				head: 0
			},
			callees: /* @__PURE__ */ new Map()
		};
		callees.set(key, node);
		if (side === "head") node.frame = frame;
		node.self[side] += scale * seconds;
		grown.push(node);
	}
}
function flat(roots, least) {
	const sizes = /* @__PURE__ */ new Map();
	const sized = (node) => {
		let size = Math.max(node.self.base, node.self.head);
		for (const callee of node.callees.values()) size += sized(callee);
		sizes.set(node, size);
		return size;
	};
	let all = 0;
	for (const root of roots.values()) all += sized(root);
	const frames = [];
	const known = /* @__PURE__ */ new Map();
	const indexOf = (frame) => {
		const key = JSON.stringify(frame);
		if (!known.has(key)) known.set(key, frames.push(frame) - 1);
		return known.get(key);
	};
	const nodes = [];
	const visit = (node, caller) => {
		const at = sizes.get(node) < least * all ? caller : nodes.push([
			caller,
			indexOf(node.frame),
			0,
			0
		]) - 1;
		if (at < 0) return;
		nodes[at][2] += node.self.base;
		nodes[at][3] += node.self.head;
		for (const callee of node.callees.values()) visit(callee, at);
	};
	for (const root of roots.values()) visit(root, -1);
	return {
		frames,
		nodes
	};
}
function statementsOf(starts, causes) {
	const found = /* @__PURE__ */ new Map();
	const none = {
		base: 0,
		head: 0
	};
	for (const start of starts) for (const side of SIDES) {
		const each = 1 / start[side].requests / starts.length;
		for (const [key, executed] of start[side].statements) {
			const { service, text, http, calls, rows, seconds } = executed;
			const cause = causes.find((one) => one.kind === "statement" && one.service === service && one.text === text);
			const of = found.get(key) ?? {
				service,
				text,
				...http && { http },
				calls: none,
				rows: none,
				seconds: none,
				added: cause?.added ?? null
			};
			found.set(key, of);
			of.calls = {
				...of.calls,
				[side]: of.calls[side] + each * calls
			};
			of.rows = {
				...of.rows,
				[side]: of.rows[side] + each * rows
			};
			of.seconds = {
				...of.seconds,
				[side]: of.seconds[side] + each * seconds
			};
			for (const name of ["locked", "blocks"]) {
				const { [name]: value } = executed;
				const { [name]: before = none } = of;
				if (value !== void 0) of[name] = {
					...before,
					[side]: before[side] + each * value
				};
			}
		}
	}
	return [...found.values()].sort((a, b) => size$1(b) - size$1(a)).slice(0, MOST_STATEMENTS);
}
function waitsOf(starts, causes) {
	return waiting(starts).map(({ place, work }) => {
		const { service, name } = place;
		const cause = causes.find((one) => one.kind === "wait" && one.service === service && one.file === place.file && one.name === name && one.line === place.line);
		return {
			service,
			name,
			place: locationOf(place),
			seconds: means(work),
			added: cause?.added ?? null
		};
	}).filter((one) => size$1(one) > 0).sort((a, b) => size$1(b) - size$1(a)).slice(0, MOST_WAITS);
}
const size$1 = ({ seconds }) => Math.max(seconds.base, seconds.head);

// src/compare/criteria.ts
const GENERATOR = {
	dropped: .01,
	achieved: .98,
	busy: .85
};
const HOST = {
	queues: .9,
	full: .85
};
const MOST_LOST = .2;
const LEAST_SD = .001;
const ERRORS = {
	level: .005,
	points: .001,
	ratio: 1.5
};
const HARD = {
	head: .01,
	base: .001,
	count: 5
};
const BROKEN = .05;

// src/compare/subject.ts
function subjects(run, config) {
	const mine = ({ side }) => side === "head";
	const slots = slotsIn(run.schedule).filter(mine);
	const trials = run.trials.filter(mine).sort((a, b) => a.index - b.index);
	const found = /* @__PURE__ */ new Map();
	for (const { workload, variant } of [...slots, ...trials]) found.set(itemKey({
		workload,
		variant
	}), {
		workload,
		variant
	});
	const [plannedOf, trialsOf] = [byItem(slots), byItem(trials)];
	return [...found.values()].sort((a, b) => compared$1(a.workload, b.workload) || compared$1(a.variant ?? "", b.variant ?? "")).flatMap((name) => {
		const rules = own(config.workloads, name.workload) ?? own(run.config.resolved.workloads, name.workload);
		if (!rules) return [];
		const all = trialsOf(name);
		const good = all.filter((trial) => trial.outcome === "ok");
		return {
			...name,
			config: rules,
			facts: own(run.workloads, name.workload),
			planned: Math.max(plannedOf(name).length, all.length),
			good,
			failures: failuresIn(all)
		};
	});
}
const failuresIn = (trials) => trials.flatMap((trial) => trial.outcome === "failed" ? trial.failure : []);
const values = (good, text) => good.flatMap(({ observed }) => select(observed.metrics, text) ?? []);
function observedMetric(good, text) {
	const name = selector(text)?.metric;
	const trial = good.find(({ observed }) => name !== void 0 && Object.hasOwn(observed.metrics, name));
	return own(trial?.observed.metrics, name);
}
const saturated = (good, cores) => (busyness(good, cores) ?? 0) > HOST.queues;
function busyness(good, cores) {
	const busy = good.flatMap((trial) => ownShare(trial, cores) ?? trial.host.busy ?? []);
	return busy.length > 0 ? median(busy) : null;
}
const FOREIGN_CPU = .15;
const WAITED = .1;
function foreignShare(trial, cores) {
	const share = ownShare(trial, cores);
	return share === null || trial.host.busy === null ? null : Math.max(0, trial.host.busy - share);
}
function crowded(trial, cores) {
	const { pressure } = trial.host;
	return (foreignShare(trial, cores) ?? 0) > FOREIGN_CPU && (pressure === null || pressure > WAITED);
}
function ownShare({ observed, services }, cores) {
	const { cpu, wall } = observed.generator;
	const used = Object.values(services).map((service) => service.cpu);
	if (cpu === null || wall === 0 || used.length === 0 || used.includes(null)) return null;
	return (used.reduce((sum, seconds) => sum + (seconds ?? 0), 0) / observed.seconds + cpu / wall) / cores;
}
const compared$1 = (a, b) => a < b ? -1 : a > b ? 1 : 0;

// src/compare/row.ts
const LONGEST$1 = 2e3;
function row({ kind, metric, subject, rule }, result, warnings = []) {
	return {
		kind,
		workload: subject.workload,
		variant: subject.variant,
		metric,
		gates: true,
		unit: rule?.unit ?? "1",
		better: rule?.better ?? "lower",
		head: null,
		base: null,
		evidence: null,
		limit: null,
		...result,
		reason: result.reason.slice(0, LONGEST$1),
		warnings: [...warnings]
	};
}
const wholeRow = ({ workload, variant }, verdict, reason, warnings = []) => row({
	kind: "workload",
	metric: "",
	subject: {
		workload,
		variant
	}
}, {
	verdict,
	reason
}, warnings);
const MOST_VALUES = 2e3;
const sample = (values) => around(values, median);
const sessionSample = (stored) => around(stored.map(({ values }) => median(values)), (medians) => medians.every((v) => v > 0) ? Math.exp(mean(medians.map(Math.log))) : mean(medians));
const around = (values, center) => values.length === 0 ? null : {
	values: values.slice(0, MOST_VALUES),
	center: center(values)
};

// src/compare/words.ts
function change(logRatio) {
	const percent = Math.round(Math.expm1(logRatio) * 1e4) / 100;
	return `${percent >= 0 ? "+" : "−"}${digits(Math.abs(percent))} %`;
}
const size = (logRatio) => `${digits(Math.expm1(Math.abs(logRatio)) * 100)} %`;
const share$1 = (ratio) => `${digits(ratio * 100)} %`;
const difference = (value, unit) => `${value >= 0 ? "+" : "−"}${format(Math.abs(value), unit)}`;
const warning = (code, message, remedy = null) => ({
	code,
	message: message.slice(0, 2e3),
	remedy
});
function tally(code, [n, of, one], rest, remedy = null) {
	const { message, ...whole } = warning(code, `${n} of ${counted(of, one)} ${rest}`, remedy);
	const unit = of === 1 ? one : `${one}s`;
	return {
		...whole,
		message,
		tally: {
			n,
			of,
			rest: `${unit} ${rest}`.slice(0, 2e3)
		}
	};
}
const probability = (p) => p < 1e-4 ? "p < 0.0001" : `p = ${digits(p)}`;

// src/compare/levels/sweep.ts
const MOST_PROBES = 3;
const UNREACHED_PROBES = 2;
function nextProbe(search, states, last) {
	const { low, high, precision } = search;
	if (states.reduce((sum, { probes }) => sum + probes, 0) >= search.probes) return null;
	const at = (level, why) => ({
		level,
		why,
		fresh: false
	});
	if (states.length === 0) return at(low, "bracket");
	const open = states.find((state) => state.probes < measurements(state, states));
	if (open) return at(open.level, "again");
	const ups = states.filter(isUp).map(({ level }) => level);
	const downs = states.filter((state) => !isUp(state)).map(({ level }) => level);
	const [floor, ceiling] = [Math.max(...ups), Math.min(...downs)];
	const crossed = crossing(states);
	if (crossed.length > 0) {
		const least = [...crossed].sort((a, b) => a.probes - b.probes || a.level - b.level)[0];
		if (least.probes < MOST_PROBES) return at(least.level, "again");
		if (crossing(states.filter(({ status }) => status !== "undecided")).length > 0) return null;
		return outward(search, states, ceiling, floor, at) ?? confirmation(search, states, last);
	}
	if (downs.length === 0 && floor < high) return at(Math.min(high, 2 * floor), "bracket");
	if (ups.length > 0 && downs.length > 0 && apart(floor, ceiling, precision)) {
		const middle = Math.round(Math.sqrt(floor * ceiling));
		return at(Math.min(ceiling - 1, Math.max(floor + 1, middle)), "halve");
	}
	return outward(search, states, floor, ceiling, at) ?? confirmation(search, states, last);
}
function measurements({ status, level }, states) {
	if (status === "undecided") return MOST_PROBES;
	if (status !== "limited") return 1;
	return states.some((other) => other.level > level && (other.status === "holds" || other.status === "breaks")) ? MOST_PROBES : UNREACHED_PROBES;
}
const isUp = ({ status, leans }) => status === "holds" || status === "undecided" && leans === "holds";
const apart = (floor, ceiling, precision) => ceiling - floor > 1 && ceiling / floor > 1 + precision;
function crossing(states) {
	const lowestDown = Math.min(...states.filter((state) => !isUp(state)).map(({ level }) => level));
	const highestUp = Math.max(...states.filter(isUp).map(({ level }) => level));
	if (!(highestUp > lowestDown)) return [];
	return states.filter((state) => isUp(state) ? state.level > lowestDown : state.level < highestUp);
}
const STEPS = 4;
function outward({ low, high, precision }, states, floor, ceiling, at) {
	const { holds, breaks } = ends(states);
	const known = (level) => states.some((state) => state.level === level);
	const steps = Array.from({ length: STEPS }, (_, i) => (1 + precision) ** (i + 1));
	if (Number.isFinite(floor) && holds !== floor) {
		const below = steps.map((step) => Math.max(low, Math.min(floor - 1, Math.floor(floor / step))));
		const level = below.find((one) => one > (holds ?? 0) && !known(one));
		if (level !== void 0 && !below.some((one) => one === holds)) return at(level, "again");
	}
	if (Number.isFinite(ceiling) && breaks !== ceiling) {
		const above = steps.map((step) => Math.min(high, Math.max(ceiling + 1, Math.ceil(ceiling * step))));
		const level = above.find((one) => one < (breaks ?? Infinity) && !known(one));
		if (level !== void 0 && !above.some((one) => one === breaks)) return at(level, "again");
	}
	return null;
}
function confirmation({ confirm, seed }, states, last) {
	const { holds, breaks } = ends(states);
	const both = states.filter(({ level }) => level === holds || level === breaks);
	const wanting = both.filter(({ confirmed }) => confirmed < confirm);
	const round = Math.min(...wanting.map(({ confirmed }) => confirmed));
	const next = wanting.filter(({ confirmed }) => confirmed === round);
	const first = next[next.length > 1 ? seed >> round % 30 & 1 : 0];
	if (first === void 0) return null;
	const shared = last?.why === "confirm" && both.some(({ level }) => level === last.level && level !== first.level);
	return {
		level: first.level,
		why: "confirm",
		fresh: next.length > 1 || !shared
	};
}
function ends(states) {
	const shown = (which) => states.flatMap(({ status, level }) => status === which ? level : []);
	const [up, down, unreached] = [
		shown("holds"),
		shown("breaks"),
		shown("limited")
	];
	const [lowestDown, highestUp] = [Math.min(...down), Math.max(...up)];
	const holds = finite$1(Math.max(...up.filter((level) => level < lowestDown)));
	const above = (levels) => finite$1(Math.min(...levels.filter((level) => level > highestUp)));
	return {
		holds,
		breaks: above(down) ?? above(unreached)
	};
}
const finite$1 = (level) => Number.isFinite(level) ? level : null;
function kneeOf({ high }, states) {
	const { holds, breaks } = ends(states);
	const of = (level) => states.find((state) => state.level === level);
	return {
		holds,
		breaks,
		limit: breaks !== null ? of(breaks)?.status === "limited" ? "generator" : "service" : holds === high ? "range" : "unknown",
		confirmed: [of(holds)?.confirmed ?? 0, of(breaks)?.confirmed ?? 0]
	};
}

// src/compare/levels/knee.ts
function kneeText({ holds, breaks, limit }, axis, states) {
	const from = holds === null ? "no level was shown to hold" : `holds up to ${levelText(holds, axis)}`;
	if (breaks === null) return `${from}${limit === "range" ? ", the highest planned level" : "; no level was shown to break"}`;
	const reason = states.find(({ level }) => level === breaks)?.reason ?? "";
	const at = `${levelText(breaks, axis)} (${reason})`;
	return `${from}${limit === "generator" ? `; above that, the generator is the limit, not the service: ${at}` : `${holds === null ? ";" : " and"} breaks at ${at}`}`.slice(0, 2e3);
}
function kneeNotes(knee, { confirm }, states, { axis, full }) {
	const { holds, breaks, confirmed } = knee;
	const crossed = crossing(states).map(({ level, status, leans }) => `not monotone: ${levelText(level, axis)} ${status === "undecided" ? `leans to "${leans}"` : status}, unlike the levels around it`);
	const shared = holds !== null && full.includes(holds) ? ["at the knee this machine had no spare CPU; services and generator share it, so the knee is that of both together"] : [];
	const least = Math.min(...holds === null ? [] : [confirmed[0]], ...breaks === null ? [] : [confirmed[1]], confirm);
	const rest = least < confirm ? [`confirmed by ${counted(least, "fresh start")} of the stack instead of ${confirm}`] : [];
	return [
		...crossed,
		...shared,
		...rest
	];
}
function kneeRows(levels, config) {
	return levels.flatMap(({ workload, variant, knee, axis, said }) => {
		const wanted = own(config.workloads, workload)?.sweep?.knee;
		if (wanted === void 0 || knee === null) return [];
		const least = wantedKnee(wanted);
		const { holds, breaks, limit } = knee;
		const outcome = holds !== null && holds >= least ? "pass" : breaks !== null && limit === "service" && breaks <= least ? "fail" : "risk";
		const words = {
			pass: "holds",
			fail: "broken beyond its noise",
			risk: "at risk"
		};
		const about = {
			kind: "budget",
			metric: "knee",
			subject: {
				workload,
				variant
			},
			rule: {
				unit: axis === "rate" ? "/s" : "1",
				better: "higher"
			}
		};
		const seen = holds ?? 0;
		return row(about, {
			verdict: outcome === "fail" ? "budget" : "unchanged",
			reason: `${words[outcome]}: ${said}; required ${wanted.trim()}`,
			head: sample(holds === null ? [] : [holds]),
			limit: {
				wanted: wanted.trim(),
				range: [least, null],
				because: null,
				seen,
				outcome,
				bounds: breaks === null ? null : [seen, breaks]
			}
		}, outcome === "risk" ? [warning("at-risk", `The knee of \`${workload}\` is at its limit: ${said}.`, "Measure longer or more trials to settle it.")] : []);
	});
}

// src/compare/generator.ts
const loadsOf = (good, cores) => good.map(({ observed: { generator, metrics, requests } }) => ({
	iterations: metrics.iterations?.kind === "counter" ? metrics.iterations.count : requests,
	dropped: generator.dropped,
	achieved: generator.achieved,
	busy: generator.cpu === null || generator.wall === 0 ? null : generator.cpu / (generator.wall * cores)
}));
const isSaturated = (load) => saturatedGenerator([load]) !== void 0;
function saturatedGenerator(loads) {
	const say = (detail) => `the load generator was saturated: ${detail}`;
	const dropped = loads.reduce((sum, load) => sum + load.dropped, 0);
	const all = loads.reduce((sum, load) => sum + load.iterations, dropped);
	if (dropped > GENERATOR.dropped * all) return say(`${share$1(dropped / all)} of the iterations were dropped`);
	const achieved = loads.flatMap((load) => load.achieved ?? []);
	if (achieved.length > 0 && median(achieved) < GENERATOR.achieved) return say(`it reached ${share$1(median(achieved))} of its target rate`);
	const busy = loads.flatMap((load) => load.busy ?? []);
	if (busy.length > 0 && median(busy) > GENERATOR.busy) return say(`it used ${share$1(median(busy))} of its cores`);
}
const saturatedWarning = (message) => warning("generator", message, "Use a lower rate or more VUs (`preAllocatedVUs`), or a machine with more free cores.");

// src/compare/rule.ts
const TICK = 1e-6;
const LATENCY_FLOOR = 5e-6;
const LEAST_BAND = 1e-6;
function rule(text, observed, workload, policy) {
	const wanted = selector(text) ?? {
		metric: text,
		stat: "value"
	};
	const declared = own(workload.metrics, text) ?? {};
	const { unit, better } = nature(wanted, silent(observed ?? guessed(wanted)), {
		unit: declared.unit,
		better: declared.better ?? printedBetter(wanted, observed, workload)
	});
	const latency = unit === "s" && !isCpu(wanted.metric);
	const ratio = declared.band ?? standardBand(wanted, unit, policy.band);
	return {
		unit,
		better,
		band: Math.max(Math.log1p(ratio), LEAST_BAND),
		floor: declared.floor ?? (latency ? policy.floor ?? LATENCY_FLOOR : 0),
		resolution: latency ? TICK : 0
	};
}
function printedBetter({ metric }, observed, workload) {
	if (observed?.better === void 0) return void 0;
	const { about, settings } = loadOf(workload);
	return about.direction?.(settings, metric, observed.better);
}
const silent = ({ better: _, ...metric }) => metric;
function standardBand({ metric, stat }, unit, band) {
	if (unit === "B" || /alloc/i.test(metric)) return .01;
	const percentile = /^p(.+)$/.exec(stat)?.[1];
	if (percentile === void 0 || Number(percentile) <= 50) return band;
	return Number(percentile) <= 95 ? .05 : .1;
}
const isCpu = (metric) => family(metric).startsWith("cpu");
function guessed({ metric, stat }) {
	const time = isCpu(metric) || /duration|latency|time|waiting/.test(metric);
	if (stat === "rate" && /failed|checks/.test(metric)) return {
		kind: "share",
		hits: 0,
		total: 1
	};
	if (stat === "rate") return {
		kind: "counter",
		unit: "1",
		count: 0,
		seconds: 1
	};
	return {
		kind: "gauge",
		unit: time ? "s" : "1",
		value: 0
	};
}
function standing$1(text, observed, unit) {
	const wanted = selector(text);
	if (!wanted) return "advisory";
	if (wanted.stat === "p50" || family(wanted.metric) === "cpu_per_request") return "test";
	const counts = unit === "B" || unit === "1";
	const summed = observed?.kind === "counter" || wanted.stat === "count";
	return counts && !summed ? "exact" : "advisory";
}
function samplesNeeded(text) {
	const percentile = Number(/^p(.+)$/.exec(selector(text)?.stat ?? "")?.[1] ?? 0);
	return percentile > 50 ? Math.ceil(10 / (1 - percentile / 100) - 1e-6) : 0;
}

// src/compare/fingerprint.ts
function fingerprintOf({ fingerprint, workloads }, workload) {
	const loaded = own(workloads, workload)?.generator;
	const mine = Object.entries(fingerprint.generators).filter(([, version]) => version === loaded);
	return mine.length === 0 ? fingerprint : {
		...fingerprint,
		generators: Object.fromEntries(mine)
	};
}

// src/compare/reference.ts
function reference(workload, run, baseline) {
	if (!baseline) return {
		kind: "none",
		reason: `no baseline yet on runner class ${run.runnerClass}`,
		warnings: []
	};
	if (baseline.runnerClass !== run.runnerClass) return {
		kind: "incomparable",
		reason: `the baseline is of runner class ${baseline.runnerClass}, this run of ${run.runnerClass}`,
		stored: baseline.sessions.length,
		warnings: []
	};
	const warnings = [];
	const others = [...baseline.sessions].filter((session) => session.run !== run.id).sort((a, b) => compared$1(a.at, b.at) || compared$1(a.run, b.run));
	if (others.length < baseline.sessions.length) warnings.push(warning("own-session", `This run is already a session in the baseline of \`${workload}\`; that session was left out.`));
	const latest = others.at(-1);
	if (!latest) return {
		kind: "none",
		reason: "the baseline has only this run's own session",
		warnings
	};
	const digest = own(run.workloads, workload)?.digest;
	const same = others.filter((session) => session.digest === digest);
	if (same.length === 0) return {
		kind: "incomparable",
		reason: `workload changed since the baseline (digest ${short(latest.digest)}, now ${short(digest ?? "unknown")})`,
		stored: others.length,
		warnings: [...warnings, warning("workload-changed", `\`${workload}\` differs from the version that its ${counted(others.length, "stored session")} measured.`, "After the merge, record new sessions with `steelyard baseline`.")]
	};
	warnings.push(...leftOut(workload, "other-digest", others.length - same.length, "measured another version of it and"));
	return onLikeMachines(workload, fingerprintOf(run, workload), same, warnings);
}
const leftOut = (workload, code, n, why) => n === 0 ? [] : [warning(code, `${counted(n, "stored session")} of \`${workload}\` ${why} ${n === 1 ? "was" : "were"} left out.`)];
function onLikeMachines(workload, here, same, warnings) {
	const alike = same.filter((session) => decisiveDifferences(session.fingerprint, here).length === 0);
	const latest = alike.at(-1);
	if (!latest) {
		const differing = decisiveDifferences(same.at(-1).fingerprint, here);
		return {
			kind: "incomparable",
			reason: `measured under other conditions than the baseline: ${differing.join(", ")}`,
			stored: same.length,
			warnings: [...warnings, warning("other-machine", `The baseline of \`${workload}\` comes from another kind of machine or generator: ${differing.join(", ")}.`, "Measure on the same kind of machine. Or define a runner class for this kind, and record sessions on it with `steelyard baseline`.")]
		};
	}
	warnings.push(...leftOut(workload, "other-machine", same.length - alike.length, "from another kind of machine or generator"));
	const noted = noteworthyDifferences(latest.fingerprint, here);
	if (noted.length > 0) warnings.push(warning("fingerprint", `The machine differs slightly from that of the last stored session: ${noted.join(", ")}.`));
	return {
		kind: "sessions",
		sessions: alike,
		warnings
	};
}
function decisiveDifferences(then, now) {
	const generators = [.../* @__PURE__ */ new Set([...Object.keys(then.generators), ...Object.keys(now.generators)])].sort();
	return [
		...differing("CPU", then.cpu, now.cpu),
		...differing("cores", then.cores, now.cores),
		...differing("containers", then.containers ?? "none", now.containers ?? "none"),
		...generators.flatMap((name) => differing(`generator ${name}`, own(then.generators, name) ?? "absent", own(now.generators, name) ?? "absent"))
	];
}
function noteworthyDifferences(then, now) {
	return [
		...differing("OS", then.os, now.os),
		...differing("architecture", then.arch, now.arch),
		...isSameMemory(then, now) ? [] : differing("memory", format(then.memory, "B"), format(now.memory, "B")),
		...differing("kernel", then.kernel, now.kernel),
		...differing("Node", then.node, now.node),
		...then.engine && now.engine ? differing("container engine", then.engine, now.engine) : [],
		...images(then.images ?? {}, now.images ?? {})
	];
}
const images = (then, now) => Object.keys(now).filter((service) => Object.hasOwn(then, service)).sort().flatMap((service) => differing(`image of ${service}`, shortImage(then[service]), shortImage(now[service])));
const differing = (name, then, now) => then === now ? [] : [`${name} ${then} → ${now}`];
const short = (digest) => digest.replace(/^sha256:/, "").slice(0, 12);

// src/compare/stored.ts
const ofVariant = (reference, variant) => reference.kind === "sessions" ? reference.sessions.flatMap(({ run, at, variants }) => {
	const part = own(variants, variant ?? "-");
	return part ? {
		...part,
		run,
		at
	} : [];
}) : [];
const storedValues = (parts, text) => parts.flatMap(({ run, at, values }) => {
	const all = own(values, text);
	return all ? {
		run,
		at,
		values: all
	} : [];
});
function storedParts(subject, reference, cores) {
	const all = ofVariant(reference, subject.variant);
	const calm = all.filter((part) => !part.saturated);
	const busy = saturated(subject.good, cores);
	const used = busy || calm.length === 0 ? all : calm;
	const warnings = [...reference.warnings];
	if (used.length < all.length) warnings.push(warning("saturated-session", `${counted(all.length - used.length, "stored session")} left out: the host was saturated.`));
	const obstacles = [];
	if (busy || all.length > 0 && calm.length === 0) {
		const where = busy ? `the stack and the generator used ${share$1(busyness(subject.good, cores) ?? 1)} of the CPUs` : "in the stored sessions";
		obstacles.push(warning("saturated", `The host is saturated (${where}). Queues then magnify every difference between sessions, so this workload does not gate against a baseline.`, "Use fewer connections or a lower rate."));
	}
	return {
		used,
		obstacles,
		crowd: crowd(subject, cores),
		warnings
	};
}
const LEAST_EXPLAINED = 2;
function crowd({ good }, cores) {
	const disturbed = good.filter((trial) => crowded(trial, cores));
	if (2 * disturbed.length <= good.length) return null;
	const taken = Math.min(median(disturbed.map((trial) => foreignShare(trial, cores) ?? 0)), .99);
	const explained = Math.max(LEAST_EXPLAINED, 1 / (1 - taken));
	return {
		explains: Math.log(explained),
		warning: warning("contended", `In ${disturbed.length} of ${counted(good.length, "trial")}, other programs used ${share$1(taken)} of the CPUs. That slows a workload like a real change, so only a worsening by surely more than a factor of ${explained.toFixed(1)} gates.`, "Measure again on an idle machine. Programs that belong to the system must be among its services.")
	};
}
function fewSessions(n) {
	if (n >= 3) return [];
	return [warning("few-sessions", `Only ${counted(n, "stored session")}. The spread between sessions is still unknown, so a regression warns and does not fail.`, `Record ${counted(3 - n, "more session")}, ideally on different days: \`steelyard measure\`, then \`steelyard baseline\`.`)];
}

// src/compare/contention.ts
function contention(good, { cores }) {
	const contended = good.filter((trial) => contendedAround(trial.host) || crowded(trial, cores));
	return contendedWarning([
		contended.length,
		good.length,
		"trial"
	]);
}
const contendedWarning = (counts) => counts[0] === 0 ? [] : [tally("contended", counts, "were measured while other programs used the CPU.", "Measure on an idle machine.")];

// src/compare/merged.ts
function mergedPercentiles(measured, { gate, budgets }) {
	const errors = [.../* @__PURE__ */ new Set([...gate, ...Object.keys(budgets)])].flatMap((text) => {
		const found = measured.flatMap((metrics) => errorOf$1(metrics, text) ?? []);
		const worst = found.reduce((a, b) => a.error >= b.error ? a : b, found[0]);
		return found.length === 0 ? [] : [`${text} ± ${format(worst.error, worst.unit)}`];
	});
	if (errors.length === 0) return [];
	const message = `Several generators shared the load. Percentiles are merged from theirs, with errors of at most: ${errors.join(", ")}.`;
	return [warning("merged-percentiles", message)];
}
function errorOf$1(metrics, text) {
	const { metric = "", stat = "" } = selector(text) ?? {};
	const observed = own(metrics, metric);
	if (observed?.kind !== "trend" || observed.errors === void 0) return void 0;
	if (!stat.startsWith("p") || value(observed, stat) === void 0) return void 0;
	const error = observed.errors[QUANTILES.indexOf(Number(stat.slice(1)))];
	return error === void 0 ? void 0 : {
		error,
		unit: observed.unit
	};
}

// src/compare/validity.ts
function notJudged(validity) {
	switch (validity.kind) {
		case "judged": return "not judged with its workload";
		case "failed": return "not judged, because the workload failed";
		case "invalid": return "not judged, because the workload is invalid";
		case "saturated": return `not judged, because ${validity.reason}`;
	}
}
const SIDE_AT_FAULT = {
	"dead-target": "head",
	"no-requests": "head",
	"service-died": "head",
	timeout: "head",
	"script-error": "run",
	"setup-timeout": "run",
	"no-summary": "run",
	"bad-numbers": "run",
	generator: "run",
	interrupted: "run"
};
function validity(subject, policy, machine, least = 3) {
	const { good } = subject;
	const warnings = contention(good, machine);
	const broken = crash(subject) ?? tooManyFailures(subject, policy) ?? generatorFault(subject, machine);
	if (broken) return {
		...broken,
		warnings: [...broken.warnings ?? [], ...warnings]
	};
	if (good.length < least) return {
		kind: "invalid",
		reason: tooFewGood(good.length, "trial"),
		warnings: [...warnings, more]
	};
	const lost = subject.planned - good.length;
	if (lost > 0) warnings.push(warning("failed-trials", `${counted(lost, "trial")} of ${subject.planned} failed: ${causes(subject)}.`));
	if (good.length < 6) warnings.push(fewWarning(good.length, "trial", more.remedy));
	const measured = good.map(({ observed }) => observed.metrics);
	warnings.push(...mergedPercentiles(measured, subject.config));
	return {
		kind: "judged",
		warnings
	};
}
const more = warning("few-trials", "Too few trials.", "Measure more trials: `measure.trials` or `--trials`.");
function crash({ good, failures }) {
	const died = failures.filter((failure) => failure.code === "service-died" && wasRun(failure));
	if (died[0]) return {
		kind: "failed",
		reason: `a service died in ${counted(died.length, "trial")}: ${failureLine(died[0])}`
	};
	const restarted = good.flatMap(({ services }) => Object.entries(services).flatMap(([name, { restarts }]) => restarts > 0 ? [name] : []));
	if (restarted.length === 0) return void 0;
	return {
		kind: "failed",
		reason: `restarted while it was measured: ${[...new Set(restarted)].sort().join(", ")}`
	};
}
function tooManyFailures(subject, policy) {
	const { planned, good, failures } = subject;
	const lost = planned - good.length;
	if (lost === 0 || good.length > 0 && lost / planned <= policy.failed_trials) return void 0;
	const kind = 2 * failures.filter(({ code }) => SIDE_AT_FAULT[code] === "head").length >= lost ? "failed" : "invalid";
	const allowed = good.length === 0 ? "" : ` (allowed: ${share$1(policy.failed_trials)})`;
	return {
		kind,
		reason: `${good.length === 0 ? `all ${planned}` : `${lost} of ${planned}`} trials failed${allowed}: ${causes(subject)}`,
		warnings: kind === "invalid" ? remedies(subject) : []
	};
}
const REMEDY = {
	"script-error": "Fix the script: measuring again will fail in the same way. `steelyard measure` shows its error.",
	"setup-timeout": "Fix the script's `setup()`, or raise the option `setupTimeout`."
};
function remedies({ failures }) {
	const often = (code) => failures.filter((failure) => failure.code === code).length;
	const [first] = [...failures].sort((a, b) => often(b.code) - often(a.code));
	return first === void 0 ? [] : remedyOf(first, counted(often(first.code), "trial"));
}
function remedyOf(failure, what) {
	const remedy = REMEDY[failure.code];
	if (remedy === void 0) return [];
	return [warning(failure.code, `${what} ended with ${failure.code}: ${failureLine(failure)}.`, remedy)];
}
const wasRun = ({ skipped }) => skipped !== true;
function causes({ planned, good, failures }) {
	const byCode = /* @__PURE__ */ new Map();
	const run = failures.filter(wasRun);
	for (const failure of run.length > 0 ? run : failures) byCode.set(failure.code, [...byCode.get(failure.code) ?? [], failure]);
	const reasons = [...byCode].sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1)).map(([code, all]) => `${all.length} × ${code} (${failureLine(all[0])})`);
	const absent = planned - good.length - failures.length;
	const skipped = run.length > 0 ? failures.length - run.length : 0;
	if (skipped > 0) reasons.push(`${skipped} × not run after these`);
	if (absent > 0) reasons.push(`${absent} × planned but absent`);
	return reasons.join(", ");
}
const failureLine = ({ message }) => firstLine(message, 200);
function generatorFault({ good }, { cores }) {
	const reason = saturatedGenerator(loadsOf(good, cores));
	return reason === void 0 ? void 0 : {
		kind: "saturated",
		reason
	};
}
const tooFewGood = (good, unit) => `only ${counted(good, `good ${unit}`)}; ${3} are needed for figures, ${6} for a verdict`;
const fewWarning = (good, unit, remedy) => warning(`few-${unit}s`, `Only ${counted(good, `good ${unit}`)}; a verdict needs ${6}.`, remedy);

// src/compare/limits.ts
const OUT = .05;
const limitRows = (of) => [...Object.entries(of.subject.config.budgets).map(([text, budget]) => budgetRow(text, budget, of)), ...Object.entries(of.subject.config.expect).map(([text, expected]) => expectRow(text, expected, of))];
function expectRow(text, expected, of) {
	if (expected === "equal") return equalRow(text, of);
	return "equal" in expected ? matchRow(text, expected, of) : betweenRow(text, expected, of);
}
function seenIn(values, counts) {
	const logs = counts === void 0 && values.every((v) => v > 0);
	const scale = logs ? values.map(Math.log) : values;
	const back = (v) => logs ? Math.min(Math.exp(v), Number.MAX_VALUE) : v;
	const seen = counts ? counts.hits / counts.total : back(mean(scale));
	if (values.length < 2) return {
		seen,
		bounds: null
	};
	const [low, high] = values.every((v) => v === values[0]) ? [mean(scale), mean(scale)] : interval(meanEstimate(scale), OUT);
	if (!counts) return {
		seen,
		bounds: [back(low), back(high)]
	};
	const exact = clopperPearson(counts.hits, counts.total, OUT);
	return {
		seen,
		bounds: [Math.max(0, Math.min(low, exact[0])), Math.min(1, Math.max(high, exact[1]))]
	};
}
function outcome$1({ seen, bounds }, [least, most]) {
	const [low, high] = bounds ?? [seen, seen];
	if (bounds !== null && (low > most || high < least)) return "fail";
	return bounds !== null && low >= least && high <= most ? "pass" : "risk";
}
const rangeOf = ({ op, limit }) => op === "<" ? [-Infinity, limit] : [limit, Infinity];
const wantedOf = ({ op, limit }, print) => `${op} ${print(limit)}`;
function budgetOutcome(text, budget, good, { config, policy }) {
	const all = values(good, text);
	if (all.length === 0) return null;
	const { unit } = rule(text, observedMetric(good, text), config, policy);
	const found = seenIn(all, pooledShare(text, good));
	const print = limitFormat({
		...found,
		range: finite(rangeOf(budget))
	}, unit);
	const around = found.bounds === null ? "" : ` (${found.bounds.map(print).join(" to ")})`;
	const said = `${print(found.seen)}${around} over ${counted(all.length, "trial")}, required ${wantedOf(budget, print)}`;
	return {
		outcome: outcome$1(found, rangeOf(budget)),
		seen: found.seen,
		said
	};
}
function budgetRow(text, budget, of) {
	return limitRow("budget", text, of, rangeOf(budget), {
		wanted: (print) => wantedOf(budget, print),
		because: null,
		broken: "budget"
	});
}
function betweenRow(text, { between, because }, of) {
	return limitRow("expect", text, of, between, {
		wanted: (print) => `${print(between[0])} to ${print(between[1])}`,
		because,
		broken: "expectation"
	});
}
function limitRow(kind, text, of, range, terms) {
	const { about, head } = limited$1(kind, text, of);
	if (head.length === 0) return absent$1(about, of);
	const found = {
		...seenIn(head, pooledShare(text, of.subject.good)),
		range: finite(range)
	};
	const print = limitFormat(found, about.rule.unit);
	const limit = {
		...found,
		wanted: terms.wanted(print),
		because: terms.because,
		outcome: outcome$1(found, range)
	};
	const said = describe(limit, print, head.length);
	if (of.validity.kind !== "judged") {
		const reason = `${notJudged(of.validity)}: ${said}`;
		return row(about, {
			verdict: "inconclusive",
			reason,
			gates: false,
			head: sample(head),
			limit
		});
	}
	const shared = {
		head: sample(head),
		limit
	};
	if (limit.outcome === "fail") return row(about, {
		verdict: terms.broken,
		reason: `broken beyond its noise: ${said}`,
		...shared
	});
	if (limit.outcome === "pass") return row(about, {
		verdict: "unchanged",
		reason: `holds: ${said}`,
		...shared
	});
	return row(about, {
		verdict: "unchanged",
		reason: `at risk: ${said}`,
		...shared
	}, [warning("at-risk", `\`${text}\` is at its limit: ${said}.`, "Measure more trials to settle it.")]);
}
function finite([least, most]) {
	const end = (limit) => Number.isFinite(limit) ? limit : null;
	return [end(least), end(most)];
}
function describe({ seen, bounds, wanted }, print, n) {
	const around = bounds === null ? "" : ` [${print(bounds[0])} to ${print(bounds[1])}]`;
	return `${print(seen)}${around} over ${counted(n, "trial")}, required ${wanted}`;
}
function limited$1(kind, text, { subject, policy }) {
	const observed = observedMetric(subject.good, text);
	return {
		about: {
			kind,
			metric: text,
			subject,
			rule: rule(text, observed, subject.config, policy)
		},
		head: values(subject.good, text)
	};
}
function pooledShare(text, good) {
	const wanted = selector(text);
	if (wanted?.stat !== "rate") return void 0;
	const shares = good.flatMap(({ observed }) => {
		const metric = own(observed.metrics, wanted.metric);
		return metric?.kind === "share" ? metric : [];
	});
	if (shares.length === 0) return void 0;
	return shares.reduce((sum, { hits, total }) => ({
		hits: sum.hits + Math.min(hits, total),
		total: sum.total + total
	}), {
		hits: 0,
		total: 0
	});
}
const storedOf = ({ reference, subject }, text) => storedValues(ofVariant(reference, subject.variant), text);
function absent$1(about, of) {
	const stored = storedOf(of, about.metric);
	const gates = of.validity.kind === "judged";
	if (stored.length > 0) {
		const reason = `has a limit and is in the baseline (${counted(stored.length, "session")}), but is absent from this run`;
		return row(about, {
			verdict: gates ? "missing" : "inconclusive",
			reason,
			gates,
			base: sessionSample(stored)
		});
	}
	const reason = "has a limit, but is absent from this run";
	if (!gates) return row(about, {
		verdict: "inconclusive",
		reason: `${notJudged(of.validity)}: ${reason}`,
		gates
	});
	return row(about, {
		verdict: "invalid",
		reason,
		gates
	}, [warning("absent-limit", `\`${about.metric}\` has a limit, but no trial reports it.`, "Name a metric that the workload reports.")]);
}
const spread$1 = (values) => ({
	seen: median(values),
	bounds: [Math.min(...values), Math.max(...values)]
});
function equalRow(text, of) {
	const { about, head } = limited$1("expect", text, of);
	if (head.length === 0) return absent$1(about, of);
	const stored = storedOf(of, text);
	const latest = stored.at(-1)?.values;
	const gates = of.validity.kind === "judged" && of.reference.kind !== "incomparable";
	const shared = {
		head: sample(head),
		base: sessionSample(stored),
		gates
	};
	if (!gates) return row(about, {
		verdict: "inconclusive",
		reason: notJudged(of.validity),
		...shared
	});
	if (!latest) return row(about, {
		verdict: "new",
		reason: "must equal the baseline, but the baseline does not have it yet",
		...shared
	});
	const unit = about.rule.unit;
	const wanted = median(latest);
	if (latest.some((v) => v !== wanted)) {
		const { bounds } = spread$1(latest);
		const reason = `must equal the baseline, but its last session varies: ${bounds.map(formatApart([], bounds, unit)).join(" to ")}`;
		return row(about, {
			verdict: "inconclusive",
			reason,
			...shared
		});
	}
	const equal = head.every((v) => v === wanted);
	const found = {
		...spread$1(head),
		range: [wanted, wanted]
	};
	const print = limitFormat(found, unit);
	const limit = {
		...found,
		wanted: `= ${print(wanted)}`,
		because: null,
		outcome: equal ? "pass" : "fail"
	};
	const differ = head.filter((v) => v !== wanted).length;
	const reason = equal ? `equals the baseline: ${print(wanted)} in all ${counted(head.length, "trial")}` : `differs from the baseline's ${print(wanted)} in ${differ} of ${counted(head.length, "trial")}: ${found.bounds.map(print).join(" to ")}`;
	return row(about, {
		verdict: equal ? "unchanged" : "expectation",
		reason,
		limit,
		...shared
	});
}
function rangeAround(center, within) {
	const room = within * Math.abs(center);
	return [center - room, center + room];
}
function matchRow(text, { equal, within, because }, of) {
	const { about, head } = limited$1("expect", text, of);
	if (head.length === 0) return absent$1(about, of);
	const pairs = of.subject.good.map(({ observed: { metrics } }) => ({
		seen: select(metrics, text),
		other: typeof equal === "number" ? equal : select(metrics, equal)
	}));
	const both = pairs.flatMap(({ seen, other }) => seen === void 0 || other === void 0 ? [] : [{
		seen,
		other
	}]);
	const lacking = pairs.length - both.length;
	const differ = both.filter(({ seen, other }) => Math.abs(seen - other) > within * Math.abs(other)).length;
	const unit = about.rule.unit;
	const tolerance = within === 0 ? "" : ` ± ${format(within, "ratio")}`;
	const found = {
		...spread$1(head),
		...typeof equal === "number" && { range: rangeAround(equal, within) }
	};
	const print = limitFormat(found, unit);
	const limit = {
		...found,
		wanted: `= ${typeof equal === "number" ? print(equal) : equal}${tolerance}`,
		because,
		outcome: differ > 0 || lacking > 0 ? "fail" : "pass"
	};
	const trials = counted(pairs.length, "trial");
	const said = `${limitText(limit, unit)}, required ${limit.wanted}`;
	const shared = {
		head: sample(head),
		limit
	};
	if (of.validity.kind !== "judged") {
		const reason = `${notJudged(of.validity)}: ${said}`;
		return row(about, {
			verdict: "inconclusive",
			reason,
			gates: false,
			...shared
		});
	}
	if (lacking > 0) {
		const reason = `${pairs.some(({ seen }) => seen === void 0) ? "it" : "its counterpart"} is absent in ${lacking} of ${trials}: ${said}`;
		return row(about, {
			verdict: "invalid",
			reason,
			...shared
		}, [warning("absent-limit", `\`${text}\` must equal \`${equal}\`, and one of them is absent.`, "Name metrics that the workload reports in every trial.")]);
	}
	return differ > 0 ? row(about, {
		verdict: "expectation",
		reason: `differs in ${differ} of ${trials}: ${said}`,
		...shared
	}) : row(about, {
		verdict: "unchanged",
		reason: `equal in all ${trials}: ${said}`,
		...shared
	});
}

// src/compare/levels/level.ts
function judgedLevel(trials, rules) {
	const good = trials.flatMap((trial) => trial.outcome === "ok" ? trial : []);
	const failures = failuresIn(trials);
	const own = failures.find(({ code }) => SIDE_AT_FAULT[code] === "head");
	const said = (text) => firstLine(text, 300);
	if (own) return broken$1(`${own.code}: ${said(own.message)}`);
	const restarted = good.flatMap(({ services }) => Object.entries(services).flatMap(([name, { restarts }]) => restarts > 0 ? name : []));
	if (restarted.length > 0) return broken$1(`restarted under the load: ${[...new Set(restarted)].join(", ")}`);
	if (good.length === 0) {
		const [first] = failures;
		return {
			status: "undecided",
			leans: "breaks",
			reason: first ? `not measured, ${first.code}: ${said(first.message)}` : "not measured"
		};
	}
	return byBudgets(good, rules);
}
function byBudgets(good, rules) {
	const { config, cores } = rules;
	const found = Object.entries(config.budgets).map(([text, budget]) => {
		const came = budgetOutcome(text, budget, good, rules);
		const kept = came !== null && isKept(budget, came.seen);
		return {
			outcome: came?.outcome ?? "risk",
			kept,
			said: came === null ? `${text} is absent` : `${text} ${came.said}`
		};
	});
	const leans = found.every(({ kept }) => kept) ? "holds" : "breaks";
	const failed = found.filter(({ outcome }) => outcome === "fail");
	const generator = shortGenerator(good, cores);
	if (failed.length > 0) {
		const reason = joined$1(failed);
		const crowding = starvedGenerator(good, cores);
		return crowding === void 0 ? broken$1(reason) : limited(`${crowding}, so its own queue is in ${reason}`);
	}
	if (generator !== void 0) return limited(generator);
	const open = found.filter(({ outcome }) => outcome === "risk");
	if (open.length === 0) return {
		status: "holds",
		leans: "holds",
		reason: joined$1(found)
	};
	return {
		status: "undecided",
		leans,
		reason: joined$1(open)
	};
}
const broken$1 = (reason) => ({
	status: "breaks",
	leans: "breaks",
	reason
});
const limited = (reason) => ({
	status: "limited",
	leans: "breaks",
	reason
});
const joined$1 = (found) => found.map(({ said }) => said).join("; ");
function shortGenerator(good, cores) {
	const short = loadsOf(good, cores).filter(isSaturated);
	return 2 * short.length < good.length ? void 0 : saturatedGenerator(short);
}
function starvedGenerator(good, cores) {
	const loads = loadsOf(good, cores).map((load) => ({
		...load,
		dropped: 0,
		achieved: null
	}));
	const busy = saturatedGenerator(loads);
	if (busy !== void 0) return busy;
	const host = busyness(good, cores);
	const [mine, theirs] = [generatorCores(good), serviceCores(good)];
	if (host === null || host <= HOST.queues || mine === null || theirs === null || mine < theirs) return void 0;
	return `the machine was full (${share$1(host)}), and the load generator took ${share$1(mine / (mine + theirs))} of it`;
}
function generatorCores(good) {
	const used = good.flatMap(({ observed: { generator } }) => generator.cpu === null || generator.wall === 0 ? [] : generator.cpu / generator.wall);
	return used.length > 0 ? median(used) : null;
}
function serviceCores(good) {
	const used = good.flatMap(({ observed, services }) => {
		const all = Object.values(services).map(({ cpu }) => cpu);
		if (all.length === 0 || all.includes(null)) return [];
		return all.reduce((sum, cpu) => sum + (cpu ?? 0), 0) / observed.seconds;
	});
	return used.length > 0 ? median(used) : null;
}

// src/compare/levels/scaling.ts
const NEXT_TO = .95;
const LINEAR = .05;
const MISSES = .2;
const FEWEST = 4;
const servedBy = ({ observed: { requests, errors, seconds } }) => (requests - Math.min(errors, requests)) / seconds;
function curveOf(rows, probes, scaling, axis) {
	const usable = rows.filter(({ status, failed, served }) => status !== "limited" && failed === 0 && served);
	const places = usable.flatMap(({ level, served }) => served ? {
		level,
		rate: served
	} : []);
	const most = (of) => of.reduce((a, b) => a && a.rate >= b.rate ? a : b, null);
	const peak = most(places);
	const holding = new Set(usable.filter(({ status }) => status === "holds").map(({ level }) => level));
	const sustained = most(places.filter(({ level }) => holding.has(level)));
	const capacity = sustained === null ? null : sustained.rate * (1 - scaling.headroom);
	return {
		peak,
		sustained,
		capacity: capacity !== null && capacity > 0 ? capacity : null,
		saturation: saturation(places, peak),
		law: lawOf(points(probes, new Set(places.map(({ level }) => level))), axis),
		plans: capacity !== null && capacity > 0 ? plansOf(capacity, scaling) : []
	};
}
function saturation(places, peak) {
	const near = places.flatMap((one) => one && peak && one.rate >= NEXT_TO * peak.rate ? one.level : []);
	const highest = Math.max(...places.map((one) => one?.level ?? 0));
	const lowest = Math.min(...near);
	return places.length > 1 && lowest < highest ? lowest : null;
}
function points(probes, levels) {
	const seen = probes.flatMap(({ level, trials }) => {
		const served = trials.flatMap((trial) => trial.outcome === "ok" ? servedBy(trial) : []);
		return levels.has(level) && served.length > 0 ? {
			n: level,
			x: mean(served)
		} : [];
	});
	const middle = (level) => mean(seen.filter(({ n }) => n === level).map(({ x }) => x));
	return seen.filter(({ x }) => x > 0).map(({ n, x }) => ({
		n,
		x,
		scale: middle(n)
	}));
}
function lawOf(points, axis) {
	const refused = (why) => ({
		kind: "refused",
		why
	});
	const levels = new Set(points.map(({ n }) => n));
	const highest = Math.max(...levels);
	if (levels.size < FEWEST) return refused(`its three parameters need ${FEWEST} levels, but only ${counted(levels.size, "level")} can be used`);
	const fit = usl(points);
	if (fit === null) return refused("the fit did not converge");
	const { lambda, sigma, kappa, residual, pLinear } = fit;
	if (residual > MISSES) return refused(`the figures do not follow it: they deviate by ${share$1(residual)}`);
	if (pLinear > LINEAR) return refused(`throughput grows in proportion up to ${levelText(highest, axis)}, so its limit is not visible: measure higher levels`);
	const at = (kappa.interval?.[0] ?? 0) > 0 ? peakAt(sigma.value, kappa.value) : null;
	const plain = ({ value, interval }) => ({
		value,
		interval: interval && [...interval]
	});
	return {
		kind: "fitted",
		lambda: plain(lambda),
		sigma: plain(sigma),
		kappa: plain(kappa),
		residual,
		peak: at === null ? null : {
			at,
			rate: throughput(at, lambda.value, sigma.value, kappa.value),
			measured: at <= highest
		}
	};
}
function plansOf(capacity, { loads, prices }) {
	return (loads.length > 0 ? loads : prices.instance ? [capacity] : []).map((load) => {
		const instances = Math.max(1, Math.ceil(load / capacity - 1e-9));
		return {
			load,
			instances,
			cost: costOf(load, instances, prices)
		};
	});
}
function costOf(load, instances, { instance, ...others }) {
	if (instance === void 0) return null;
	const once = Object.values(others).reduce((sum, { perHour }) => sum + perHour, 0);
	const perHour = instances * instance.perHour + once;
	return {
		perMonth: perHour * HOURS_A_MONTH,
		perMillion: perHour / (load * 3600) * 1e6,
		currency: instance.currency
	};
}
function curveText({ peak, saturation, sustained }, axis) {
	if (peak === null) return "no usable level";
	return `${`peak ${format(peak.rate, "/s")} at ${levelText(peak.level, axis)}`}${saturation === null ? ", still rising at the highest level; peak and saturation may be higher" : `, saturated from ${levelText(saturation, axis)} on`}; ${sustained === null ? "no level keeps the budgets" : `sustains ${format(sustained.rate, "/s")} (${levelText(sustained.level, axis)})`}`;
}
function curveNotes({ law, capacity, plans }, { headroom, prices }, { axis, full }) {
	const each = capacity === null ? "" : ` of ${format(capacity, "/s")} each (${share$1(headroom)} kept free)`;
	const sized = plans.map(({ load, instances, cost }) => {
		const paid = cost === null ? "" : `, ${costText(cost)}`;
		return `${format(load, "/s")} needs ${counted(instances, "instance")}${each}${paid}`;
	});
	const others = Object.keys(prices).filter((name) => name !== "instance");
	const caveat = plans.some(({ instances }) => instances > 1) ? [`assumes independent instances: one was measured${others.length > 0 ? `, and ${others.join(", ")} must carry them all` : ""}`] : [];
	const shared = full.length === 0 ? [] : [`this machine had no spare CPU from ${levelText(Math.min(...full), axis)} on; services and generator share it, so the curve is that of both together`];
	return [
		lawText(law, axis),
		...sized,
		...caveat,
		...shared
	];
}
const costText = ({ perMonth, perMillion, currency }) => `${money(perMonth, currency)} a month, ${money(perMillion, currency)} per million requests`;
function lawText(law, axis) {
	if (law.kind === "refused") return `no scalability law: ${law.why}`;
	const { lambda, sigma, kappa, residual, peak } = law;
	const around = (interval, say) => interval === null ? "" : ` [${say(interval[0])}, ${say(interval[1])}]`;
	const top = peak === null ? "not shown to fall" : `highest at ${levelText(Math.round(peak.at), axis)} with ${format(peak.rate, "/s")}${peak.measured ? "" : ", beyond the measured levels"}`;
	return [
		`scalability law: λ ${format(lambda.value, "/s")}${around(lambda.interval, (v) => format(v, "/s"))}`,
		`contention σ ${share$1(sigma.value)}${around(sigma.interval, share$1)}`,
		`coherency κ ${share$1(kappa.value)}${around(kappa.interval, share$1)}`,
		`deviation ${share$1(residual)}`,
		top
	].join(", ");
}

// src/compare/levels/row.ts
function byLevel(probes) {
	return [...new Set(probes.map(({ level }) => level))].sort((a, b) => a - b).map((level) => ({
		level,
		probes: probes.filter((probe) => probe.level === level)
	}));
}
const trialsOf = ({ probes }) => probes.flatMap(({ trials }) => trials);
const goodOf = (level) => trialsOf(level).flatMap((trial) => trial.outcome === "ok" ? trial : []);
function rowOf(level, { axis }, { status, reason }) {
	const good = goodOf(level);
	const wait = LATENCIES.find((name) => good.some(({ observed }) => Object.hasOwn(observed.metrics, name)));
	const at = (stat) => middle(good.flatMap(({ observed }) => select(observed.metrics, `${wait}.${stat}`) ?? []));
	const sum = (of) => good.reduce((all, trial) => all + of(trial), 0);
	const trials = trialsOf(level).length;
	return {
		level: level.level,
		probes: level.probes.length,
		trials,
		failed: trials - good.length,
		served: middle(good.map(servedBy)),
		cpu: middle(good.flatMap(({ observed }) => select(observed.metrics, "cpu_per_request") ?? [])),
		services: serviceCpu(good),
		achieved: middle(good.flatMap((trial) => achieved(trial, level.level, axis))),
		p50: at("p50"),
		p95: at("p95"),
		p99: at("p99"),
		requests: sum(({ observed }) => observed.requests),
		errors: sum(({ observed }) => observed.errors),
		statuses: statuses$1(good),
		status,
		reason: reason.slice(0, 2e3)
	};
}
const middle = (all) => all.length === 0 ? null : median(all);
function serviceCpu(good) {
	const names = [...new Set(good.flatMap(({ services }) => Object.keys(services)))].sort();
	const of = (name) => good.flatMap(({ observed, services }) => {
		const cpu = own(services, name)?.cpu ?? null;
		return cpu === null || observed.requests === 0 ? [] : cpu / observed.requests;
	});
	const found = names.map((name) => [name, middle(of(name))]);
	return Object.fromEntries(found.flatMap(([name, cpu]) => cpu === null ? [] : [[name, cpu]]));
}
function achieved({ observed }, level, axis) {
	const { generator, requests, seconds } = observed;
	if (axis === "rate" && generator.achieved !== null) return [generator.achieved * level];
	return requests > 0 ? [requests / seconds] : [];
}
function statuses$1(good) {
	const all = /* @__PURE__ */ new Map();
	const add = (what, n) => n > 0 && all.set(what, (all.get(what) ?? 0) + n);
	for (const { observed } of good) {
		for (const [code, n] of Object.entries(observed.statuses)) add(code, n);
		add("no answer", Object.values(observed.unanswered).reduce((a, b) => a + b, 0));
	}
	return [...all].sort(([a], [b]) => compared$1(a, b)).map(([what, n]) => `${what}: ${number(n)}`).join(", ");
}

// src/compare/levels/levels.ts
function searchOf(sweep, config, seed) {
	const [low = 1, high = 1] = alongOf(sweep, config).levels;
	const { precision, confirm, probes } = sweep;
	return {
		low,
		high,
		precision,
		confirm,
		probes,
		seed
	};
}
const statesOf = (probes, rules) => byLevel(probes).map((level) => ({
	level: level.level,
	...judgedLevel(trialsOf(level), rules),
	probes: level.probes.length,
	confirmed: level.probes.filter(({ why }) => why === "confirm").length
}));
function sweepStep(search, probes, rules) {
	return nextProbe(search, statesOf(probes, rules), probes.at(-1));
}
function lastText(probes, rules) {
	const level = probes.at(-1)?.level;
	const state = statesOf(probes, rules).find((one) => one.level === level);
	if (state === void 0) return "";
	return state.reason === "" ? state.status : `${state.status}: ${state.reason}`;
}
const levelsOf = (run, config) => [...run.levels ?? []].sort((a, b) => compared$1(a.workload, b.workload) || compared$1(a.variant ?? "", b.variant ?? "")).flatMap((record) => shown(record, run, config) ?? []);
function shown(record, run, config) {
	const { workload, variant, probes } = record;
	const measured = own(run.config.resolved.workloads, workload);
	const along = measured && levelling(measured);
	if (measured === void 0 || along === void 0) return void 0;
	const judging = own(config.workloads, workload) ?? measured;
	const { cores } = run.fingerprint;
	const rules = {
		config: judging,
		policy: config.policy,
		cores
	};
	const levels = byLevel(probes);
	const { axis } = along;
	const full = levels.filter((level) => saturated(goodOf(level), cores)).map(({ level }) => level);
	const common = (states) => ({
		workload,
		variant,
		axis,
		rows: levels.map((level, i) => rowOf(level, along, states[i])).slice(0, 100)
	});
	const notes = (more) => [...ending(record), ...more].slice(0, 50);
	if (measured.sweep) {
		const states = statesOf(probes, rules);
		const knee = kneeOf(searchOf(measured.sweep, measured, record.seed), states);
		const remarks = kneeNotes(knee, measured.sweep, states, {
			axis,
			full
		});
		return {
			...common(states),
			knee,
			curve: null,
			said: kneeText(knee, axis, states),
			notes: notes(remarks)
		};
	}
	if (measured.scaling === void 0) return void 0;
	const scaling = judging.scaling ?? measured.scaling;
	const shown = common(served(levels, rules));
	const curve = curveOf(shown.rows, probes, scaling, axis);
	const remarks = curveNotes(curve, scaling, {
		axis,
		full
	});
	return {
		...shown,
		knee: null,
		curve,
		said: curveText(curve, axis),
		notes: notes(remarks)
	};
}
const served = (levels, rules) => statesOf(levels.flatMap(({ probes }) => probes), rules).map((state, i) => {
	const starving = starvedGenerator(goodOf(levels[i]), rules.cores);
	return starving === void 0 ? state : {
		...state,
		status: "limited",
		reason: starving
	};
});
function ending({ ended, because }) {
	const why = because === null ? "" : `: ${because}`;
	if (ended === "time") return ["the time limit was reached before the end"];
	if (ended === "failing") return [`ended early${why}`.slice(0, 2e3)];
	return ended === "interrupted" ? ["interrupted before the end"] : [];
}

// src/compare/history/noise.ts
const ENOUGH_RECORDS = 4;
const ENOUGH_START_DF = 8;
const UNDERRATED = .2;
function calibrated({ pairs, ...of }) {
	const variants = Object.entries(pairs).flatMap(([variant, metrics]) => {
		const figures = Object.entries(metrics).flatMap(([metric, all]) => all.length >= 3 ? [[metric, noiseFigures(all)]] : []);
		return figures.length > 0 ? [[variant, Object.fromEntries(figures)]] : [];
	});
	return variants.length > 0 ? {
		...of,
		variants: Object.fromEntries(variants)
	} : null;
}
function noiseFigures(pairs) {
	const starts = [...new Set(pairs.map(({ start }) => start))].sort((a, b) => a - b);
	const ratios = (of) => of.map(({ ratio }) => ratio);
	return {
		variance: variance(ratios(pairs)),
		starts: starts.map((start) => {
			const logs = ratios(pairs.filter((pair) => pair.start === start));
			return {
				pairs: logs.length,
				mean: mean(logs)
			};
		})
	};
}
function withRecord(records, record) {
	const mine = records.filter((one) => isSameWay(one, record) && one.run !== record.run);
	return [...records.filter((one) => !isSameWay(one, record)), ...[...mine, record].sort(byAge).slice(-12)].sort(byAge);
}
const byAge = (a, b) => compared$1(a.at, b.at) || compared$1(a.run, b.run) || compared$1(a.mode, b.mode) || a.block - b.block;
const calibratedBlock = (records, of) => [...records].sort(byAge).findLast((one) => one.digest === of.digest && one.mode === of.mode && one.pace === of.pace)?.block;
function latest(records, key) {
	const byRun = /* @__PURE__ */ new Map();
	for (const record of records) {
		const { digest, at, run } = record;
		if (!isSameWay(record, key) || digest !== key.digest) continue;
		if (decisiveDifferences(record.fingerprint, key.fingerprint).length > 0) continue;
		const figures = own(own(record.variants, key.variant ?? "-") ?? {}, key.metric);
		if (!figures) continue;
		const found = {
			at,
			run,
			figures,
			text: JSON.stringify(figures)
		};
		const before = byRun.get(run);
		if (!before || compared$1(before.at, at) < 0 || before.at === at && before.text < found.text) byRun.set(run, found);
	}
	return [...byRun.values()].sort((a, b) => compared$1(a.at, b.at) || compared$1(a.run, b.run)).slice(-12).map(({ figures }) => figures);
}
const pairCount = ({ starts }) => starts.reduce((sum, { pairs }) => sum + pairs, 0);
function learned(records, key) {
	const all = latest(records, key);
	if (all.length < 4) return NO_PRIOR;
	return fitVariancePrior(all.map((figures) => Math.max(figures.variance, LEAST_SD ** 2)), all.map((figures) => pairCount(figures) - 1), 8);
}
function startSd(records, key) {
	const all = latest(records, key);
	if (all.length < 4) return null;
	const parts = noiseParts(all);
	if (parts === null || parts.betweenDf < ENOUGH_START_DF) return null;
	return Math.sqrt(Math.max(parts.startsAtMost, LEAST_SD ** 2));
}
function noiseParts(all) {
	const sum = {
		between: 0,
		betweenDf: 0,
		within: 0,
		withinDf: 0,
		pairs: 0
	};
	for (const figures of all) {
		const n = pairCount(figures);
		const centre = figures.starts.reduce((total, start) => total + start.pairs * start.mean, 0) / n;
		const between = figures.starts.reduce((total, { pairs, mean }) => total + pairs * (mean - centre) ** 2, 0);
		sum.between += between;
		sum.betweenDf += figures.starts.length - 1;
		sum.within += Math.max(0, (n - 1) * figures.variance - between);
		sum.withinDf += n - figures.starts.length;
		sum.pairs += n - figures.starts.reduce((total, { pairs }) => total + pairs * pairs, 0) / n;
	}
	const { betweenDf, withinDf } = sum;
	if (betweenDf < 1 || withinDf < 1) return null;
	const within = sum.within / withinDf;
	const between = sum.between / betweenDf;
	const pairsOfStart = sum.pairs / betweenDf;
	const ofStart = (means) => Math.max(0, (means - within) / pairsOfStart / 2);
	return {
		within,
		withinDf,
		betweenDf,
		start: ofStart(between),
		startsAtMost: ofStart(between / fisherPpf(UNDERRATED, betweenDf, withinDf)),
		p: fisherTails(between / Math.max(within, LEAST_SD ** 2), betweenDf, withinDf).upper
	};
}

// src/compare/tracked.ts
const MOST_TRACKED = 60;
const STATS = {
	trend: [
		"p50",
		"p95",
		"p99",
		"mean"
	],
	share: ["rate"],
	counter: ["rate"],
	gauge: ["value"]
};
const FIRST = [
	"http_req_duration",
	"cpu_per_request",
	"http_reqs",
	"http_req_failed",
	"checks",
	"iterations",
	"iteration_duration",
	"memory_peak",
	"grpc_req_duration",
	"ws_connecting",
	"ws_sessions"
];
const UNTRACKED = /* @__PURE__ */ new Set([
	"http_req_blocked",
	"http_req_connecting",
	"http_req_looking_up",
	"http_req_receiving",
	"http_req_sending",
	"http_req_tls_handshaking",
	"http_req_waiting",
	"data_sent",
	"data_received",
	"dropped_iterations",
	"group_duration",
	"vus",
	"vus_max"
]);
function trackedMetrics(run, name, workload) {
	return trackedMetricsOf(run.trials.filter((trial) => trial.outcome === "ok" && trial.workload === name && trial.side === "head").map(({ observed }) => observed.metrics), workload);
}
function trackedMetricsOf(observations, { gate, budgets, expect, metrics }, isStandard = () => true) {
	const present = [
		...gate,
		...Object.keys(budgets),
		...Object.keys(expect),
		...Object.keys(metrics)
	].filter((text) => {
		const name = selector(text)?.metric;
		return name !== void 0 && observations.some((observed) => Object.hasOwn(observed, name));
	});
	return [.../* @__PURE__ */ new Set([...present, ...standard(observations, isStandard)])].slice(0, 60);
}
function standard(observations, isStandard) {
	const found = /* @__PURE__ */ new Map();
	for (const observed of observations) for (const [name, metric] of Object.entries(observed)) if (!UNTRACKED.has(family(name)) && !isWork(name) && isStandard(name) && !found.has(name)) found.set(name, metric);
	const twice = found.has("http_req_duration") ? ["iterations", "iteration_duration"] : [];
	for (const name of [...found.keys()]) if (twice.includes(family(name))) found.delete(name);
	const rank = (name) => {
		const at = FIRST.indexOf(family(name));
		return (at === -1 ? FIRST.length : at) + (name.includes("{") ? 100 : 0);
	};
	return [...found].sort(([a], [b]) => rank(a) - rank(b) || compared$1(a, b)).flatMap(([name, metric]) => STATS[metric.kind].map((stat) => stat === "value" && !name.includes(".") ? name : `${name}.${stat}`)).filter((text) => text.length <= 400 && selector(text) !== void 0);
}
const workMetricsOf = (observations) => {
	const each = observations.map((observed) => {
		const names = Object.keys(observed).filter(isWork);
		const apart = new Set(names.filter((name) => name !== family(name)).map(family));
		return names.filter((name) => !apart.has(name));
	});
	return [...new Set(each.flat())].sort();
};

// src/compare/duel/cases.ts
const duelCases = (source) => source.duel.pairings.map((pairing) => duelCase(pairing, source));
function duelCase(pairing, { duel, workloads, fingerprint, config, baselines, alone }) {
	const { workload, variant, mode, block, pace } = pairing;
	const rules = own(config.workloads, workload);
	const records = duel.pairs.filter(isItem({
		workload,
		variant
	}));
	const sides = records.flatMap((pair) => pair.outcome === "ok" ? [pair.base.metrics, pair.head.metrics] : []);
	const baseline = baselines.get(workload);
	const digest = own(workloads, workload)?.digest ?? "";
	const metric = (text) => {
		const key = {
			mode,
			block,
			pace,
			digest,
			fingerprint,
			variant,
			metric: text
		};
		return {
			metric: text,
			rule: rule(text, observed(sides, text), rules ?? NO_RULES, config.policy),
			prior: learned(baseline?.noise ?? [], key),
			startSd: startSd(baseline?.noise ?? [], key),
			storedSd: storedSd(baseline, variant, text, digest)
		};
	};
	const gate = [...new Set(rules?.gate ?? [])];
	const tracked = trackedMetricsOf(sides, rules ?? NO_RULES, (name) => !isByName(name));
	const advisory = tracked.filter((text) => !gate.includes(text));
	const quiet = [...workMetricsOf(sides), ...mediansByName(sides)].filter((text) => ![...gate, ...tracked].includes(text));
	const selectors = [
		...gate,
		...advisory,
		...quiet
	];
	return {
		workload,
		variant,
		mode,
		model: own(workloads, workload)?.model ?? "closed",
		gate: gate.map(metric),
		advisory: [...advisory.map(metric), ...quiet.map((text) => ({
			...metric(text),
			quiet: true
		}))],
		errorsDeclared: Object.hasOwn(rules?.budgets ?? {}, "http_req_failed.rate"),
		expected: {
			errors: Object.hasOwn(rules?.expect ?? {}, "http_req_failed.rate"),
			checks: Object.hasOwn(rules?.expect ?? {}, "checks.rate")
		},
		alone: alone?.find(isItem({
			workload,
			variant
		})),
		machines: [JSON.stringify([fingerprint.cpu, fingerprint.cores])],
		pairs: records.map((pair) => asPair(pair, selectors))
	};
}
const isByName = (metric) => metric.startsWith("http_req_duration{");
const mediansByName = (sides) => [...new Set(sides.flatMap((metrics) => Object.keys(metrics).filter(isByName)))].map((name) => `${name}.p50`).sort();
const NO_RULES = {
	gate: [],
	budgets: {},
	expect: {},
	metrics: {}
};
function observed(sides, text) {
	const name = selector(text)?.metric;
	if (name === void 0) return void 0;
	const side = sides.find((metrics) => Object.hasOwn(metrics, name));
	return own(side, name);
}
const SD_OF_MEDIAN = 1.4826 / Math.SQRT2;
function storedSd(baseline, variant, text, digest) {
	const figures = (baseline?.sessions.filter((session) => session.digest === digest) ?? []).flatMap(({ variants }) => {
		const values = own(own(variants, variant ?? "-")?.values ?? {}, text) ?? [];
		return values.length > 0 ? [median(values)] : [];
	});
	const steps = figures.slice(1).map((value, i) => Math.abs(value - figures[i]));
	return steps.length > 0 ? SD_OF_MEDIAN * median(steps) : null;
}
function asPair(pair, selectors) {
	const { slot, attempt, start } = pair;
	if (pair.outcome === "lost") return {
		outcome: "lost",
		slot,
		attempt,
		start,
		side: pair.side,
		failure: pair.failure
	};
	const side = ({ metrics, requests, errors, failing, checks, failedChecks, services }) => {
		const values = selectors.flatMap((text) => {
			const value = select(metrics, text);
			return value === void 0 ? [] : [[text, value]];
		});
		const samples = selectors.flatMap((text) => {
			const metric = own(metrics, selector(text)?.metric ?? "");
			return metric?.kind === "trend" ? [[text, metric.n]] : [];
		});
		return {
			values: Object.fromEntries(values),
			samples: Object.fromEntries(samples),
			requests: {
				errors,
				requests
			},
			failing,
			checks: {
				errors: failedChecks,
				requests: checks
			},
			restarts: Object.values(services).reduce((sum, { restarts }) => sum + restarts, 0)
		};
	};
	return {
		outcome: "ok",
		slot,
		attempt,
		start,
		contended: contendedAround(pair.host),
		load: pair.load,
		base: side(pair.base),
		head: side(pair.head)
	};
}

// src/compare/decision.ts
function decide(tested, rule, rejections) {
	const decision = decideFully(tested, rule, rejections);
	return !tested.starved || decision.verdict === "regressed" ? decision : {
		verdict: "inconclusive",
		by: "starved"
	};
}
function decideFully({ estimate, bounds: [low, high], absolute }, { band, floor }, rejections) {
	const small = (r) => floor > 0 && Math.abs(absolute(r)) <= floor;
	if ((estimate > 0 ? rejections.worse : rejections.better) && Math.abs(estimate) >= band) {
		if (small(estimate)) return {
			verdict: "unchanged",
			by: "small"
		};
		return {
			verdict: estimate > 0 ? "regressed" : "improved",
			by: "band"
		};
	}
	if (low > -band && high < band) return {
		verdict: "unchanged",
		by: "band"
	};
	if (small(low) && small(high)) return {
		verdict: "unchanged",
		by: "floor"
	};
	if (high < band && estimate > -band) return {
		verdict: "unchanged",
		by: "not-worse"
	};
	return {
		verdict: "inconclusive",
		by: "neither"
	};
}
const tooNoisy = (mde, band) => Math.expm1(mde) > 4 * Math.expm1(band);
function counterChange({ base, head, sd }, { band, floor, better }) {
	const moved = head - base;
	const matters = Math.max(Math.abs(base) * Math.expm1(band), floor);
	const allowed = Math.max(matters, 5 * sd);
	const worse = better === "lower" ? moved : -moved;
	if (Math.abs(worse) > allowed) return {
		verdict: worse > 0 ? "regressed" : "improved",
		moved,
		allowed
	};
	return {
		verdict: worse > matters ? "inconclusive" : "unchanged",
		moved,
		allowed
	};
}
const share = ({ errors, requests }) => errors / requests;
const brokeHard = (base, head, p) => share(head) > HARD.head && share(base) < HARD.base && head.errors >= HARD.count && p <= ERRORS.level;
const brokenReference = (base, declared) => !declared && base.errors > .05 * base.requests;
function failureChange(base, head, rejected) {
	const [before, now] = [share(base), share(head)];
	const most = clopperPearson(head.errors, head.requests, .05)[1];
	if (rejected && now - before >= ERRORS.points && now >= ERRORS.ratio * before) return {
		verdict: "regressed",
		most,
		gates: true
	};
	if (most <= before + Math.max(ERRORS.points, (ERRORS.ratio - 1) * before)) return {
		verdict: "unchanged",
		most,
		gates: true
	};
	return {
		verdict: "inconclusive",
		most,
		gates: now > before
	};
}
function differenceScale(values, unit) {
	const sizes = values.map(Math.abs);
	const usual = median(sizes);
	if (usual > 0) return usual;
	const largest = Math.max(...sizes);
	return largest > 0 ? largest : {
		s: .001,
		ratio: .01,
		B: 1024,
		"/s": 1,
		"1": 1
	}[unit];
}

// src/compare/history/epochs.ts
const CUT_LEVEL = .001;
const ENOUGH_FOR_SPREAD = 8;
const ENOUGH_DAYS = 3;
const ENOUGH_HOURS = 48;
const SESSION_PRIOR_DF = 4;
const sessionSeries = (stored) => stored.filter(({ values }) => values.every((v) => v > 0)).map(({ run, at, values }) => ({
	run,
	at,
	value: median(values.map(Math.log))
}));
function epochs(sessions, band) {
	const history = inOrder$1(sessions);
	const found = changes(history.map(({ value }) => value), {
		level: CUT_LEVEL,
		magnitude: band,
		least: 3,
		edge: 3
	});
	const places = [
		0,
		...found.map(({ at }) => at),
		history.length
	];
	const all = places.slice(1).map((to, i) => history.slice(places[i], to));
	return {
		current: all.at(-1) ?? [],
		earlier: all.slice(0, -1),
		changes: found
	};
}
function inOrder$1(sessions) {
	const sorted = [...sessions].sort((a, b) => compared$1(a.at, b.at) || compared$1(a.run, b.run) || a.value - b.value);
	return [...new Map(sorted.map((one) => [one.run, one])).values()].sort((a, b) => compared$1(a.at, b.at) || compared$1(a.run, b.run)).slice(-12);
}
function spread({ current, earlier }) {
	const all = [...earlier, current];
	const sessions = all.flat();
	const days = new Set(sessions.map(({ at }) => at.slice(0, 10)));
	const times = sessions.map(({ at }) => Date.parse(at));
	const hours = (Math.max(...times) - Math.min(...times)) / 36e5;
	if (sessions.length < ENOUGH_FOR_SPREAD || days.size < ENOUGH_DAYS || hours < ENOUGH_HOURS) return null;
	const { df, variance } = pooled(all);
	const least = Math.max(variance, LEAST_SD ** 2);
	return {
		sd: Math.sqrt(least),
		upper: Math.sqrt(least * df / chiSquarePpf(UNDERRATED, df)),
		df
	};
}
function pooled(epochs) {
	let squares = 0;
	let df = 0;
	for (const epoch of epochs.filter(({ length }) => length > 1)) {
		const centre = mean(epoch.map(({ value }) => value));
		squares += epoch.reduce((sum, { value }) => sum + (value - centre) ** 2, 0);
		df += epoch.length - 1;
	}
	return {
		df,
		variance: df > 0 ? squares / df : 0
	};
}
function sessionPrior(of, usual) {
	const known = spread(of);
	const belief = {
		df: 4,
		variance: (known?.upper ?? usual) ** 2
	};
	const { df, variance } = pooled(of.earlier);
	return df > 0 ? moderated({
		df,
		variance: Math.max(variance, LEAST_SD ** 2)
	}, belief) : belief;
}

// src/compare/judge.ts
const PRIOR_SD = {
	shared: .05,
	dedicated: .02
};
function sessionFigures(head, stored, rule, runner) {
	const values = stored.flatMap((session) => session.values);
	const differences = [...head, ...values].some((v) => v <= 0);
	const scale = differences ? differenceScale(values, rule.unit) : 1;
	const summary = (session) => median(session.map((v) => differences ? v / scale : Math.log(v)));
	const sign = rule.better === "lower" ? 1 : -1;
	const usual = PRIOR_SD[runner];
	const known = differences ? null : epochs(sessionSeries(stored), rule.band);
	const runs = known && new Set(known.current.map(({ run }) => run));
	const compared = runs ? stored.filter(({ run }) => runs.has(run)) : stored;
	const own = sign * summary(head);
	const earlier = compared.map((session) => sign * summary(session.values));
	const centre = sign * mean(earlier);
	const base = differences ? scale : Math.exp(centre);
	const floor = Math.max((rule.resolution / base) ** 2 / 6, LEAST_SD ** 2);
	const belief = {
		df: 4,
		variance: usual ** 2
	};
	const prior = known ? sessionPrior(known, usual) : belief;
	const estimate = predictiveEstimate(earlier, own, prior, floor);
	const { above, below } = pValues(estimate);
	const whole = stored.map((session) => sign * summary(session.values));
	const uncut = compared.length === stored.length ? 0 : pValues(predictiveEstimate(whole, own, belief, floor)).above;
	return {
		mode: "baseline",
		estimate,
		pWorse: Math.max(above, uncut),
		pBetter: below,
		n: compared.length,
		bounds: interval(estimate, .05),
		absolute: (r) => differences ? sign * r * scale : base * Math.expm1(sign * r),
		differences,
		prior: {
			used: true,
			df: prior.df,
			sd: Math.sqrt(prior.variance)
		},
		compared
	};
}
function smallestVisible({ se, df }, band, level, family) {
	return Math.max(studentPpf(1 - level / Math.max(1, family), df) * se, band) + studentPpf(.8, df) * se;
}
function evidence(figures, rule, level, family) {
	const { estimate } = figures;
	const [low, high] = interval(estimate, .025);
	return {
		mode: figures.mode,
		n: figures.n,
		estimate: estimate.estimate,
		interval: [low, high],
		se: estimate.se,
		df: estimate.df,
		pWorse: figures.pWorse,
		pBetter: figures.pBetter,
		level,
		family,
		band: rule.band,
		floor: rule.floor,
		mde: smallestVisible(estimate, rule.band, level, family),
		prior: figures.prior
	};
}
function rejections(family, level) {
	const found = (way) => rejected(family.map((one) => one?.[way] ?? 1), level);
	const better = found("pBetter");
	return found("pWorse").map((worse, i) => ({
		worse,
		better: better[i]
	}));
}
function judged(figures, shown, rule, rejections) {
	const { estimate } = figures.estimate;
	const { verdict, by } = decide({
		...figures,
		estimate
	}, rule, rejections);
	const seen = sizes(figures, rule);
	const least = format(rule.floor, rule.unit);
	const interval = seen.interval(shown.interval);
	if (verdict === "regressed" || verdict === "improved") {
		const p = probability(verdict === "regressed" ? shown.pWorse : shown.pBetter);
		return {
			verdict,
			reason: `${verdict === "regressed" ? "worse" : "better"} by more than the band of ${size(rule.band)}: estimated ${seen.estimate} ${interval}, ${p}`
		};
	}
	switch (by) {
		case "small": {
			const moved = difference(figures.absolute(estimate), rule.unit);
			return {
				verdict,
				reason: `unchanged (below the floor): ${seen.estimate} is ${moved}, at most ${least}`
			};
		}
		case "band": return {
			verdict,
			reason: `shown to lie within ±${size(rule.band)}: estimated ${seen.estimate} ${interval}`
		};
		case "not-worse": return {
			verdict,
			reason: `not worse by ${size(rule.band)} or more: estimated ${seen.estimate} ${interval}`
		};
		case "floor": return {
			verdict,
			reason: `unchanged (below the floor): shown to lie within ±${least}, estimated ${seen.estimate}`
		};
		case "starved": return {
			verdict,
			reason: `cannot tell: ${figures.starved}`
		};
		case "neither": {
			const visible = `this run could detect a worsening of ${size(shown.mde)}`;
			return {
				verdict,
				reason: `cannot tell: estimated ${seen.estimate} ${interval}; ${visible}`
			};
		}
	}
}
function sizes(figures, rule) {
	const sign = rule.better === "lower" ? 1 : -1;
	const one = (r) => figures.differences ? difference(figures.absolute(r), rule.unit) : change(sign * r);
	return {
		estimate: one(figures.estimate.estimate),
		interval: ([low, high]) => {
			const [from, to] = sign > 0 ? [low, high] : [high, low];
			return `[95 %: ${one(from)} to ${one(to)}]`;
		}
	};
}

// src/compare/duel/looks.ts
const DUEL_LEVEL = .01;
const LOOKS = [
	6,
	10,
	15,
	20,
	30
];
const looks = (most, fewest = 6) => [...LOOKS.filter((n) => n >= fewest && n < most), most];
const startsOf = (most, configured, fewest = 6) => looks(most, fewest).reduce((sum, look, i, all) => {
	const more = look - (all[i - 1] ?? 0);
	const parts = i < 2 ? Math.min(configured, more) : Math.min(configured, Math.floor(more / 2));
	return sum + Math.max(1, parts);
}, 0);
function levelOf({ level, looks }, number = looks.length, slots = looks.at(-1)) {
	const most = looks.at(-1);
	const before = looks[number - 2] ?? 0;
	return level * ((slots / most) ** 2 - (before / most) ** 2);
}

// src/compare/duel/pairs.ts
const isDisturbed = ({ contended, load }) => contended || isSaturated(load);
function counting(pairs, slots) {
	const bySlot = /* @__PURE__ */ new Map();
	for (const pair of pairs) {
		if (pair.slot >= slots) continue;
		const attempts = bySlot.get(pair.slot);
		if (attempts) attempts.push(pair);
		else bySlot.set(pair.slot, [pair]);
	}
	return [...bySlot].sort(([a], [b]) => a - b).map(([, attempts]) => {
		const inOrder = attempts.sort((a, b) => a.attempt - b.attempt);
		const good = inOrder.filter((pair) => pair.outcome === "ok");
		return good.find((pair) => !isDisturbed(pair)) ?? good[0] ?? inOrder[0];
	});
}
const goodPairs = (pairs, slots) => counting(pairs, slots).filter((pair) => pair.outcome === "ok");
const OF_A_START = ["memory_peak"];
const isOfStart = (metric) => OF_A_START.includes(familyOf(metric));
function pairsFor(metric, pairs) {
	if (!isOfStart(metric)) return pairs;
	return [...new Map(pairs.map((pair) => [pair.start, pair])).values()];
}
const EXTRA = .3;
function repeats(pairs, slots, most, start) {
	const left = Math.floor(EXTRA * most) - pairs.filter(({ attempt }) => attempt > 0).length;
	const now = counting(pairs, slots).filter((pair) => pair.start === start);
	const lost = now.filter((pair) => pair.outcome === "lost");
	const disturbed = now.filter((pair) => pair.outcome === "ok" && isDisturbed(pair));
	return [...lost, ...disturbed].map(({ slot }) => slot).slice(0, Math.max(0, left));
}

// src/compare/duel/sample.ts
function pairedSample(pairs, metric, rule, cpu = null) {
	const both = pairsFor(metric, pairs).filter(({ base, head }) => Object.hasOwn(base.values, metric) && Object.hasOwn(head.values, metric));
	if (both.length === 0) return null;
	const bases = both.map(({ base }) => own(base.values, metric));
	const heads = both.map(({ head }) => own(head.values, metric));
	const differences = [...bases, ...heads].some((v) => v <= 0);
	const sign = rule.better === "lower" ? 1 : -1;
	const middle = differences ? differenceScale([...bases, ...heads], rule.unit) : centre(bases, heads);
	const startOf = both.map(({ start }) => start);
	return {
		ratios: bases.map((base, i) => differences ? sign * (heads[i] - base) / middle : sign * (Math.log(heads[i]) - Math.log(base))),
		starts: effectiveStarts(startOf),
		startOf,
		least: Math.max((rule.resolution / middle) ** 2 / 6, LEAST_SD ** 2),
		scale: {
			middle,
			differences
		},
		companion: cpu === null || differences ? null : companions(both, cpu),
		starved: saturatedGenerator(pairs.map(({ load }) => load)) ?? null
	};
}
function companions(pairs, metric) {
	const ratios = pairs.map(({ base, head }) => Math.log((own(head.values, metric) ?? 0) / (own(base.values, metric) ?? 0)));
	return ratios.every(Number.isFinite) ? ratios : null;
}
const absolute = ({ middle, differences }, r) => differences ? r * middle : 2 * middle * Math.sinh(r / 2);
function centres({ middle, differences }, change, between) {
	return differences ? {
		base: between - change * middle / 2,
		head: between + change * middle / 2
	} : {
		base: middle * Math.exp(-change / 2),
		head: middle * Math.exp(change / 2)
	};
}
const centre = (bases, heads) => Math.exp(median(bases.map((base, i) => (Math.log(base) + Math.log(heads[i])) / 2)));

// src/compare/duel/duel.ts
const FUTILE_FROM = 20;
const HOPELESS = 1.25;
const BAND_OF_ONE_START = Math.log1p(.03);
const TELLING_STARTS = 6;
const COMMON_START_SD = .02;
const LARGEST_START_SD = .1;
const opened = (plan) => ({
	taken: 0,
	workloads: plan.workloads.map((tests) => ({
		closed: null,
		looks: 0,
		slots: 0,
		tests: tests.map(() => ({
			verdict: "inconclusive",
			decided: null
		}))
	}))
});
function nextLook(plan, state) {
	return state.workloads.some(({ closed }) => closed === null) ? plan.looks[state.taken] ?? null : null;
}
function look(plan, state, see, last = false) {
	const next = nextLook(plan, state);
	if (next === null) return state;
	const most = plan.looks.at(-1);
	const slots = last ? most : next;
	const taken = state.taken + 1;
	const rounds = state.workloads.map((workload, w) => {
		if (workload.closed !== null) return {
			workload,
			tests: null
		};
		const seen = see(w, slots);
		if (typeof seen === "string") return {
			workload: {
				...workload,
				closed: seen,
				looks: taken,
				slots
			},
			tests: null
		};
		return {
			workload,
			tests: plan.workloads[w].map((test, t) => tried(test, seen[t] ?? null))
		};
	});
	const all = rounds.flatMap(({ tests }, w) => tests ?? plan.workloads[w].map(() => null));
	const level = levelOf(plan, taken, slots);
	const found = rejections(all.map((one) => one?.figures ?? null), level);
	let at = 0;
	return {
		taken,
		workloads: rounds.map(({ workload, tests }, w) => {
			const first = at;
			at += plan.workloads[w].length;
			if (tests === null) return workload;
			const judged = tests.map((tried, t) => {
				return judgedTest(workload.tests[t], tried, found[first + t], {
					look: taken,
					slots
				});
			});
			return {
				closed: closing(judged, tests, slots / most),
				looks: taken,
				slots,
				tests: judged
			};
		})
	};
}
function tried(test, sample) {
	if (sample === null) return null;
	return {
		test,
		sample,
		figures: sample.ratios.length >= 6 && enoughStarts(test.band, sample.starts) ? testFigures(test, sample) : null
	};
}
const enoughStarts = (band, starts) => band >= BAND_OF_ONE_START || starts >= 2;
const startErrorOf = (startSd, starts, effective = starts) => startSd !== null || starts >= TELLING_STARTS ? 0 : COMMON_START_SD * Math.sqrt(2 / effective);
function testFigures({ band, prior, startSd }, sample) {
	const { startOf, starts } = sample;
	const figures = pairFigures(sample.ratios, {
		prior: capped(prior),
		startSd: startSd ?? usualStartSd(band),
		starts,
		floor: sample.least,
		companion: sample.companion,
		startOf
	});
	const startError = startOf === null ? 0 : startErrorOf(startSd, new Set(startOf).size, starts);
	const largest = LARGEST_START_SD * Math.sqrt(2 / starts);
	const largestError = figures.startsDiffer ? Math.hypot(figures.mean.se, largest) : null;
	const inAll = {
		...figures,
		startError,
		largestError
	};
	const [most, least] = [beyondAnyStarts(inAll), beyondStarts(inAll)];
	return {
		...inAll,
		pWorse: Math.max(Math.min(figures.pWorse, most.above), least.above),
		pBetter: Math.max(Math.min(figures.pBetter, most.below), least.below)
	};
}
function beyondAnyStarts({ shift, asked, largestError }) {
	if (largestError === null) return {
		above: 1,
		below: 1
	};
	const { lower, upper } = normalTails(shift / largestError);
	return {
		above: Math.min(1, asked * upper),
		below: Math.min(1, asked * lower)
	};
}
function beyondStarts({ shift, startError }) {
	if (startError === 0) return {
		above: 0,
		below: 0
	};
	const { lower, upper } = normalTails(shift / startError);
	return {
		above: upper,
		below: lower
	};
}
const capped = ({ df, variance }) => ({
	df: Math.min(df, 8),
	variance
});
const usualStartSd = (band) => band < Math.log1p(.02) ? .005 : .002;
function judgedTest(before, tried, rejections, round) {
	if (tried?.figures == null) return before;
	const { test, sample, figures } = tried;
	const { scale, starved } = sample;
	const tested = {
		estimate: figures.shift,
		bounds: figures.bounds,
		absolute: (r) => absolute(scale, r),
		starved
	};
	const { verdict } = decide(tested, test, rejections);
	if (before.verdict === "improved" && verdict !== "regressed") return before;
	const { ratios, starts } = sample;
	return {
		verdict,
		decided: {
			...round,
			n: ratios.length,
			starts,
			figures,
			rejections
		}
	};
}
function closing(judged, tests, progress) {
	if (judged.some(({ verdict }) => verdict === "regressed")) return "regressed";
	if (tests.length === 0) return "settled";
	const testable = tests.flatMap((one, t) => one ? {
		...one,
		verdict: judged[t].verdict
	} : []);
	if (testable.length > 0) {
		const open = testable.filter(({ verdict }) => verdict !== "unchanged" && verdict !== "improved");
		if (open.length === 0) return "settled";
		if (open.every((one) => isFutile(one, progress))) return "futile";
	}
	return progress === 1 ? "last" : null;
}
function isFutile({ test: { band }, sample, figures }, progress) {
	if (figures === null || sample.ratios.length < FUTILE_FROM) return false;
	const { shift, bounds } = figures;
	const high = shift + (bounds[1] - shift) * Math.sqrt(progress);
	return Math.abs(shift) < band / 2 && high >= HOPELESS * band;
}

// src/compare/failures.ts
const plausible = ({ errors, requests }) => ({
	errors: Math.min(errors, requests),
	requests
});
function rates(counts, better = "lower") {
	const rate = ({ errors, requests }) => (better === "lower" ? errors : requests - errors) / requests;
	return around(counts.map(rate), () => rate(total(counts)));
}
function mainStatus({ errors, statuses }) {
	const bad = Object.entries(statuses).filter(([status]) => Number(status) >= 400);
	const [first] = bad.sort(([, a], [, b]) => b - a);
	const sum = bad.reduce((all, [, n]) => all + n, 0);
	if (first === void 0 || sum > errors || first[1] <= errors / 2) return void 0;
	return {
		status: first[0],
		share: first[1] / errors
	};
}
const failureFinding = ({ verdict, most }, many) => ({
	regressed: `more ${many} fail`,
	unchanged: `no more ${many} fail`,
	inconclusive: `cannot rule out more failures (up to ${share$1(most)})`
})[verdict];
const MOST_EXAMPLES = 2;
const exampleOf = (examples) => examples.length === 0 ? "" : `; for example ${examples.slice(0, MOST_EXAMPLES).join(", ")}`;

// src/compare/duel/errors.ts
const KINDS = ["errors", "checks"];
const WORDS = {
	errors: ["request", "requests"],
	checks: ["check", "checks"]
};
function failures(kind, of, slots) {
	if (of.expected[kind]) return void 0;
	const pairs = goodPairs(of.pairs, slots);
	const sides = pairs.map(({ base, head }) => kind === "errors" ? [base.requests, head.requests] : [base.checks, head.checks]).filter(([base, head]) => base.requests > 0 && head.requests > 0);
	if (sides.length < 2) return void 0;
	const base = sides.map(([count]) => plausible(count));
	const head = sides.map(([, count]) => plausible(count));
	const examples = kind === "errors" ? [...new Set(pairs.flatMap(({ head }) => head.failing ?? []))] : [];
	return {
		kind,
		base,
		head,
		p: errorTest(total(base), total(head), dispersion([base, head])).p,
		examples
	};
}
const rate$2 = (counts) => total(counts).errors / total(counts).requests;
const hard = ({ base, head, p }) => brokeHard(total(base), total(head), p);
function hardError(of, slots) {
	for (const kind of KINDS) {
		const found = failures(kind, of, slots);
		if (found && hard(found)) return {
			kind: "failed",
			reason: hardReason(found)
		};
	}
}
const hardReason = (found) => `more than ${share$1(HARD.head)} fail, and fewer than ${share$1(HARD.base)} do in the base: ${against(found)}`;
function duelErrorRows(cases, slots) {
	const found = cases.flatMap((of, i) => {
		const upTo = slots[i] ?? null;
		return upTo === null ? [] : KINDS.flatMap((kind) => {
			const one = failures(kind, of, upTo);
			return one ? [{
				of,
				one
			}] : [];
		});
	});
	const worse = rejected(found.map(({ one }) => one.p), ERRORS.level);
	return found.map(({ of, one }, i) => failureRow(of, one, worse[i]));
}
function failureRow(of, found, rejected) {
	const { kind, base, head } = found;
	const better = kind === "errors" ? "lower" : "higher";
	const about = {
		kind,
		metric: "",
		subject: of,
		rule: {
			unit: "ratio",
			better
		}
	};
	const verdictRow = (verdict, reason, gates = true) => row(about, {
		verdict,
		reason,
		gates,
		head: rates(head, better),
		base: rates(base, better)
	});
	if (hard(found)) return verdictRow("failed", hardReason(found));
	const change = failureChange(total(base), total(head), rejected);
	return verdictRow(change.verdict, `${failureFinding(change, WORDS[kind][1])}: ${against(found)}`, change.gates);
}
const against = ({ kind, base, head, p, examples }) => {
	const [one, many] = WORDS[kind];
	const sum = total(head).requests;
	return `${share$1(rate$2(head))} of ${counted(sum, one, many)} failed, ${share$1(rate$2(base))} in the base, over ${counted(head.length, "pair")}, ${probability(p)}${exampleOf(examples)}`;
};

// src/compare/duel/validity.ts
const FATAL = [
	"service-died",
	"dead-target",
	"no-requests"
];
const OWN = [
	...FATAL,
	"timeout",
	"script-error"
];
const NAME = {
	base: "the base",
	head: "head"
};
function duelExclusion(of, slots) {
	const tries = of.pairs.filter(({ slot }) => slot < slots);
	const good = goodPairs(of.pairs, slots);
	const base = broken("base", tries);
	if (base !== void 0) return {
		kind: "invalid",
		...base
	};
	const head = broken("head", tries);
	if (head !== void 0) return {
		kind: "failed",
		...head
	};
	const reason = machines(of) ?? notNumbers(of, good);
	return reason === void 0 ? failingBase(of, good) : {
		kind: "invalid",
		reason
	};
}
const starvedPairs = (of, slots) => saturatedGenerator(goodPairs(of.pairs, slots).map(({ load }) => load));
function fewPairs(of, slots) {
	const good = goodPairs(of.pairs, slots).length;
	if (good >= 3) return void 0;
	return {
		kind: "invalid",
		reason: tooFewGood(good, "pair")
	};
}
function pairWarnings(of, slots, exclusion) {
	const all = counting(of.pairs, slots);
	const good = all.filter((pair) => pair.outcome === "ok");
	const contended = good.filter((pair) => pair.contended).length;
	const warnings = contendedWarning([
		contended,
		good.length,
		"pair"
	]);
	warnings.push(...compilingWarnings(good));
	const busy = starvedPairs(of, slots);
	if (busy !== void 0) warnings.push(saturatedWarning(`For both sides alike, ${busy}. Only regressions count.`));
	const lost = all.filter((pair) => pair.outcome === "lost");
	if (lost[0]) {
		const codes = [...new Set(lost.map(({ side, failure }) => `${failure.code} of ${NAME[side]}`))].sort();
		warnings.push(tally("lost-pairs", [
			lost.length,
			all.length,
			"pair"
		], `were lost: ${codes.join(", ")}.`));
	}
	if (good.length < 6 && !exclusion?.warnings?.length) warnings.unshift(fewWarning(good.length, "pair", "Measure more pairs: `measure.pairs`, and a longer `--budget` where one is set."));
	return warnings;
}
const COMPILATION = perRequestName("compilation");
const COMPILING = .2;
function compilingWarnings(good) {
	const sides = good.flatMap(({ base, head }) => [base.values, head.values]);
	return [...new Set(sides.flatMap((one) => Object.keys(one).filter((name) => family(name) === COMPILATION)))].flatMap((name) => {
		const shares = sides.map((one) => (own(one, name) ?? 0) / (own(one, name.replace(COMPILATION, "cpu_per_request")) ?? 0)).filter(Number.isFinite);
		const [usual, service] = [shares.length > 0 ? median(shares) : 0, /\{service:(.*)\}/.exec(name)?.[1]];
		return usual < COMPILING ? [] : [warning("compiling", `${share$1(usual)} of the CPU time of ${service === void 0 ? "the service" : `\`${service}\``} went into compiling its code while it was measured: it was not warm yet.`, "Set a longer `warmup` in the workload, such as 40s: figures then differ less, and are those of production.")];
	});
}
function broken(side, tries) {
	const lost = tries.filter((pair) => pair.outcome === "lost").filter((pair) => pair.side === side);
	const fatal = lost.filter(({ failure }) => FATAL.includes(failure.code));
	if (fatal[0]) {
		const { failure } = fatal[0];
		const what = failure.code === "service-died" ? "died" : "served nothing";
		return { reason: `${NAME[side]} ${what} in ${counted(fatal.length, "pair")}: ${failureLine(failure)}` };
	}
	const good = tries.filter((pair) => pair.outcome === "ok");
	if (good.filter((pair) => pair[side].restarts > 0).length > 0) return { reason: `${NAME[side]} restarted while it was measured` };
	const other = side === "head" ? "base" : "head";
	const silent = good.filter((pair) => pair[side].requests.requests === 0 && pair[other].requests.requests > 0);
	if (silent.length > 0) return { reason: `${NAME[side]} served nothing in ${counted(silent.length, "pair")}` };
	const faults = lost.filter(({ failure }) => OWN.includes(failure.code));
	const [first] = faults;
	if (first === void 0 || faults.length <= .2 * tries.length) return void 0;
	const { failure } = first;
	return {
		reason: `${NAME[side]} gave no figures in ${faults.length} of ${counted(tries.length, "pair")} (allowed: ${share$1(MOST_LOST)}): ${failure.code} (${failureLine(failure)})`,
		warnings: side === "base" ? remedyOf(failure, counted(faults.length, "pair")) : []
	};
}
function machines({ machines }) {
	const different = new Set(machines).size;
	return different > 1 ? `measured on ${different} different machines` : void 0;
}
function notNumbers(of, good) {
	const bad = of.gate.filter(({ metric }) => good.some((pair) => [pair.base, pair.head].some(({ values }) => Object.hasOwn(values, metric) && !Number.isFinite(own(values, metric)))));
	return bad[0] && `\`${bad[0].metric}\` has a value that is not a number`;
}
const LOGGED = "Look into the service's log first (`logs/` beside run.json).";
const CAUSES = {
	"429": {
		meaning: ": the service limits requests",
		remedy: "Lift the limit for the measurement, or use a lower rate."
	},
	"500": {
		meaning: ": the service itself fails",
		remedy: LOGGED
	},
	"502": {
		meaning: ", which a gateway answers while the service behind it is not up",
		remedy: "Let `ready` ask for a path of the service behind the gateway."
	},
	"503": {
		meaning: ": the service refuses requests, because it is overloaded, limits them, or is not up yet",
		remedy: "Use a lower rate, lift the limit for the measurement, or let `ready` ask for a path of the service."
	},
	"504": {
		meaning: ": the service behind a gateway answers too late",
		remedy: "Use a lower rate."
	}
};
function failingBase(of, good) {
	const base = total(good.map(({ base }) => base.requests));
	if (!brokenReference(base, of.errorsDeclared || of.expected.errors)) return void 0;
	const failed = share$1(base.errors / base.requests);
	const [detail, remedy] = aboutFailures(of, good);
	return {
		kind: "invalid",
		reason: `${failed} of the base's requests failed, and the config expects none`,
		warnings: [warning("failing-base", `${failed} of the base's own requests failed${detail}`, `${remedy} Where failures are meant, declare them: \`budgets: { http_req_failed.rate: … }\`.`)]
	};
}
function aboutFailures({ alone }, good) {
	const check = "Check the paths and logins of the load first";
	const most = alone && mainStatus(alone);
	if (most === void 0) {
		const examples = [...new Set(good.flatMap(({ base }) => base.failing ?? []))];
		const isOwn = examples.some((example) => / answered 500$/.test(example));
		return [`${exampleOf(examples)}.`, isOwn ? LOGGED : `${check}: \`steelyard measure --no-base --trials 1\` counts answers by status.`];
	}
	const known = own(CAUSES, most.status);
	return [`. In head's trials the failures were mostly ${most.status} (${share$1(most.share)})${known?.meaning ?? ""}.`, known?.remedy ?? `${check}.`];
}

// src/compare/duel/metrics.ts
const MEAN_REQUESTS = 200;
function duelStanding(metric, rule, of) {
	const { metric: name, stat } = selector(metric) ?? {
		metric,
		stat: "value"
	};
	const cpu = family(name) === "cpu_per_request";
	if (of.mode === "duet" && !cpu) {
		const message = `\`${metric}\` is not judged in \`duet\` mode: both sides share a core, which hides part of a latency change.`;
		return {
			kind: "blocked",
			why: warning("duet", message, "Use `mode: request`, or gate on cpu_per_request.")
		};
	}
	const fixed = fixedRate(of);
	if (fixed !== null && stat === "rate" && ["http_reqs", "iterations"].includes(family(name))) {
		const message = `\`${metric}\` carries no information: ${fixed}.`;
		return {
			kind: "blocked",
			why: warning("open-rate", message, "Gate on p50 and cpu_per_request.")
		};
	}
	if (isOfStart(metric) || isWork(name) && !isExecuted(name)) return { kind: "test" };
	if (standing$1(metric, void 0, rule.unit) === "exact") return { kind: "exact" };
	return { kind: stat === "min" || stat === "max" || stat === "mean" && of.mode !== "request" ? "advisory" : "test" };
}
function fixedRate({ model, mode }) {
	if (model === "open") return "an open model fixes its rate";
	return model === "mixed" && !isWhole(mode) ? `with an open part, \`${mode}\` mode gives both sides the same number of iterations` : null;
}
function fewSamples(metric, pairs) {
	const needed = selector(metric)?.stat === "mean" ? MEAN_REQUESTS : samplesNeeded(metric);
	if (needed === 0 || pairs.length === 0) return void 0;
	const seen = median(pairs.map(({ base, head }) => Math.min(...[base, head].map((side) => own(side.samples, metric) ?? side.requests.requests))));
	if (seen >= needed) return void 0;
	return warning("insufficient-samples", `${metric} needs ${number(needed)} requests per block on each side; this run had ${number(Math.floor(seen))}.`, "Measure longer blocks or raise the load.");
}
const gateTests = (of) => of.gate.filter(({ metric, rule }, i) => of.gate.findIndex((other) => other.metric === metric) === i && duelStanding(metric, rule, of).kind === "test");
const duelTest = ({ metric, rule, prior, startSd }) => ({
	band: rule.band,
	floor: rule.floor,
	prior,
	startSd: isOfStart(metric) ? null : startSd
});
const plannedDuel = (cases, { looks, shards = 1 }) => ({
	looks,
	level: DUEL_LEVEL / shards,
	workloads: cases.map((of) => gateTests(of).map(duelTest))
});
const observing = (cases) => (workload, slots) => {
	const of = cases[workload];
	const exclusion = duelExclusion(of, slots) ?? hardError(of, slots);
	if (exclusion) return exclusion.kind;
	const pairs = goodPairs(of.pairs, slots);
	return gateTests(of).map((metric) => pairedSampleOf(of, metric, pairs));
};
const CPU = "cpu_per_request";
const isOfCpu = (metric) => familyOf(metric) === CPU;
const accompaniedByCpu = ({ metric, rule }) => (rule.unit === "s" || rule.unit === "/s") && !isOfCpu(metric);
const pairedSampleOf = (of, metric, pairs) => {
	if (fewSamples(metric.metric, pairs)) return null;
	const shown = [...of.gate, ...of.advisory].some((other) => other.metric === CPU);
	return pairedSample(pairs, metric.metric, metric.rule, shown && accompaniedByCpu(metric) ? CPU : null);
};

// src/compare/absence.ts
function absence({ metric, inBase, inHead, unit }) {
	const result = (verdict, reason, gates = true, warnings = []) => ({
		verdict,
		reason,
		gates,
		warnings
	});
	if (inBase !== null && inHead) return void 0;
	if (inBase !== null) return result("missing", `in ${inBase}, absent from head`);
	if (inHead) return result("new", "only in head; nothing to compare with yet");
	if (familyOf(metric) === "cpu_per_request") return result("inconclusive", "CPU time is not available here: Steelyard did not start the stack, or the platform does not report it", false, [warning("no-cpu", "CPU per request is unknown here: CPU growth that a wait hides is not detected.")]);
	return result("invalid", "the gate names a metric that was not measured", true, [warning("absent-gate", `No ${unit} has \`${metric}\`, so it is not checked.`, "Name a metric in `gate` that the workload reports. `steelyard measure` lists them.")]);
}

// src/compare/exact.ts
const sdOf = (values) => values.length > 1 ? Math.sqrt(variance(values)) : 0;
function counterRow(about, head, base, warnings, gates = true) {
	const { rule } = about;
	const of = {
		base: base.center,
		head: median(head.values),
		sd: base.sd
	};
	const { verdict, moved, allowed } = counterChange(of, rule);
	const shown = `${difference(moved, rule.unit)} against ${format(base.center, rule.unit)} in ${counted(base.n, base.of)}`;
	const larger = ` (the larger of ${size(rule.band)} and ${5} standard deviations)`;
	const limit = `${format(allowed, rule.unit)}${allowed > 0 ? larger : ""}`;
	const beyond = `than an exact counter may change: ${shown}; allowed: ${limit}`;
	const reason = {
		unchanged: `${shown}, within ${limit}`,
		inconclusive: `cannot tell: ${shown}, within ${limit}`,
		regressed: `worse ${beyond}`,
		improved: `better ${beyond}`
	}[verdict];
	return row(about, {
		verdict,
		reason,
		gates,
		head: head.sample,
		base: base.sample
	}, warnings);
}

// src/compare/metrics.ts
function metricRows(of) {
	const { subject, run } = of;
	const parts = storedParts(subject, of.reference, run.fingerprint.cores);
	const gates = [...new Set(subject.config.gate)].map((text) => gateRow(text, parts, of));
	if (!(of.validity.kind === "judged" && of.reference.kind !== "incomparable")) return gates;
	const stored = parts.used.flatMap((part) => Object.keys(part.values));
	const advisory = /* @__PURE__ */ new Set([...trackedMetrics(run, subject.workload, subject.config), ...stored]);
	for (const text of subject.config.gate) advisory.delete(text);
	const others = [...advisory].filter((text) => informative(text, subject)).sort();
	return [...gates, ...others.map((text) => advisoryRow(text, parts, of))];
}
function material(kind, text, { used }, of) {
	const { subject, policy } = of;
	const observed = observedMetric(subject.good, text);
	return {
		about: {
			kind,
			metric: text,
			subject,
			rule: rule(text, observed, subject.config, policy)
		},
		head: values(subject.good, text),
		stored: storedValues(used, text)
	};
}
const samples = ({ head, stored }) => ({
	head: sample(head),
	base: sessionSample(stored)
});
function gateRow(text, parts, of) {
	const { subject, validity, reference } = of;
	const what = material("gate", text, parts, of);
	const { about, head, stored } = what;
	const warnings = [...parts.warnings];
	const verdictRow = (verdict, reason, gates = true, extra = []) => row(about, {
		verdict,
		reason,
		gates,
		...samples(what)
	}, [...warnings, ...extra]);
	if (validity.kind !== "judged") return verdictRow("inconclusive", notJudged(validity), false);
	if (head.length === 0) return absentGate(what, warnings);
	if (reference.kind === "incomparable") return verdictRow("incomparable", reference.reason);
	if (stored.length === 0) return verdictRow("new", reference.kind === "none" ? reference.reason : "not in the baseline yet", true);
	const few = fewRequests(text, of);
	if (few) return verdictRow("inconclusive", `insufficient samples: ${few.message}`, false, [few]);
	const obstacles = [...parts.obstacles, ...fewSessions(stored.length)];
	const how = standing$1(text, observedMetric(subject.good, text), about.rule.unit);
	if (how === "exact" && head.length < 6) return verdictRow("inconclusive", tooFewTrials(head.length));
	if (how === "exact") return storedCounterRow(about, head, stored, [...warnings, ...obstacles], obstacles.length === 0);
	if (how === "advisory") {
		const only = warning("advisory-gate", `\`${text}\` is in the gate, but only warns against a baseline: it varies too much between sessions.`, "Gate on p50 and cpu_per_request against a baseline.");
		return draft$1("advisory", what, of, [...warnings, only]);
	}
	if (obstacles.length > 0) return draft$1("warning", what, of, [...warnings, ...obstacles]);
	if (parts.crowd === null) return draft$1("gate", what, of, warnings);
	const { explains, warning: crowding } = parts.crowd;
	return {
		...draft$1("warning", what, of, [...warnings, crowding]),
		gatesBeyond: explains
	};
}
function storedCounterRow(about, head, stored, warnings, gates) {
	const base = {
		center: median(stored.map(({ values }) => median(values))),
		sd: sdOf(stored.flatMap(({ values }) => values)),
		n: stored.length,
		of: "session",
		sample: sessionSample(stored)
	};
	return counterRow(about, {
		values: head,
		sample: sample(head)
	}, base, warnings, gates);
}
const absenceOf = ({ about, head, stored }) => absence({
	metric: about.metric,
	inBase: stored.length > 0 ? `the baseline (${counted(stored.length, "session")})` : null,
	inHead: head.length > 0,
	unit: "trial"
});
function absentGate(what, warnings) {
	const absent = absenceOf(what);
	return row(what.about, {
		...absent,
		base: sessionSample(what.stored)
	}, [...warnings, ...absent.warnings]);
}
const tooFewTrials = (n) => `no verdict from ${counted(n, "trial")}: at least ${6} are needed`;
function fewRequests(text, { subject }) {
	const needed = samplesNeeded(text);
	const n = subject.good.flatMap(({ observed }) => {
		const metric = own(observed.metrics, selector(text)?.metric ?? "");
		return metric?.kind === "trend" ? metric.n : [];
	});
	if (needed === 0 || n.length === 0 || median(n) >= needed) return void 0;
	return warning("insufficient-samples", `${text} needs ${number(needed)} requests per trial; this run had ${number(Math.floor(median(n)))}.`, "Measure longer trials or raise the load.");
}
function informative(text, { facts }) {
	const { metric, stat } = selector(text) ?? {
		metric: text,
		stat: ""
	};
	if (metric === "http_req_failed" || metric === "checks") return false;
	const offered = [
		"http_reqs",
		"iterations",
		"http_req_failed",
		"checks"
	].includes(family(metric));
	return !(facts?.model === "open" && offered && stat === "rate");
}
function advisoryRow(text, parts, of) {
	const what = material("advisory", text, parts, of);
	const verdictRow = (verdict, reason, extra = []) => row(what.about, {
		verdict,
		reason: `${reason} (advisory)`,
		gates: false,
		...samples(what)
	}, extra);
	const absent = absenceOf(what);
	if (absent) return verdictRow(absent.verdict, absent.reason);
	const few = fewRequests(text, of);
	if (few) return verdictRow("inconclusive", `insufficient samples: ${few.message}`, [few]);
	return draft$1("advisory", what, of, []);
}
function levels(stored, compared) {
	const left = stored.length - compared.length;
	const [first] = compared;
	if (left === 0 || !first) return [];
	return [warning("level-changed", `Stored sessions changed their level before ${first.at.slice(0, 10)} (run ${first.run}). Head is compared with the later ones; ${counted(left, "earlier session")} only ${left === 1 ? "shows" : "show"} how much sessions differ.`)];
}
function draft$1(family, what, { policy }, warnings) {
	const { about, head, stored } = what;
	const figures = sessionFigures(head, stored, about.rule, policy.runner);
	const notes = figures.differences ? [warning("differences", `\`${about.metric}\` has values of 0 or below, so differences were compared instead of ratios.`)] : [];
	const used = samples({
		...what,
		stored: figures.compared
	});
	const undecided = {
		verdict: "inconclusive",
		reason: "",
		gates: family === "gate",
		...used
	};
	return {
		family,
		row: row(about, undecided, [
			...warnings,
			...notes,
			...levels(stored, figures.compared)
		]),
		figures,
		rule: about.rule,
		weak: head.length < 6,
		gatesBeyond: null
	};
}

// src/compare/correction.ts
const LEVEL$2 = {
	gate: .005,
	warning: .005,
	advisory: .05
};
function correctedRows(items) {
	const rows = /* @__PURE__ */ new Map();
	const drafts = items.filter((item) => "figures" in item);
	for (const family of [
		"gate",
		"warning",
		"advisory"
	]) {
		const members = drafts.filter((draft) => draft.family === family);
		const level = LEVEL$2[family];
		const found = rejections(members.map(({ figures }) => figures), level);
		members.forEach((draft, i) => {
			rows.set(draft, finished$1(draft, found[i], level, members.length));
		});
	}
	return items.map((item) => "figures" in item ? rows.get(item) : item);
}
function finished$1(draft, rejections, level, family) {
	const { row, figures, rule } = draft;
	const suffix = draft.family === "advisory" ? " (advisory)" : "";
	if (draft.weak) return {
		...row,
		reason: `${tooFewTrials(row.head?.values.length ?? 0)}${suffix}`
	};
	const shown = evidence(figures, rule, level, family);
	const found = rejections.worse || rejections.better;
	if (draft.family === "advisory" && !found && tooNoisy(shown.mde, rule.band)) {
		const reason = `too noisy to judge (can detect ≥ ${size(shown.mde)})${suffix}`;
		return {
			...row,
			evidence: shown,
			reason
		};
	}
	const { verdict, reason } = judged(figures, shown, rule, rejections);
	const beyond = draft.gatesBeyond !== null && figures.bounds[0] > draft.gatesBeyond;
	const gates = row.gates || verdict === "regressed" && beyond;
	return {
		...row,
		evidence: shown,
		verdict,
		gates,
		reason: `${reason}${suffix}`
	};
}
function withoutFalseImprovements(rows) {
	const failing = rows.filter(({ kind, verdict }) => (kind === "errors" || kind === "checks") && (verdict === "regressed" || verdict === "failed"));
	return rows.map((row) => {
		const bad = failing.find(isItem(row));
		if (!bad || row.verdict !== "improved") return row;
		const reason = `not called improved, because more ${bad.kind === "errors" ? "requests" : "checks"} fail: ${row.reason}`;
		return {
			...row,
			verdict: "inconclusive",
			reason
		};
	});
}

// src/compare/duel/forecast.ts
const WANTED = Math.log1p(.05);
const STEP = 1.05;
const FAR = 1e5;
const TOLD = 4;
const USUAL_SD = .055;
const ASKED = askedWith(true);
function pairsToFind(test, { decided }, plan) {
	if (decided) return decided.figures.mean.df < TOLD ? void 0 : pairsToFindAfter(decided, plan);
	const noise = expected(test, plan.looks.at(-1));
	return noise && pairsAt(noise, plan);
}
const usualPairsToFind = (plan) => {
	const n = plan.looks.at(-1);
	return pairsAt({
		n,
		mean: {
			estimate: 0,
			se: USUAL_SD / Math.sqrt(n),
			df: n - 1
		},
		asked: ASKED
	}, plan);
};
const pairsToFindAfter = ({ n, figures: { mean, asked } }, plan) => pairsAt({
	n,
	mean,
	asked
}, plan);
function pairsAt({ n, mean, asked }, { level, workloads }) {
	const family = workloads.flat().length;
	const visible = (pairs) => {
		const more = pairs / n;
		const df = Math.max(1, (mean.df + 1) * more - 1);
		const last = levelOf({
			level,
			looks: looks(pairs)
		}) / asked / Math.max(1, family);
		return mean.se / Math.sqrt(more) * foundWith(.8, studentPpf(1 - last, df), mean.df);
	};
	let pairs = 6;
	while (visible(pairs) > WANTED && pairs < FAR) pairs = Math.ceil(pairs * STEP);
	return pairs;
}
function foundWith(probability, errors, df) {
	const z = normalPpf(probability);
	const b = Math.exp(logGamma((df + 1) / 2) - logGamma(df / 2)) * Math.sqrt(2 / df);
	const spread = 1 - b * b;
	return (errors * b + z * Math.sqrt(b * b + spread * (errors * errors - z * z))) / (b * b - z * z * spread);
}
function expected({ prior }, n) {
	if (prior.df <= 0) return void 0;
	return {
		n,
		mean: {
			estimate: 0,
			se: Math.sqrt(prior.variance / n),
			df: n - 1 + capped(prior).df
		},
		asked: ASKED
	};
}
function spreadOf({ prior, startSd }, sample) {
	const seen = sample?.startOf ? startVariances(sample.ratios, sample.startOf, sample.least) : null;
	if (seen !== null) return seen;
	return prior.df > 0 && startSd !== null ? {
		within: prior.variance,
		between: 2 * startSd ** 2
	} : void 0;
}

// src/compare/duel/evidence.ts
function duelMde({ mean, asked, startError, largestError }, band, { level, tests }) {
	const family = Math.max(1, tests);
	const beyond = startError === 0 ? 0 : normalPpf(1 - level / family) * startError;
	const visible = smallestVisible(mean, Math.max(band, beyond), level / asked, family);
	if (largestError === null) return visible;
	const large = Math.max(normalPpf(1 - level / asked / family) * largestError, band);
	return Math.min(visible, large + normalPpf(.8) * largestError);
}
function duelEvidence(of, metric, sample, decided, family, state, plan) {
	const { figures, n } = decided;
	const shown = testEvidence(of, metric, sample, figures, n, family);
	const duel = {
		look: decided.look,
		looks: plan.looks.length,
		closed: state.closed,
		starts: decided.starts
	};
	const isFound = decided.rejections.worse || decided.rejections.better;
	const full = {
		...shown.evidence,
		...isFound && { interval: intervalOfFinding(figures) },
		duel
	};
	const { verdict, ...wording } = judged(shown.figures, full, metric.rule, decided.rejections);
	const reason = `${wording.reason}${verdict === "unchanged" ? "" : byStarts(figures)}`;
	if ((verdict === "regressed" || verdict === "improved") && decidedByCpu(figures)) return {
		evidence: full,
		verdict,
		reason: `${reason}; significant after the noise shared with CPU is removed`
	};
	if (verdict !== "inconclusive" || sample.starved !== null) return {
		evidence: full,
		verdict,
		reason
	};
	if (state.closed === "regressed") return {
		evidence: full,
		verdict,
		reason: `not judged further ${stopped(n, state, plan)}`
	};
	return {
		evidence: {
			...full,
			duel: {
				...duel,
				toFind: toFind(metric, sample, decided, plan)
			}
		},
		verdict,
		reason: `${tooNoisy(full.mde, metric.rule.band) ? `too noisy to judge (can detect ≥ ${size(full.mde)})${byStarts(figures)}` : reason}; ${stopped(n, state, plan)}`
	};
}
function toFind(metric, sample, decided, plan) {
	const spread = decided.figures.startsDiffer ? spreadOf(metric, sample) : void 0;
	return {
		pairs: pairsToFindAfter(decided, plan),
		startSd: spread ? Math.sqrt(spread.between / 2) : null
	};
}
const byStarts = ({ startsDiffer, mean }) => startsDiffer ? `; start-up variance is large, so ${mean.df + 1} starts were compared instead of pairs` : "";
function decidedByCpu(figures) {
	const { mean, trimmed, shift, asked, pWorse, pBetter } = figures;
	const [side, p] = shift > 0 ? ["above", pWorse] : ["below", pBetter];
	const own = Math.min(1, asked * Math.min(pValues(mean)[side], pValues(trimmed)[side]));
	return p < Math.min(own, beyondAnyStarts(figures)[side]);
}
function testEvidence(of, { rule, prior }, { scale, starved }, figures, n, family) {
	const { mean, shift, pWorse, pBetter, bounds, priorUsed } = figures;
	const sign = rule.better === "lower" ? 1 : -1;
	const { df, variance } = capped(prior);
	const shape = {
		mode: of.mode,
		estimate: {
			estimate: shift,
			se: mean.se,
			df: mean.df
		},
		pWorse,
		pBetter,
		n,
		bounds,
		absolute: (r) => sign * absolute(scale, r),
		differences: scale.differences,
		prior: {
			used: priorUsed,
			df,
			sd: df > 0 ? Math.sqrt(variance) : 0
		},
		starved
	};
	return {
		evidence: {
			...evidence(shape, rule, family.level, family.tests),
			interval: usualInterval(figures),
			mde: duelMde(figures, rule.band, family)
		},
		figures: shape
	};
}
const usualInterval = ({ mean }) => interval(mean, .025);
const contains0 = ([low, high]) => low < 0 && high > 0;
function intervalOfFinding({ mean, trimmed }) {
	const [usual, robust] = [usualInterval({ mean }), interval(trimmed, .0125)];
	return contains0(usual) && !contains0(robust) ? robust : usual;
}
const gateFamily = (plan, { look, slots }) => ({
	level: levelOf(plan, look, slots),
	tests: plan.workloads.flat().length
});
function stopped(n, { closed }, plan) {
	const most = plan.looks.at(-1);
	const why = {
		regressed: "another metric of the workload regressed",
		settled: "every testable metric was settled",
		futile: "no estimate came near its band",
		last: n < most ? "the time limit was reached, or pairs were lost" : null,
		failed: "the workload failed",
		invalid: "the workload cannot be judged",
		open: "more pairs may follow"
	}[closed ?? "open"];
	return `after ${counted(n, "pair")}${why === null ? "" : ` of at most ${most}: ${why}`}`;
}

// src/compare/duel/gate.ts
const aboutMetric = (kind, of, { metric, rule }) => ({
	kind,
	metric,
	subject: of,
	rule
});
function sides(all, metric) {
	const pairs = pairsFor(metric, all);
	const has = (values) => Number.isFinite(own(values, metric));
	const of = (side, among) => among.flatMap((pair) => has(pair[side].values) ? own(pair[side].values, metric) : []);
	const both = pairs.filter(({ base, head }) => has(base.values) && has(head.values));
	return {
		bases: of("base", both),
		heads: of("head", both),
		allBases: of("base", pairs),
		allHeads: of("head", pairs)
	};
}
function samplesAt(pairs, metric, scale, estimate) {
	const { bases, heads } = sides(pairs, metric.metric);
	const change = metric.rule.better === "lower" ? estimate : -estimate;
	const between = median(bases.map((base, i) => (base + heads[i]) / 2));
	const { base, head } = centres(scale, change, between);
	return {
		base: sampleAt(bases, base),
		head: sampleAt(heads, head)
	};
}
function sampleAt(values, center) {
	const around = sample(values);
	return around && {
		...around,
		center
	};
}
function notes(metric, scale, dropped) {
	const warnings = [];
	if (scale.differences) warnings.push(warning("differences", `\`${metric}\` has values of 0 or below, so differences were compared instead of ratios.`));
	if (dropped) warnings.push(warning("prior-dropped", `\`${metric}\` is noisier in this run than in history, so its test ignores history.`));
	return warnings;
}
function duelGateRow(ended, metric, test, plan) {
	const { of, pairs, exclusion } = ended;
	const about = aboutMetric("gate", of, metric);
	const { bases, heads, allBases, allHeads } = sides(pairs, metric.metric);
	const verdictRow = (verdict, reason, gates = true, warnings = []) => row(about, {
		verdict,
		reason,
		gates,
		head: sample(allHeads),
		base: sample(allBases)
	}, warnings);
	if (exclusion) return verdictRow("inconclusive", `not judged, because the workload ${exclusion.kind === "failed" ? "failed" : "is invalid"}`, false);
	const absent = pairAbsence(metric.metric, allBases.length, allHeads.length);
	if (absent) return verdictRow(absent.verdict, absent.reason, absent.gates, absent.warnings);
	const standing = duelStanding(metric.metric, metric.rule, of);
	if (standing.kind === "blocked") return verdictRow("inconclusive", standing.why.message, false, [standing.why]);
	if (standing.kind === "advisory") return void 0;
	const few = fewSamples(metric.metric, pairs);
	if (few) return verdictRow("inconclusive", `insufficient samples: ${few.message}`, false, [few]);
	if (bases.length < 6) return verdictRow("inconclusive", tooFewFor(metric, bases.length));
	if (standing.kind === "exact") {
		const sd = Math.max(metric.storedSd ?? 0, sdOf(bases));
		const base = {
			center: median(bases),
			sd,
			n: bases.length,
			of: "pair",
			sample: sample(bases)
		};
		return counterRow(about, {
			values: heads,
			sample: sample(heads)
		}, base, []);
	}
	if (test?.decided) return decidedRow(ended, metric, test.decided, plan);
	return verdictRow("inconclusive", untested(metric, pairedSample(pairs, metric.metric, metric.rule)));
}
const pairAbsence = (metric, bases, heads) => absence({
	metric,
	inBase: bases > 0 ? `the base (${counted(bases, "pair")})` : null,
	inHead: heads > 0,
	unit: "pair"
});
const tooFewFor = ({ metric }, n) => `no verdict from ${counted(n, isOfStart(metric) ? "start" : "pair")}: at least ${6} are needed`;
const untested = ({ rule }, seen) => seen && !enoughStarts(rule.band, seen.starts) ? `one start cannot separate a change as small as ${size(rule.band)} from start-up variance: at least 2 starts with a fair share of the pairs are needed` : "no look included it";
function decidedRow({ of, state }, metric, decided, plan) {
	const pairs = goodPairs(of.pairs, decided.slots);
	const seen = pairedSampleOf(of, metric, pairs) ?? pairedSample(pairs, metric.metric, metric.rule);
	const { scale } = seen;
	const family = gateFamily(plan, decided);
	const { evidence, verdict, reason } = duelEvidence(of, metric, seen, decided, family, state, plan);
	const samples = samplesAt(pairs, metric, scale, decided.figures.shift);
	const dropped = metric.prior.df > 0 && !decided.figures.priorUsed;
	const about = aboutMetric("gate", of, metric);
	return row(about, {
		verdict,
		reason,
		evidence,
		...samples
	}, notes(metric.metric, scale, dropped));
}

// src/compare/duel/advisory.ts
const LEVEL$1 = .05;
const QUIET_LEVEL = .01;
function advisoryRows(all, plan) {
	const of = (is) => all.flatMap((ended) => ended.exclusion ? [] : metricsOf(ended).filter(is).map((metric) => draft(ended, metric)));
	const changed = ({ verdict }) => verdict === "regressed" || verdict === "improved";
	const quiet = (isOfWork) => {
		return familyRows(of((metric) => (metric.quiet ?? false) && isWork(metric.metric) === isOfWork), QUIET_LEVEL / plan.looks.length).filter(changed);
	};
	return [
		...familyRows(of((metric) => !metric.quiet), LEVEL$1 / plan.looks.length),
		...quiet(false),
		...quiet(true)
	];
}
function familyRows(items, level) {
	const drafts = items.filter((item) => "figures" in item);
	const found = rejections(drafts.map(({ figures }) => figures), level);
	const rows = new Map(drafts.map((one, i) => {
		return [one, finished(one, found[i], {
			level,
			tests: drafts.length
		})];
	}));
	return items.map((item) => "figures" in item ? rows.get(item) : item);
}
const inGate = ({ of }, metric) => of.gate.some((gate) => gate.metric === metric);
function metricsOf(ended) {
	const { of } = ended;
	const kind = ({ metric, rule }) => duelStanding(metric, rule, of).kind;
	const mine = of.gate.filter((metric, i) => kind(metric) === "advisory" && of.gate.findIndex((g) => g.metric === metric.metric) === i);
	const others = of.advisory.filter((metric, i) => {
		const first = of.advisory.findIndex((other) => other.metric === metric.metric) === i;
		const name = family(selector(metric.metric)?.metric ?? "");
		return first && !(name === "http_req_failed" || name === "checks") && !inGate(ended, metric.metric) && kind(metric) !== "blocked";
	});
	return [...mine, ...others.sort((a, b) => a.metric < b.metric ? -1 : 1)];
}
const isConstant = (values) => values.every((value) => value === values[0]);
function draft(ended, metric) {
	const { pairs } = ended;
	const { bases, heads, allBases, allHeads } = sides(pairs, metric.metric);
	const verdictRow = (verdict, reason) => row(about$2(ended, metric), {
		verdict,
		reason: `${reason} (advisory)`,
		gates: false,
		head: sample(allHeads),
		base: sample(allBases)
	}, only(ended, metric));
	const absent = pairAbsence(metric.metric, allBases.length, allHeads.length);
	if (absent) return verdictRow(absent.verdict, absent.reason);
	const few = fewSamples(metric.metric, pairs);
	if (few) return verdictRow("inconclusive", `insufficient samples: ${few.message}`);
	if (bases.length < 6) return verdictRow("inconclusive", tooFewFor(metric, bases.length));
	if (isWork(metric.metric) && [bases, heads].every(isConstant) && bases[0] !== heads[0]) {
		const base = {
			center: bases[0],
			sd: 0,
			n: bases.length,
			of: "pair",
			sample: sample(allBases)
		};
		const counted = counterRow(aboutCount(ended, metric), {
			values: heads,
			sample: sample(allHeads)
		}, base, []);
		return {
			...counted,
			reason: `${counted.reason} (advisory)`,
			gates: false
		};
	}
	const finite = pairs.filter(({ base, head }) => [base, head].every(({ values }) => Number.isFinite(own(values, metric.metric))));
	const seen = pairedSample(finite, metric.metric, metric.rule);
	if (!enoughStarts(metric.rule.band, seen.starts)) return verdictRow("inconclusive", `one start cannot separate a change as small as ${size(metric.rule.band)} from start-up variance`);
	return {
		ended: {
			...ended,
			pairs: finite
		},
		metric,
		seen,
		figures: testFigures(duelTest(metric), seen)
	};
}
function finished({ ended, metric, seen, figures }, rejections, family) {
	const shown = testEvidence(ended.of, metric, seen, figures, seen.ratios.length, family);
	const samples = samplesAt(ended.pairs, metric, seen.scale, figures.shift);
	const dropped = metric.prior.df > 0 && !figures.priorUsed;
	const verdictRow = (verdict, reason) => row(about$2(ended, metric), {
		verdict,
		reason: `${reason} (advisory)`,
		gates: false,
		evidence: shown.evidence,
		...samples
	}, [...notes(metric.metric, seen.scale, dropped), ...only(ended, metric)]);
	const { mde } = shown.evidence;
	if (!(rejections.worse || rejections.better) && tooNoisy(mde, metric.rule.band)) return verdictRow("inconclusive", `too noisy to judge (can detect ≥ ${size(mde)})`);
	const { verdict, reason } = judged(shown.figures, shown.evidence, metric.rule, rejections);
	return verdictRow(verdict, reason);
}
const about$2 = (ended, metric) => aboutMetric(inGate(ended, metric.metric) ? "gate" : "advisory", ended.of, metric);
function aboutCount(ended, metric) {
	const all = about$2(ended, metric);
	return metric.quiet && isExecuted(metric.metric) ? {
		...all,
		rule: {
			...all.rule,
			band: 0
		}
	} : all;
}
const only = (ended, { metric }) => inGate(ended, metric) ? [warning("advisory-gate", `\`${metric}\` is in the gate, but only warns: extremes, and means of whole trials, vary too much to gate.`, "Gate on p50 and cpu_per_request; a mean needs `mode: request`.")] : [];

// src/compare/duel/rows.ts
function duelRows(cases, plan, state) {
	const all = cases.map((of, i) => {
		const ended = state.workloads[i];
		const slots = ended.closed === null ? plan.looks.at(-1) : ended.slots;
		return {
			of,
			state: {
				...ended,
				slots
			},
			pairs: goodPairs(of.pairs, slots),
			exclusion: duelExclusion(of, slots) ?? fewPairs(of, slots)
		};
	});
	const errors = duelErrorRows(cases, all.map(({ state, exclusion }) => exclusion ? null : state.slots));
	const advisory = advisoryRows(all.map(failedHard), plan);
	const mine = (rows, { workload, variant }) => rows.filter(isItem({
		workload,
		variant
	}));
	return withoutFalseImprovements(all.flatMap((ended) => {
		const { of } = ended;
		const warnings = pairWarnings(of, ended.state.slots, ended.exclusion);
		const others = mine(advisory, of);
		const gate = gateRows(failedHard(ended), plan, others);
		return [
			...workloadRow(ended, warnings),
			...mine(errors, of),
			...gate.map((one) => ({
				...one,
				warnings: [...one.warnings, ...warnings]
			})),
			...others.filter(({ kind }) => kind === "advisory")
		];
	}));
}
function failedHard(ended) {
	const exclusion = ended.exclusion ?? hardError(ended.of, ended.state.slots);
	return {
		...ended,
		exclusion
	};
}
function workloadRow({ of, exclusion }, warnings) {
	return exclusion ? [wholeRow(of, exclusion.kind, exclusion.reason, [...exclusion.warnings ?? [], ...warnings])] : [];
}
function gateRows(ended, plan, advisory) {
	const { of, state } = ended;
	const tests = gateTests(of);
	return of.gate.filter(({ metric }, i) => of.gate.findIndex((g) => g.metric === metric) === i).flatMap((metric) => {
		const at = tests.findIndex((test) => test.metric === metric.metric);
		const test = at === -1 ? void 0 : state.tests[at];
		return duelGateRow(ended, metric, test, plan) ?? advisory.filter((one) => one.kind === "gate" && one.metric === metric.metric);
	});
}

// src/compare/duel/run.ts
const pairRange = (pairings) => {
	const most = Math.max(...pairings.map(({ pairs }) => pairs[1]));
	return {
		fewest: Math.min(most, Math.max(...pairings.map(({ pairs }) => pairs[0]))),
		most
	};
};
function replayed(source) {
	const { seen, cut, pairs } = source.duel;
	const cases = duelCases(source);
	const plan = plannedDuel(cases, source.duel);
	return {
		cases,
		plan,
		state: seen.reduce((before, count, i) => {
			const known = duelCases({
				...source,
				duel: {
					...source.duel,
					pairs: pairs.slice(0, count)
				}
			});
			return look(plan, before, observing(known), cut === i + 1);
		}, opened(plan))
	};
}
function rowsOfDuel(source) {
	const rows = machineRecords(source.duel).flatMap((duel) => {
		const { cases, plan, state } = replayed({
			...source,
			duel
		});
		return duelRows(cases, plan, state);
	});
	const gone = source.duel.gone?.filter((name) => !source.baselines.has(name)) ?? [];
	const merged = byItem(source.duel.pairs.flatMap((pair) => pair.outcome === "ok" && isMerged(pair) ? [pair] : []));
	return [...rows.map((one) => withErrors(one, merged(one))), ...gone.map(goneRow)];
}
const isMerged = ({ head }) => Object.values(head.metrics).some((metric) => metric.kind === "trend" && metric.errors !== void 0);
function withErrors(one, merged) {
	if (one.kind !== "gate" || merged.length === 0) return one;
	const measured = merged.flatMap(({ base, head }) => [base.metrics, head.metrics]);
	const percentiles = mergedPercentiles(measured, {
		gate: [one.metric],
		budgets: {}
	});
	return {
		...one,
		warnings: [...one.warnings, ...percentiles]
	};
}
function goneRow(workload) {
	return wholeRow({
		workload,
		variant: null
	}, "missing", "base's config has it, but head's does not", [warning("missing-workload", `\`${workload}\` was removed from the config, so it is no longer checked.`, "If that is intended, say so in the pull request. Later pull requests will not have this row.")]);
}
const inDuel = ({ duel }, subject) => duel?.pairings.some(isItem(subject)) ?? false;
const pairedReference = ({ base }, { sessions }) => ({
	kind: "base",
	base,
	sessions
});
const duelSummaries = ({ duel }, alone) => (duel?.pairings ?? []).filter((pairing) => !alone.some(isItem(pairing))).map((one) => duelSummary(one, duel));
function duelSummary({ workload, variant }, { pairs }) {
	const mine = pairs.filter(isItem({
		workload,
		variant
	}));
	const good = mine.flatMap((pair) => pair.outcome === "ok" ? [pair.head] : []);
	return {
		workload,
		variant,
		trials: mine.length,
		failed: mine.length - good.length,
		requests: good.reduce((sum, { requests }) => sum + requests, 0),
		errors: good.reduce((sum, { errors }) => sum + errors, 0),
		statuses: {},
		timeouts: 0,
		saturated: false
	};
}

// src/compare/duel/refusals.ts
const MOST_PAIRS = 200;
function refusals(planned) {
	const { cases, most } = planned;
	const refusal = (message, remedy, of, metric) => ({
		workload: of?.workload ?? null,
		variant: of?.variant ?? null,
		metric: metric?.metric ?? null,
		message,
		remedy
	});
	if (most < 6) return [refusal(`At most ${counted(most, "pair")}: too few for a verdict, which needs ${6}.`, `Set \`measure.pairs\` to [${6}, 30].`)];
	if (cases.length === 0) return [refusal("No workload is selected.", "Select a workload.")];
	const tests = cases.reduce((sum, of) => sum + gateTests(of).length, 0);
	return cases.flatMap((of) => {
		if (of.gate.length === 0) return [refusal("The gate is empty, so nothing can fail.", "Name a metric in `gate`, such as http_req_duration.p50.", of)];
		if (of.gate.map(({ metric, rule }) => duelStanding(metric, rule, of).kind).every((kind) => kind === "blocked" || kind === "advisory")) {
			const message = `Nothing in the gate can fail in \`${of.mode}\` mode.`;
			return [refusal(message, "Gate on http_req_duration.p50 or cpu_per_request, or use `mode: request`.", of)];
		}
		return gateTests(of).flatMap((metric) => {
			const found = blind(metric, planned, tests);
			return found ? [refusal(found.message, found.remedy, of, metric)] : [];
		});
	});
}
function blind(metric, planned, tests) {
	const { band } = metric.rule;
	const { most, starts } = planned;
	if (!enoughStarts(band, starts)) return {
		message: `\`${metric.metric}\`: one start cannot separate a change as small as ${size(band)} from start-up variance.`,
		remedy: "Set `policy.starts` to at least 2."
	};
	const mde = predictedMde(metric, planned, tests);
	if (mde === null || !tooNoisy(mde, band)) return void 0;
	const needed = pairsNeeded(metric, planned, tests);
	const limit = size(Math.log1p(4 * Math.expm1(band)));
	return {
		message: `\`${metric.metric}\` is too noisy to judge: with ${counted(most, "pair")} it could detect ≥ ${size(mde)}, and the limit is ${limit}. It needs ${needed === null ? `more than ${MOST_PAIRS} pairs` : counted(needed, "pair")}.`,
		remedy: needed === null ? "Use a finer `mode`, longer blocks or trials, or a quieter machine; or remove the metric from the gate." : `Set \`measure.pairs\` to [${6}, ${needed}], or use a finer \`mode\` or longer blocks.`
	};
}
function predictedMde(metric, { most, fewest, starts, shards = 1 }, tests) {
	const { rule } = metric;
	const { prior, startSd } = duelTest(metric);
	if (prior.df <= 0) return null;
	const asked = askedWith(accompaniedByCpu(metric));
	const plan = {
		looks: looks(most, fewest),
		level: DUEL_LEVEL / shards,
		workloads: []
	};
	const made = startsOf(most, starts, fewest);
	const values = isOfStart(metric.metric) ? made : most;
	const se = Math.sqrt(prior.variance / values + 2 * (startSd ?? usualStartSd(rule.band)) ** 2 / made);
	const df = values - 1 + capped(prior).df;
	const startError = startErrorOf(startSd, made);
	return duelMde({
		mean: {
			estimate: 0,
			se,
			df
		},
		asked,
		startError,
		largestError: null
	}, rule.band, {
		level: levelOf(plan),
		tests
	});
}
function pairsNeeded(metric, planned, tests) {
	for (let most = planned.most + 1; most <= MOST_PAIRS; most++) {
		const mde = predictedMde(metric, {
			...planned,
			most
		}, tests);
		if (mde !== null && !tooNoisy(mde, metric.rule.band)) return most;
	}
	return null;
}

// src/compare/causes/difference.ts
const LEVEL = .05;
const PROCESS_SD = .02;
const PRIOR_DF$1 = 16;
function differences(places, erratic = []) {
	const seen = [...places, ...erratic].map((starts) => {
		const expected = mean(starts.map(({ base, head, sampling }) => sampling + PROCESS_SD ** 2 * (base ** 2 + head ** 2)));
		const found = starts.map(({ base, head }) => head - base);
		return {
			estimate: mean(found),
			variance: variance(found),
			expected,
			starts: starts.length
		};
	});
	const excess = excessOf(seen.slice(0, places.length));
	return seen.map(({ estimate, variance: own, expected, starts }, i) => {
		const prior = i < places.length ? PRIOR_DF$1 : 0;
		const df = prior + starts - 1;
		const moderated = (prior * excess * expected + (starts - 1) * own) / df;
		const half = studentPpf(1 - LEVEL / 2 / seen.length, df) * Math.sqrt(moderated / starts);
		return {
			estimate,
			interval: [estimate - half, estimate + half]
		};
	});
}
function shareOf(part, whole) {
	const added = (of) => mean(of.map(({ base, head }) => head - base));
	const estimate = added(part) / added(whole);
	const [{ interval }] = differences([], [part.map(({ base, head, sampling }, i) => ({
		base: base - estimate * whole[i].base,
		head: head - estimate * whole[i].head,
		sampling
	}))]);
	const half = interval[1] / Math.abs(added(whole));
	return {
		estimate,
		interval: [estimate - half, estimate + half]
	};
}
function excessOf(seen) {
	const ratios = seen.filter(({ expected }) => expected > 0).map((one) => one.variance / one.expected);
	const medianOfChiSquare = (1 - 2 / (9 * ((seen[0]?.starts ?? 2) - 1))) ** 3;
	return ratios.length === 0 ? 1 : Math.max(1, quantile(ratios, .5) / medianOfChiSquare);
}

// src/compare/causes/successors.ts
const ALIKE = .1;
function withSuccessors(starts) {
	const [before, after] = SIDES.map((side) => onlyOf(starts, side));
	const texts = new Map([...before].flatMap(([kind, old]) => {
		const now = after.get(kind) ?? [];
		if (old.length !== 1 || now.length !== 1) return [];
		const [one, other] = [executed(starts, "base", old[0]), executed(starts, "head", now[0])];
		return Math.abs(one - other) > ALIKE * Math.max(one, other) ? [] : [[old[0], now[0]]];
	}));
	if (texts.size === 0) return [...starts];
	const textOf = new Map(starts.flatMap(({ head }) => [...head.statements].map(([key, { text }]) => [key, text])));
	return starts.map((start) => {
		const statements = [...start.base.statements].map(([key, one]) => {
			const next = texts.get(key);
			return next === void 0 ? [key, one] : [next, {
				...one,
				text: textOf.get(next)
			}];
		});
		return {
			...start,
			base: {
				...start.base,
				statements: new Map(statements)
			}
		};
	});
}
function onlyOf(starts, side) {
	const theirs = side === "base" ? "head" : "base";
	const known = new Set(starts.flatMap((start) => [...start[theirs].statements.keys()]));
	const found = /* @__PURE__ */ new Map();
	for (const [key, { service, text, http }] of new Map(starts.flatMap((start) => [...start[side].statements]))) {
		const [verb] = /^\s*\w+/.exec(text) ?? [];
		const [, table] = /\b(?:from|into|update)\s+(?:only\s+)?([\w."`[\]]+)/i.exec(text) ?? [];
		if (known.has(key) || http || table === void 0) continue;
		const kind = `${service} ${verb} ${table}`.toLowerCase();
		found.set(kind, [...found.get(kind) ?? [], key]);
	}
	return found;
}
const executed = (starts, side, key) => mean(starts.map((start) => (start[side].statements.get(key)?.calls ?? 0) / start[side].requests));

// src/compare/causes/causes.ts
const MOST_LACKING = 200;
const LEAST = .005;
const LEAST_SHARE = .05;
const LEAST_LEFT = .5;
const NEARLY_ALL = .8;
const LEAST_CALLS = .1;
const LEAST_ROWS = .5;
const HARDLY = .1;
const SURE = .4;
function causesOf({ workloads, ...diff }, rows) {
	return workloads.flatMap((of) => {
		const found = causesIn(of, diff, rows.filter(isItem(of)));
		return found === null ? [] : [found];
	});
}
const fewStarts = ({ workloads, changes }, causes) => workloads.filter((of) => !causes.some(isItem(of))).map((of) => {
	if (of.pairs.some(hasNoCpu)) return warning("few-starts", `\`${itemName(of)}\` is not explained: the CPU time of its services is not known here.`);
	const good = counted(startsSeen(of, changes).length, "start");
	return warning("few-starts", `\`${itemName(of)}\` is not explained: ${good} with profilers ended well, and ${3} are needed.`, `Explain it again with \`steelyard why --only ${of.workload}\`.`);
});
const hasNoCpu = (pair) => pair.outcome === "ok" && SIDES.some((side) => Object.values(pair[side].services).some(({ cpu }) => cpu === null));
function direction(rows) {
	const changes = rows.map(changeOf);
	if (changes.includes(1)) return 1;
	return changes.includes(-1) ? -1 : 0;
}
const gatesOf$1 = (changed) => ({
	cpu: changed.some(isOfCpu),
	latency: changed.some(isOfLatency)
});
function causesIn(of, diff, rows) {
	const { workload, variant, lacking } = of;
	const verdict = direction(rows);
	const gates = rows.filter((row) => verdict !== 0 && changeOf(row) === verdict).map(({ metric }) => metric);
	const starts = startsSeen(of, diff.changes, gates);
	if (starts.length < 3) return null;
	const cpu = whole$1(starts, ofCpu);
	const latency = starts.some((start) => SIDES.some((side) => start[side].latency === null)) ? null : whole$1(starts, (side) => side.latency ?? 0);
	const sign = verdict || (cpu.added.estimate < 0 ? -1 : 1);
	const showed = (both) => both !== null && isClear(both.added, sign);
	const seen = {
		cpu,
		latency,
		changed: verdict !== 0,
		gates: gatesOf$1(gates),
		reappeared: {
			cpu: showed(cpu),
			latency: showed(latency)
		}
	};
	return {
		workload,
		variant,
		starts: starts.length,
		...seen,
		...causesAmong(starts, seen, diff, sign),
		lacking: [...lacking, ...halfProfiled(of)].filter(({ service }) => !isIdle(starts, service)).slice(0, MOST_LACKING)
	};
}
const ofCpu = ({ cpu }) => [...cpu.values()].reduce((sum, one) => sum + one, 0);
const IDLE = .002;
const isIdle = (starts, service) => starts.every((start) => SIDES.every((side) => (start[side].cpu.get(service) ?? Infinity) < IDLE * ofCpu(start[side])));
const ofSides = (starts, of) => starts.map(({ base, head }) => ({
	base: of(base),
	head: of(head),
	sampling: 0
}));
function whole$1(starts, of) {
	const all = ofSides(starts, of);
	const [added] = differences([all]);
	return {
		...means(all),
		added
	};
}
const isClear = ({ interval: [low, high] }, sign) => (sign > 0 ? low : -high) > 0;
const isSure = ({ estimate, interval: [low, high] }) => high - low <= 2 * SURE * Math.abs(estimate);
const NO_SHARE = () => ({ share: null });
function sharesOf(all) {
	return (work) => {
		const { estimate, interval } = shareOf(work, all);
		return {
			share: estimate,
			shareInterval: interval
		};
	};
}
function causesAmong(starts, seen, diff, sign) {
	const { cpu, latency, changed, gates, reappeared } = seen;
	if (!changed && !reappeared.cpu && !reappeared.latency) return {
		causes: [],
		elsewhere: 0
	};
	const share = reappeared.cpu && isSure(cpu.added) && !isUnseen(seen) ? sharesOf(ofSides(starts, ofCpu)) : NO_SHARE;
	const parts = [
		...functions("place", starts, share, diff).filter(matters(cpu.base)),
		...unprofiled(starts, share).filter(matters(cpu.base)),
		...statements(withSuccessors(starts), diff.origins ?? []).filter(matters(Math.min(cpu.base, latency?.base ?? Infinity))),
		...latency !== null && (reappeared.latency || gates?.latency) ? waits(starts, diff.changes).filter(matters(latency.base)) : [],
		...functions("total", starts, share, diff).filter(matters(cpu.base))
	];
	const least = LEAST_SHARE * Math.max(...[cpu, latency].map((both) => sign * (both?.added.estimate ?? 0)));
	const differing = compared(parts, sign);
	const large = differing.filter((one) => one.isCounted || isClear(one.added, sign) && sign * one.added.estimate >= least).filter((one) => one.sums === void 0 || isWaitedFor(one.added, one.sums, {
		latency: latency.added,
		cpu,
		isClear: reappeared.latency
	}, sign));
	const clear = areMoved(differing, sign) ? [] : large.filter((one) => one.of === "place");
	const places = clear.length > 0 || sign < 0 ? clear : addedFunctions(differing);
	const shown = [
		...large.filter((one) => one.of === "statement" || one.of === "wait"),
		...places,
		...places.length > 0 ? [] : innermost(large, sign)
	].map((one) => ({
		cause: one.shown(one.added),
		isCounted: one.isCounted
	}));
	const rank = ({ cause, isCounted }) => isCounted ? 0 : isFollowing(cause) ? 2 : 1;
	return {
		causes: shown.sort((a, b) => rank(a) - rank(b) || sign * (b.cause.added.estimate - a.cause.added.estimate)).slice(0, 5).map(({ cause }) => cause),
		elsewhere: differing.filter((one) => one.of === "place" && isClear(one.added, sign > 0 ? -1 : 1)).reduce((sum, { added }) => sum + added.estimate, 0)
	};
}
function compared(parts, sign) {
	const counts = parts.flatMap(({ calls = [], rows = [] }) => [calls, rows].filter((one) => one.length > 0));
	const steady = [...parts.filter(({ of }) => of !== "wait").map(({ work }) => work), ...counts];
	const erratic = parts.filter(({ of }) => of === "wait").map(({ work }) => work);
	const all = [...steady, ...erratic];
	const found = new Map(differences(steady, erratic).map((added, i) => [all[i], added]));
	const moved = (of, least) => {
		const added = of && (exactly(of) ?? found.get(of));
		return added !== void 0 && isClear(added, sign) && Math.abs(added.estimate) >= least;
	};
	return parts.map((part) => {
		const { calls, rows } = part;
		const least = Math.max(LEAST_CALLS, LEAST_ROWS * (rows ? means(rows).base : 0));
		return {
			...part,
			added: found.get(part.work),
			isCounted: moved(calls, LEAST_CALLS) || moved(rows, least)
		};
	});
}
function exactly(counts) {
	const [{ base, head }] = counts;
	if (!counts.every((start) => start.base === base && start.head === head)) return null;
	return {
		estimate: head - base,
		interval: [head - base, head - base]
	};
}
function isWaitedFor({ interval: [low, high] }, sums, { latency, cpu, isClear: hasGrown }, sign) {
	const [all] = differences([], [sums]);
	const more = hasGrown ? cpu : {
		base: 0,
		head: 0
	};
	const fits = sign > 0 ? low <= latency.interval[1] + more.head : high >= latency.interval[0] - more.base;
	return isClear(all, sign) && fits;
}
function areMoved(all, sign) {
	const differing = all.filter(({ of, added }) => of === "place" && (isClear(added, 1) || isClear(added, -1)));
	return differing.reduce((sum, { added }) => sum + sign * added.estimate, 0) < LEAST_LEFT * Math.max(0, ...differing.map(({ added }) => sign * added.estimate));
}
function addedFunctions(all) {
	const places = all.filter((one) => one.of === "place");
	const fileOf = (one) => {
		const cause = one.shown(one.added);
		return cause.kind === "function" && cause.edited !== null ? cause.file : null;
	};
	const files = places.map(fileOf);
	return places.flatMap((one, i) => {
		const file = files[i];
		if (file === null || !one.work.every(({ base, head }) => base < HARDLY * head)) return [];
		const [added] = differences([], [one.work]);
		const more = places.filter((_, other) => files[other] === file).reduce((sum, other) => sum + other.added.estimate, 0);
		return isClear(added, 1) && more >= LEAST_LEFT * added.estimate ? [{
			...one,
			added
		}] : [];
	});
}
function innermost(all, sign) {
	const totals = all.filter(({ of }) => of === "total");
	const largest = Math.max(0, ...totals.map(({ added }) => sign * added.estimate));
	return totals.filter(({ added }) => sign * added.estimate >= NEARLY_ALL * largest).sort((a, b) => most(a.work) - most(b.work)).slice(0, 1);
}
const isFollowing = (cause) => cause.kind === "service" || cause.kind === "function" && cause.file === null && cause.name.startsWith("(");
const matters = (seconds) => ({ work, calls = [] }) => most(work) >= LEAST * seconds || calls.length > 0 && most(calls) >= LEAST_CALLS;
const most = (work) => Math.max(...Object.values(means(work)));

// src/compare/causes/unexplainable.ts
const unexplainable = ({ duel }, rows) => (duel?.pairings ?? []).flatMap((of) => {
	const reason = UNEXPLAINED[of.mode];
	if (reason === void 0 || direction(rows.filter(isItem(of))) === 0) return [];
	return [warning("unexplained", `Why \`${itemName(of)}\` changed is not known: in the mode \`${of.mode}\` both sides ${reason}, so no profilers ran.`)];
});

// src/compare/checks.ts
const EVERY = {
	rate: 1,
	strict: false
};
function checkRows({ subject }) {
	const { good, config } = subject;
	const replaced = [config.expect, config.budgets].some((rules) => Object.hasOwn(rules, "checks.rate"));
	const tallies = tallied(good);
	if (replaced || tallies.size === 0) return [];
	const wanted = demands(good);
	const broken = [...tallies].flatMap(([name, tally]) => {
		const least = wanted.byName.get(name) ?? (wanted.all === void 0 && !wanted.other ? EVERY : void 0);
		return least && !holds(tally, least) ? [below$1(`"${name.slice(0, 100)}"`, tally, least)] : [];
	});
	const sum = [...tallies.values()].reduce((a, b) => ({
		passes: a.passes + b.passes,
		fails: a.fails + b.fails
	}), {
		passes: 0,
		fails: 0
	});
	if (wanted.all && !holds(sum, wanted.all)) broken.unshift(below$1("all checks", sum, wanted.all));
	const counts = good.flatMap(({ observed: { checks } }) => {
		const errors = checks.reduce((n, check) => n + check.fails, 0);
		const requests = checks.reduce((n, check) => n + check.passes + check.fails, 0);
		return requests > 0 ? [{
			errors,
			requests
		}] : [];
	});
	const about = {
		kind: "checks",
		metric: "",
		subject,
		rule: {
			unit: "ratio",
			better: "higher"
		}
	};
	const reason = broken.length > 0 ? `failed checks: ${broken.slice(0, 5).join("; ")}${broken.length > 5 ? `; and ${broken.length - 5} more` : ""}` : `${share$1(rate$1(sum))} of ${counted(sum.passes + sum.fails, "check")} passed`;
	return [row(about, {
		verdict: broken.length > 0 ? "failed" : "unchanged",
		reason,
		head: rates(counts, "higher")
	})];
}
const rate$1 = ({ passes, fails }) => passes / (passes + fails);
const holds = (tally, least) => least.strict ? rate$1(tally) > least.rate : rate$1(tally) >= least.rate;
const below$1 = (what, tally, least) => `${what} passed ${share$1(rate$1(tally))} of ${counted(tally.passes + tally.fails, "time")}; required: ${least.strict ? "more than" : "at least"} ${share$1(least.rate)}`;
function tallied(good) {
	const found = /* @__PURE__ */ new Map();
	for (const { observed } of good) for (const { name, passes, fails } of observed.checks) {
		if (passes + fails === 0) continue;
		const before = found.get(name) ?? {
			passes: 0,
			fails: 0
		};
		found.set(name, {
			passes: before.passes + passes,
			fails: before.fails + fails
		});
	}
	return new Map([...found].sort(([a], [b]) => a < b ? -1 : 1));
}
function demands(good) {
	let all;
	let other = false;
	const byName = /* @__PURE__ */ new Map();
	for (const { observed } of good) for (const { metric, limit } of observed.thresholds) {
		if (!/^checks(\{|$)/.test(metric)) continue;
		const least = leastRate(limit);
		const name = /^checks\{\s*check:(.*)\}$/s.exec(metric)?.[1];
		if (least === void 0 || metric !== "checks" && name === void 0) other = true;
		else if (name === void 0) all = least;
		else byName.set(name, least);
	}
	return {
		all,
		byName,
		other
	};
}
function leastRate(limit) {
	const [, op, found] = /^\s*rate\s*(>=?|===?)\s*(\d+(?:\.\d+)?|\.\d+)\s*$/.exec(limit) ?? [];
	return found === void 0 ? void 0 : {
		rate: Number(found),
		strict: op === ">"
	};
}

// src/compare/demand.ts
function demandRows(run, demands, isSettled) {
	const slotsOf = byItem(slotsIn(run.schedule).filter(({ side }) => side === "head"));
	return demands.all.flatMap((demand) => {
		const found = measurementOf(run, demand, slotsOf(demand), demands.release !== null);
		const unaffected = own(demands.unaffected, demand.workload);
		if (found === null && unaffected !== void 0) return wholeRow(demand, "unaffected", unaffected);
		if (found === null) {
			const { reason, remedy } = lacking(run, demand);
			return wholeRow(demand, "missing", reason, [warning("missing-workload", `\`${itemName(demand)}\` was not measured, so it is not checked.`, remedy)]);
		}
		const departures = [...found.departures, ...unpaired(run, demands, demand, isSettled)];
		if (departures.length === 0) return [];
		const reason = `not measured as base's rules require: ${departures.map(sentence).join("; ")}`;
		return wholeRow(demand, "invalid", reason, [departed]);
	});
}
function lacking({ unaffected = {}, shards }, { workload }) {
	const remedy = "Measure it too, and give the report the same inputs as the measurement.";
	if (own(unaffected, workload) !== void 0) return {
		reason: "left out because the change cannot affect it, which the report does not find confirmed",
		remedy
	};
	const absent = shards?.absent.map(({ index }) => index) ?? [];
	if (absent.length > 0) return {
		reason: `not measured: ${`${absent.length === 1 ? "shard" : "shards"} ${absent.join(", ")} of ${shards?.of}`} gave no figures`,
		remedy: "Run the failed jobs again."
	};
	return {
		reason: "required by base's rules, but not measured",
		remedy
	};
}
const withoutBase = (run, demands) => run.fallback === void 0 || !wantsBase(run, demands) ? null : warning("not-compared", `Base was not measured: ${run.fallback}.`, "Fix the start of base, then measure again.");
function unlikeRules(run, demands) {
	if (demands.all.length === 0 && demands.shards === 1) return NOTHING_ASKED;
	const departures = runDepartures(run, demands);
	if (departures.length === 0) return null;
	const message = `This run does not follow base's rules: ${departures.map(sentence).join("; ")}.`;
	return warning(departed.code, message, departed.remedy);
}
const departed = warning("not-by-the-rules", "It was not measured as base's rules require.", "Measure again with the action, and give the report the same inputs as the measurement.");
const NOTHING_ASKED = warning("nothing-asked", "No workload was selected, so nothing was measured.", "Select workloads that base's config has, or none to measure all.");
function measurementOf(run, demand, slots, release) {
	const same = isItem(demand);
	if (demand.kind === "levels") {
		if (!run.levels?.some(same)) return null;
		return { departures: (run.schedule.levels?.filter(same) ?? []).flatMap((one) => [...lengths(one.duration, demand)]) };
	}
	const pairing = run.duel?.pairings.find(same);
	if (pairing !== void 0) return { departures: pairingDepartures(pairing, demand, release) };
	if (slots.length === 0) return null;
	const [first] = slots;
	return { departures: [
		...unequal("trials", counted(demand.trials, "trial"), counted(slots.length, "trial")),
		...slots.flatMap(({ duration }) => lengths(duration, demand)).slice(0, 1),
		...unequal("warm-up", seconds(demand.warmup), seconds(Math.max(...slots.map((one) => one.warmup)))),
		...unequal("start", demand.kind === "cold" ? "cold" : "warm", first.cold === true ? "cold" : "warm")
	] };
}
function pairingDepartures({ mode, block, pairs, script, pace }, demand, release) {
	const whole = isWhole(mode);
	return [
		...demand.mode === "auto" ? [] : unequal("mode", demand.mode, mode),
		...unequal("length of a pair", seconds(whole ? demand.duration : blockBy(demand, block)), seconds(block)),
		...unequal("pace", demand.pace, pace ?? "script"),
		...unequal("pairs", (whole ? demand.pairs : pairsBy(demand, block, pairs)).join(" to "), pairs.join(" to ")),
		...release ? [] : unequal("load", "base's", `${script}'s`)
	];
}
const blockBy = ({ block }, measured) => block ?? BLOCKS.find((one) => one === measured) ?? BLOCKS[0];
function pairsBy(demand, block, [, most]) {
	const [fewest, usual] = demand.pairs;
	return demand.block === void 0 && block === LONGEST_BLOCK && usual === MOST_PAIRS$1.usual && most === MOST_PAIRS$1.long ? [fewest, most] : demand.pairs;
}
const lengths = (duration, demand) => unequal("length of a trial", seconds(demand.duration), seconds(duration));
function unpaired(run, demands, demand, isSettled) {
	if (demand.kind !== "load" || !wantsBase(run, demands)) return [];
	if (demands.release?.some(isItem(demand))) return [];
	if (run.fallback !== void 0) return [];
	const { workload, variant } = demand;
	if (run.duel?.pairings.some(isItem({
		workload,
		variant
	}))) return [];
	if (own(run.screened ?? {}, workload) !== void 0 && isSettled(workload)) return [];
	return unequal("reference", "base and head side by side", "head alone");
}
const wantsBase = ({ commit }, { paired, base }) => paired && commit?.sha !== base;
function runDepartures(run, demands) {
	const { duel } = run;
	return [
		...unequal("profile", demands.profile ?? "none", run.profile ?? "none"),
		...unequal("stack", demands.stack, run.stack.kind),
		...unequal("environment of the stack", env(demands.stackEnv), env(run.stack.env)),
		...unequal("share of all lengths", String(demands.scale), String(run.scale ?? 1)),
		...demands.runnerClass === null ? [] : unequal("runner class", demands.runnerClass, run.runnerClass),
		...duel === void 0 ? [] : duelDepartures(duel, demands)
	];
}
function duelDepartures(duel, { starts, shards, budget }) {
	return [
		...duel.starts >= starts ? [] : unequal("starts", `at least ${starts}`, String(duel.starts)),
		...unequal("shards", String(shards), String(duel.shards ?? 1)),
		...unequal("budget", limit(budget), limit(duel.budget)),
		...machineRecords(duel).flatMap(({ pairings, looks: made }) => {
			const { fewest, most } = pairRange(pairings);
			return pairings.length === 0 ? [] : unequal("looks", looks(most, fewest).join(", "), made.join(", "));
		})
	];
}
const unequal = (setting, asked, found) => asked === found ? [] : [{
	setting,
	asked,
	found
}];
const sentence = ({ setting, asked, found }) => `${setting} ${found.slice(0, 200)} instead of ${asked.slice(0, 200)}`;
const seconds = (length) => `${Number(length.toPrecision(9))} s`;
const limit = (budget) => budget === null ? "none" : seconds(budget);
const env = (all) => Object.entries(all).map(([name, value]) => `${name}=${value}`).sort().join(" ") || "nothing added";

// src/compare/edited.ts
function editedRows(rows, rules, asked) {
	const edited = new Set(rules?.edited.map(({ workload }) => workload));
	const versions = new Set(rules?.edited.flatMap(({ as }) => as === null || asked.has(as) ? [] : [as]));
	return rows.map((row) => {
		if (versions.has(row.workload)) return {
			...row,
			gates: false,
			warnings: []
		};
		if (row.verdict !== "failed" || !edited.has(row.workload)) return row;
		const reason = `head fails under base's load, and this change edits that load: ${row.reason}`.slice(0, 2e3);
		return {
			...row,
			verdict: "invalid",
			reason,
			warnings: [...row.warnings, undriven(row.workload)]
		};
	});
}
const undriven = (workload) => warning("base-load", `Base's load of \`${workload}\` cannot drive head.`, `First merge a waiver for it, under \`loads\`: { workload: ${workload}, expires: …, because: … }.`);
function alikeWarnings({ duel, rules }) {
	if (!duel?.alike || (rules?.service.length ?? 0) > 0) return [];
	return [warning("same-images", "Base and head ran the same images: nothing that this change edits is in them or mounted.", "Comments, types and tests change no image. If it edits code that runs, let the Compose files build the service from the checkout.")];
}
function variablesWarnings({ duel }) {
	const files = duel?.variables ?? [];
	if (files.length === 0) return [];
	return [warning("own-variables", `Base and head ran with different variables, which git does not track: ${files.map((file) => `\`${file}\``).join(", ")}.`, "Move them away, so that `stack.compose.build` makes the same ones for both, and measure again.")];
}
function editedWarnings({ rules, workloads }) {
	if (rules === void 0) return [];
	const loads = rules.edited.map(({ workload, as }) => warning("load-edited", `This change edits the load of \`${workload}\`. Both sides ran base's load.`, as === null || !Object.hasOwn(workloads, as) ? null : `\`${as}\` is head's version of it. It is shown for information and gates after the merge.`));
	if (rules.service.length === 0) return loads;
	const shown = rules.service.slice(0, 10).map((path) => `\`${path}\``);
	const rest = rules.service.length - shown.length;
	return [...loads, warning("service-edited", `This change edits how its service is built or started: ${shown.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}. Head ran with its own definition.`, "Review these edits like code of the service.")];
}

// src/compare/errors.ts
const PRIOR_DF = 4;
function errorRows(cases) {
	const drafts = cases.flatMap(errorDraft);
	const gating = (draft) => draft.base.length >= 3;
	const rows = /* @__PURE__ */ new Map();
	for (const family of [drafts.filter(gating), drafts.filter((draft) => !gating(draft))]) {
		const tested = family.filter(({ p }) => p !== null);
		const worse = rejected(tested.map(({ p }) => p), ERRORS.level);
		for (const draft of family) rows.set(draft, errorRow(draft, worse[tested.indexOf(draft)] ?? false));
	}
	return drafts.map((draft) => rows.get(draft));
}
function errorDraft({ subject, reference }) {
	if (Object.hasOwn(subject.config.expect, "http_req_failed.rate")) return [];
	const head = counts(subject.good.map(({ observed }) => observed));
	if (head.length === 0) return [];
	const base = counts(ofVariant(reference, subject.variant));
	const declared = Object.hasOwn(subject.config.budgets, "http_req_failed.rate") || subject.good.some(({ observed }) => observed.thresholds.some(({ metric }) => metric === "http_req_failed"));
	const about = {
		kind: "errors",
		metric: "",
		subject,
		rule: {
			unit: "ratio",
			better: "lower"
		}
	};
	const warnings = [...timeouts(subject.good)];
	if (base.length > 0 && base.length < 3) warnings.push(warning("few-sessions-errors", `Only ${counted(base.length, "stored session")} with error counts: a rise warns, and only a rise from almost none to over ${share$1(HARD.head)} fails.`));
	return [{
		about,
		head,
		base,
		p: base.length > 0 ? errorP(base, head) : null,
		declared,
		warnings
	}];
}
const counts = (all) => all.filter(({ requests }) => requests > 0).map(plausible);
function errorP(base, head) {
	const [b, h] = [total(base), total(head)];
	const trials = dispersion([base, head]);
	const df = base.length - 1 + PRIOR_DF;
	const sessions = {
		ratio: Math.max(1, (PRIOR_DF + pearson(base)) / df),
		df
	};
	return Math.max(trials.df > 0 ? errorTest(b, h, trials).p : 0, errorTest(b, h, sessions).p);
}
function errorRow(draft, worse) {
	const { about, head, base, p, declared, warnings } = draft;
	const h = total(head);
	const b = total(base);
	const rate = h.errors / h.requests;
	const baseRate = b.requests > 0 ? b.errors / b.requests : null;
	const verdictRow = (verdict, reason, gates = true) => row(about, {
		verdict,
		reason,
		gates,
		head: rates(head),
		base: rates(base)
	}, warnings);
	const seen = `${share$1(rate)} of ${counted(h.requests, "request")} failed`;
	const known = base.length >= 3;
	const broken = rate > .05 && h.errors >= HARD.count;
	if (baseRate === null || p === null) {
		if (broken && !declared) return verdictRow("failed", `${seen}; without a baseline, more than ${share$1(BROKEN)} fails unless the config expects it`);
		return verdictRow("new", `${seen}; nothing to compare with yet`);
	}
	const against = `${seen}, ${share$1(baseRate)} in ${counted(base.length, "stored session")}, ${probability(p)}`;
	if (brokenReference(b, declared)) return verdictRow("invalid", `the baseline itself is broken: ${share$1(baseRate)} of its requests failed, and the config expects none`);
	if (brokeHard(b, h, p)) return verdictRow("failed", `more than ${share$1(HARD.head)} fail, and fewer than ${share$1(HARD.base)} did before: ${against}`);
	if (!known && broken && !declared) return verdictRow("failed", `more than ${share$1(BROKEN)} fail, and the config does not expect it: ${against}`);
	const found = failureChange(b, h, worse);
	return verdictRow(found.verdict, `${failureFinding(found, "requests")}: ${against}`, known && found.gates);
}
function timeouts(good) {
	const all = good.reduce((sum, { observed }) => sum + observed.unanswered.timeouts, 0);
	if (all === 0) return [];
	return [warning("timeouts", `${counted(all, "request")} got no answer in time.`)];
}

// src/compare/history/screen.ts
function screens({ run, config, baselines }, rows) {
	const all = subjects(run, config);
	const names = [...new Set(all.map(({ workload }) => workload))];
	return new Map(names.map((workload) => {
		const known = reference(workload, run, baselines.get(workload));
		const latest = known.kind === "sessions" ? known.sessions.at(-1) : void 0;
		const differences = latest ? noteworthyDifferences(latest.fingerprint, run.fingerprint) : [];
		const learned = (metric, variant) => {
			const same = isItem({
				workload,
				variant
			});
			const subject = all.find(same);
			const row = rows.find((one) => same(one) && one.metric === metric);
			if (!subject || !row?.evidence) return null;
			const { used } = storedParts(subject, known, run.fingerprint.cores);
			return spread(epochs(sessionSeries(storedValues(used, metric)), row.evidence.band));
		};
		return [workload, screened({
			rows,
			workload,
			differences,
			spread: learned
		})];
	}));
}
function screenable(here, config, baselines) {
	return Object.keys(here.workloads).filter((workload) => {
		const rules = own(config.workloads, workload);
		const known = reference(workload, here, baselines.get(workload));
		if (!rules || known.kind !== "sessions") return false;
		if (noteworthyDifferences(known.sessions.at(-1).fingerprint, here.fingerprint).length > 0) return false;
		const declared = Object.keys(rules.variants);
		return (declared.length > 0 ? declared : [null]).every((variant) => {
			const parts = ofVariant(known, variant).filter(({ saturated }) => !saturated);
			return rules.gate.every((metric) => {
				const { band, unit } = rule(metric, void 0, rules, config.policy);
				const kind = standing$1(metric, void 0, unit);
				if (kind !== "test") return kind === "exact";
				const learned = spread(epochs(sessionSeries(storedValues(parts, metric)), band));
				return learned !== null && learned.upper <= band * SHARE_OF_BAND;
			});
		});
	});
}
const SHARE_OF_BAND = 1 / 3;
function screened({ rows, workload, differences, spread }) {
	const mine = rows.filter((row) => row.workload === workload);
	const gates = mine.filter(({ kind }) => kind === "gate");
	const suspects = [
		...differences.map((what) => about$1(`the machine differs from that of the stored sessions: ${what}`)),
		...gates.length === 0 ? [about$1("no gate was compared with stored sessions")] : [],
		...mine.flatMap((row) => {
			const why = suspicion(row, spread);
			return why === void 0 ? [] : {
				variant: row.variant,
				metric: row.metric,
				why
			};
		})
	];
	return {
		duel: suspects.length > 0,
		reason: reason(gates.length, suspects),
		suspects
	};
}
const about$1 = (why) => ({
	variant: null,
	metric: "",
	why
});
function suspicion(row, spread) {
	if (row.kind === "errors" || row.kind === "checks" || row.kind === "workload") return row.verdict === "unchanged" ? void 0 : `${row.kind}: ${row.verdict}`;
	if (row.kind !== "gate") return void 0;
	if (row.verdict !== "unchanged") return `${row.verdict}, so not shown unchanged`;
	if (!row.gates) return "shown unchanged by a comparison that cannot fail";
	if (row.evidence === null) return void 0;
	if (row.evidence.mode !== "baseline") return "not compared with stored sessions";
	const known = spread(row.metric, row.variant);
	if (known === null) return "the spread between sessions is not learned yet";
	const most = row.evidence.band * SHARE_OF_BAND;
	if (known.upper <= most) return void 0;
	return `sessions may differ by ${size(known.upper)} (sd), more than the ${size(most)} that a band of ${size(row.evidence.band)} allows`;
}
const NAMED = 3;
function reason(gates, suspects) {
	if (suspects.length === 0) return `${counted(gates, "gate")} shown unchanged against stored sessions (their spread is at most a third of the band), so base was not measured`;
	const named = suspects.slice(0, NAMED).map(({ variant, metric, why }) => {
		const what = [variant, metric].filter((part) => part !== null && part !== "").join(" ");
		return what === "" ? why : `${what}: ${why}`;
	});
	const rest = suspects.length - named.length;
	return `base is measured next to head: ${named.join("; ")}${rest > 0 ? `; and ${rest} more` : ""}`;
}

// src/compare/interrupted.ts
function interruptedRows(run, subjects) {
	const { duel, levels = [], unable } = run;
	const pairsOf = byItem(duel?.pairs ?? []);
	return [
		...subjects.filter((subject) => !inDuel(run, subject)).map((of) => [of, `${of.good.length} of ${counted(of.planned, "trial")}`]),
		...(duel?.pairings ?? []).map((of) => [of, counted(pairsOf(of).length, "pair")]),
		...levels.map((of) => [of, `${counted(of.probes.length, "probe")} of levels`])
	].map(([of, after]) => unable === void 0 ? wholeRow(of, "invalid", `interrupted after ${after}; not judged`, [INTERRUPTED]) : wholeRow(of, "failed", unable, [UNABLE]));
}
const INTERRUPTED = warning("interrupted", "The run was interrupted.", "Measure again.");
const UNABLE = warning("unable", "The services could be neither built nor started, so nothing was measured.", "Look at the log of the measuring job, fix it, and measure again.");

// src/compare/levels/faults.ts
const levelFaults = ({ levels = [] }) => levels.flatMap((record) => {
	const trials = record.probes.flatMap((probe) => probe.trials);
	const failures = failuresIn(trials);
	const [first] = failures;
	if (first === void 0 || failures.length < trials.length) return [];
	const verdict = failures.some(({ code }) => SIDE_AT_FAULT[code] === "head") ? "failed" : "invalid";
	const all = counted(trials.length, "trial");
	return wholeRow(record, verdict, `all ${all} failed: ${first.code} (${failureLine(first)})`);
});

// src/compare/levels/record.ts
function levelSubjects(run, shown, by) {
	return shown.flatMap((levels) => {
		const record = run.levels?.find(isItem(levels));
		if (record === void 0) return [];
		const { rows } = levels;
		return (by === "level" ? rows : [rows.find(({ level }) => level === standing(levels))]).flatMap((at) => subjectAt(run, record, levels, at) ?? []);
	});
}
const standing = ({ knee, curve }) => knee ? knee.holds : (curve?.sustained ?? curve?.peak)?.level ?? null;
function subjectAt(run, { workload, variant, probes }, levels, at) {
	const whole = own(run.config.resolved.workloads, workload);
	const along = whole && levelling(whole);
	if (whole === void 0 || along === void 0) return void 0;
	const config = at === void 0 ? whole : atLevel(whole, along, at.level);
	const level = byLevel(probes).find((one) => one.level === at?.level);
	const all = level === void 0 ? [] : trialsOf(level);
	return {
		workload,
		variant,
		config,
		facts: own(run.workloads, workload),
		planned: all.length,
		good: level === void 0 ? [] : goodOf(level),
		failures: failuresIn(all),
		levels,
		at
	};
}
const LEVEL_CELLS = {
	level: ({ at, levels }) => at && levelText(at.level, levels.axis),
	achieved: ({ at }) => at?.achieved == null ? void 0 : format(at.achieved, "/s"),
	outcome: ({ at }) => at && (at.status === "holds" ? "holds" : `${at.status}: ${at.reason}`),
	knee: ({ levels: { knee, axis } }) => {
		if (knee === null) return void 0;
		const { holds, breaks, limit } = knee;
		if (holds === null) return breaks === null ? void 0 : `below ${levelText(breaks, axis)}`;
		const least = levelText(holds, axis);
		if (breaks === null) return `at least ${least}`;
		return limit === "generator" ? `at least ${least} (the generator's limit)` : `${least} to ${levelText(breaks, axis)}`;
	},
	served: ({ at }) => at?.served == null ? void 0 : format(at.served, "/s"),
	service_cpu: ({ at }) => Object.entries(at?.services ?? {}).map(([name, cpu]) => `${name} ${format(cpu, "s")}`).join(", ") || void 0,
	peak: ({ levels: { curve, axis } }) => placeText(curve?.peak, axis),
	sustained: ({ levels: { curve, axis } }) => placeText(curve?.sustained, axis),
	saturation: ({ levels: { curve, axis } }) => curve && (curve.saturation === null ? "not reached" : levelText(curve.saturation, axis)),
	law: ({ levels: { curve, axis } }) => curve && lawText(curve.law, axis),
	instances: ({ levels: { curve } }) => curve?.plans.map(({ load, instances }) => `${format(load, "/s")}: ${instances}`).join("; ") || void 0,
	cost: ({ levels: { curve } }) => curve?.plans.flatMap(({ load, cost }) => cost === null ? [] : `${format(load, "/s")}: ${costText(cost)}`).join("; ") || void 0
};
const placeText = (place, axis) => place && `${format(place.rate, "/s")} at ${levelText(place.level, axis)}`;

// src/compare/records/buckets.ts
function bucketsOf({ histogram, bounds, by }, good) {
	const whole = below(histogram, bounds, {}, good);
	const total = whole?.at(-1) ?? 0;
	if (whole === void 0 || total === 0) return [];
	const parts = (by === void 0 ? [] : valuesOf(`${histogram}_count`, by, good)).flatMap((kind) => {
		const count = below(histogram, bounds, { [by]: kind }, good);
		return count === void 0 ? [] : [{
			kind,
			count
		}];
	});
	const bucket = (range, n) => ({
		range,
		n: n(whole),
		of: total,
		kinds: parts.map(({ kind, count }) => [kind, n(count)]).filter(([, count]) => count > 0).sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
	});
	return [...rangesOf(bounds, /_bytes$/.test(histogram) ? "B" : /_seconds$/.test(histogram) ? "s" : "1").map((range, i) => bucket(range, (n) => n[i] - (n[i - 1] ?? 0))), bucket("all", (n) => n.at(-1))];
}
function rangesOf(bounds, unit) {
	const labels = bounds.map((bound) => format(bound, unit));
	return [
		`≤ ${labels[0]}`,
		...labels.slice(1).map((bound, i) => `${labels[i]} to ${bound}`),
		`> ${labels.at(-1)}`
	];
}
function below(histogram, bounds, labels, good) {
	const tags = Object.entries(labels).map(([label, value]) => `${label}:${value}`);
	const sums = [...bounds, 0].map(() => 0);
	let any = false;
	for (const { observed } of good) {
		const counted = own(observed.metrics, `${histogram}_count${tags.length > 0 ? `{${tags}}` : ""}`);
		if (counted?.kind !== "counter" || counted.count === 0) continue;
		any = true;
		for (const [i, bound] of bounds.entries()) {
			const share = own(observed.metrics, `${histogram}{${[...tags, `le:${bound}`].join(",")}}`);
			if (share?.kind !== "share") return void 0;
			sums[i] += share.hits;
		}
		sums[bounds.length] += counted.count;
	}
	return any ? sums : void 0;
}
function valuesOf(metric, label, good) {
	const names = new Set(good.flatMap(({ observed }) => Object.keys(observed.metrics)));
	const [from, to] = [`${metric}{${label}:`, "}"];
	return [...names].flatMap((name) => name.startsWith(from) && selector(name) ? name.slice(from.length, -to.length) : []);
}

// src/compare/records/cells.ts
const ABSENT = "n/a";
function partText(part, source) {
	switch (part?.kind) {
		case "text": return part.text;
		case "field": return ofLevel(part.field, source.subject) ?? FIELD[part.field](source);
		case "variable": return variable(part.scope, part.name, source) ?? ABSENT;
		case "status": return answered(part.code, source.subject.good);
		case "metric": return figure(part.selector, source.subject);
		default: return ABSENT;
	}
}
function variable(scope, name, { run, subject }) {
	const variant = own(subject.config.variants, subject.variant ?? "");
	if (scope === "label") return own(run.stack.labels, name);
	if (scope === "env") return own(variant?.env ?? {}, name) ?? own(subject.config.env, name);
	return own(variant?.stack_env ?? {}, name) ?? own(run.stack.env, name);
}
function figure(text, { good, config }) {
	const observed = observedMetric(good, text);
	const wanted = selector(text);
	const all = values(good, text);
	if (observed === void 0 || wanted === void 0 || all.length === 0) return ABSENT;
	return format(median(all), nature(wanted, observed, own(config.metrics, text)).unit);
}
function ofLevel(field, subject) {
	if (!("levels" in subject) || !isLevelCell(field)) return void 0;
	return LEVEL_CELLS[field](subject) ?? ABSENT;
}
const isLevelCell = (field) => Object.hasOwn(LEVEL_CELLS, field);
const absent = () => ABSENT;
const FIELD = {
	date: ({ run }) => run.began.slice(0, 10),
	env: ({ run }) => run.stack.kind === "external" ? own(run.stack.labels, "env") ?? "deployed" : "local",
	stack: ({ run }) => run.stack.kind,
	commit: ({ run: { commit } }) => commit === null ? ABSENT : commit.sha.slice(0, 9),
	class: ({ run }) => run.runnerClass,
	workload: ({ subject }) => subject.workload,
	variant: ({ subject }) => subject.variant ?? "",
	load: ({ subject }) => loadedBy(subject),
	connections: ({ subject: { config } }) => {
		const { about, settings } = loadOf(config);
		return about.connections?.(settings) ?? ABSENT;
	},
	place: ({ run, subject: { workload, config } }) => (own(run.config.resolved.workloads, workload) ?? config).in,
	scale: ({ run }) => String(run.scale ?? 1),
	trials: ({ subject }) => whole(subject.good.length),
	seconds: ({ subject: { good } }) => good.length === 0 ? ABSENT : format(median(good.map(({ observed }) => observed.seconds)), "s"),
	ready: (source) => timeToReady(source),
	requests: ({ subject }) => count(subject.good.map(({ observed }) => observed.requests)),
	errors: ({ subject }) => count(subject.good.map(({ observed }) => observed.errors)),
	statuses: ({ subject: { good } }) => statuses(good),
	bad: ({ subject }) => bad(subject),
	dropped: ({ subject: { good, config } }) => loadOf(config).about.countsDropped ? count(good.map(({ observed }) => observed.generator.dropped)) : ABSENT,
	timeouts: ({ subject }) => count(subject.good.map(({ observed }) => observed.unanswered.timeouts)),
	checks: ({ subject: { good } }) => checks(good),
	limits: ({ limits, subject }) => outcome(limits, subject),
	peak: ({ subject: { good } }) => rate(good, Math.max),
	sustained: ({ subject: { good } }) => rate(good, Math.min),
	target: ({ target }) => target?.metric ?? ABSENT,
	wanted: ({ target, subject }) => target ? wanted(target, subject.config) : ABSENT,
	achieved: ({ target }) => target?.limit ? limitText(target.limit, target.unit) : ABSENT,
	outcome: ({ target, subject }) => target ? outcome([target], subject) : ABSENT,
	level: absent,
	knee: absent,
	saturation: absent,
	law: absent,
	instances: absent,
	cost: absent,
	served: absent,
	service_cpu: absent,
	bucket: ({ bucket }) => bucket?.range ?? ABSENT,
	count: ({ bucket }) => bucket ? whole(bucket.n) : ABSENT,
	share: ({ bucket }) => bucket ? format(bucket.n / bucket.of, "ratio") : ABSENT,
	kinds: ({ bucket }) => bucket?.kinds.map(([kind, n]) => `${kind}: ${whole(n)}`).join("; ") ?? ABSENT
};
function timeToReady({ run, subject: { good } }) {
	const mine = new Set(good.map(({ start }) => start));
	const all = (run.starts ?? []).filter(({ start }) => mine.has(start)).map(({ ready }) => Math.max(...Object.values(ready)));
	return all.length === 0 ? ABSENT : format(median(all), "s");
}
function rate(good, which) {
	if (good.length === 0) return ABSENT;
	return format(which(...good.map(({ observed }) => observed.requests / observed.seconds)), "/s");
}
function wanted({ metric, unit, limit }, { expect }) {
	const target = missed(metric, expect);
	return target ? `${target.op} ${format(target.limit, unit)}` : limit?.wanted ?? ABSENT;
}
const missed = (metric, expect) => profile(metric, expect)?.target;
function profile(metric, expect) {
	const expected = own(expect, metric);
	return typeof expected === "object" && "between" in expected ? expected : void 0;
}
function loadedBy({ config }) {
	const { about, settings } = loadOf(config);
	return about.label(settings);
}
const whole = (n) => number(Math.round(n));
const sum$1 = (all) => all.reduce((a, b) => a + b, 0);
function count(all) {
	const [first] = all;
	if (first === void 0) return ABSENT;
	return all.length > 1 && first > 0 && all.every((n) => n === first) ? `${all.length} × ${whole(first)}` : whole(sum$1(all));
}
function statuses(good) {
	if (good.length === 0) return ABSENT;
	const each = [...new Set(good.flatMap(({ observed }) => Object.keys(observed.statuses)))].sort().map((code) => [code, good.map(({ observed }) => own(observed.statuses, code) ?? 0)]);
	const silent = good.map(({ observed }) => sum$1(Object.values(observed.unanswered)));
	const rest = sum$1(silent) > 0 ? [["no answer", silent]] : [];
	return [...each, ...rest].map(([code, all]) => `${code}: ${count(all)}`).join("; ") || "none";
}
function answered(code, good) {
	const all = good.map(({ observed }) => observed.statuses);
	const there = all.some((one) => Object.hasOwn(one, code));
	const separated = all.some((one) => Object.keys(one).length > 0) && !all.some((one) => (one.other ?? 0) > 0);
	return there || separated ? count(all.map((one) => one[code] ?? 0)) : ABSENT;
}
function bad({ good, config }) {
	const { bad: counted } = loadOf(config).about;
	if (counted === null) return ABSENT;
	const of = ({ observed }) => counted === "statuses" ? sum$1(Object.entries(observed.statuses).map(([code, n]) => Number(code) >= 400 ? n : 0)) : select(observed.metrics, counted.selector) ?? 0;
	return count(good.map(of));
}
function checks(good) {
	const all = good.flatMap(({ observed }) => observed.checks);
	if (all.length === 0) return ABSENT;
	const passes = sum$1(all.map((check) => check.passes));
	return `${whole(passes)}/${whole(passes + sum$1(all.map(({ fails }) => fails)))}`;
}
function outcome(limits, { failures, good, config }) {
	if (good.length === 0) return `FAIL (no trial was measured: ${failures[0]?.code ?? "none was made"})`;
	if (limits.length === 0) return ABSENT;
	if (!limits.every((row) => kept(row, config))) return "FAIL";
	const profiles = limits.flatMap(({ metric }) => profile(metric, config.expect) ?? []);
	const reasons = [...new Set(profiles.map(({ because }) => because))].join("; ");
	if (profiles.some(({ target }) => target)) return `FAIL (expected: ${reasons})`;
	return reasons === "" ? "PASS" : `as expected (${reasons})`;
}
function kept({ metric, limit }, { budgets, expect }) {
	if (limit === null) return false;
	const budget = own(budgets, metric);
	if (budget) return isKept(budget, limit.seen);
	const between = profile(metric, expect)?.between;
	return between ? limit.seen >= between[0] && limit.seen <= between[1] : limit.outcome === "pass";
}

// src/compare/records/record.ts
const LONGEST = 400;
function recordsOf$1(run, config, rows, levels = levelsOf(run, config)) {
	const alone = subjects(run, config);
	const all = [...alone, ...levelSubjects(run, levels, "variant")];
	const limits = rows.filter(({ kind }) => kind === "budget" || kind === "expect");
	return Object.entries(config.records).flatMap(([name, { title, about, tables, signals, decisions, comment }]) => {
		const shown = Object.entries(tables).map(([heading, { workloads, each, columns, history }]) => {
			const from = each === "level" ? [...alone, ...levelSubjects(run, levels, "level")] : all;
			const subjects = workloads.flatMap((workload) => inOrder(workload, from, config));
			const cells = Object.values(columns).map(parts);
			const rows = subjects.flatMap((subject) => {
				return rowsFor(each, {
					run,
					subject,
					limits: limits.filter(isItem(subject))
				});
			}).map((source) => cells.map((cell) => cell.map((part) => partText(part, source)).join("").slice(0, LONGEST)));
			return {
				subjects,
				table: {
					title: heading,
					columns: Object.keys(columns),
					rows,
					history
				}
			};
		});
		const measured = [...new Set(shown.flatMap(({ subjects }) => subjects))];
		if (measured.length === 0) return [];
		return {
			name,
			title,
			about: about ?? null,
			comment,
			tables: shown.map(({ table }) => table),
			signals: signals.map((signal) => stated(signal, all)),
			decisions: decisions.map((decision) => decided(decision, shown.find(({ table }) => table.title === decision.table)?.subjects ?? [])),
			targets: targetsOf(measured)
		};
	});
}
function targetsOf(measured) {
	const named = measured.map(({ workload, variant }) => ({
		workload,
		variant
	}));
	return [...new Map(named.map((one) => [JSON.stringify(one), one])).values()];
}
function rowsFor(each, source) {
	if (each === "workload" || each === "level") return [source];
	if (each === "target") return source.limits.map((target) => ({
		...source,
		target
	}));
	return bucketsOf(each, source.subject.good).map((bucket) => ({
		...source,
		bucket
	}));
}
function inOrder(workload, all, config) {
	const names = Object.keys(own(config.workloads, workload)?.variants ?? {});
	const place = ({ variant }) => names.indexOf(variant ?? "");
	return all.filter((subject) => subject.workload === workload).sort((a, b) => place(a) - place(b));
}
const sum = (all) => all.reduce((a, b) => a + b, 0);
function decided({ variants, ...rest }, subjects) {
	const measured = subjects.flatMap(({ variant, good }) => good.length > 0 ? variant ?? [] : []);
	const rests = variants ?? [...new Set(measured)];
	return {
		...rest,
		variants: rests,
		unmeasured: rests.filter((name) => !measured.includes(name))
	};
}
function stated({ say, workload, metric, between: [low, high] }, all) {
	const of = all.filter((subject) => subject.workload === workload);
	const good = of.flatMap((subject) => subject.good);
	const found = values(good, metric);
	const observed = observedMetric(good, metric);
	const wanted = selector(metric);
	const planned = sum(of.map((subject) => subject.planned));
	if (observed === void 0 || wanted === void 0 || found.length === 0) return {
		say,
		holds: null,
		because: of.length === 0 ? `${workload} was not measured` : `${workload} has no ${metric}`
	};
	const { unit } = nature(wanted, observed, own(of[0].config.metrics, metric));
	const range = (from, to) => from === to ? format(from, unit) : `${format(from, unit)} to ${format(to, unit)}`;
	const within = found.every((value) => value >= low && value <= high);
	const lacking = planned - found.length;
	const trials = `in ${found.length} ${found.length === 1 ? "trial" : "trials"}`;
	const more = lacking > 0 ? `, ${lacking} more without a figure` : "";
	const seen = `${workload}: ${metric} ${range(Math.min(...found), Math.max(...found))} ${trials}${more}`;
	return {
		say,
		holds: within && lacking > 0 ? null : within,
		because: `${seen}; required ${range(low, high)}`
	};
}

// src/compare/scriptthresholds.ts
function thresholdRows({ subject, validity }) {
	const found = /* @__PURE__ */ new Map();
	for (const { observed } of subject.good) for (const { metric, limit, held } of observed.thresholds) {
		if (ofChecks(metric, limit)) continue;
		const key = JSON.stringify([metric, limit]);
		const before = found.get(key) ?? {
			metric,
			limit,
			crossed: 0,
			trials: 0
		};
		found.set(key, {
			...before,
			crossed: before.crossed + (held ? 0 : 1),
			trials: before.trials + 1
		});
	}
	return [...found].sort(([a], [b]) => a < b ? -1 : 1).map(([, { metric, limit, crossed, trials }]) => {
		const outcome = 2 * crossed > trials ? "fail" : crossed > 0 ? "risk" : "pass";
		const name = `${metric}: ${limit}`.slice(0, 400);
		const reason = `the script's threshold \`${name}\` was crossed in ${crossed} of ${counted(trials, "trial")}`;
		const shown = {
			wanted: "crossed in at most half of the trials",
			because: null,
			seen: crossed / trials,
			bounds: null,
			outcome,
			crossed: {
				trials: crossed,
				of: trials
			}
		};
		const about = {
			kind: "budget",
			metric: name,
			subject,
			rule: {
				unit: "ratio",
				better: "lower"
			}
		};
		const gates = validity.kind === "judged";
		const verdict = outcome === "fail" ? "budget" : "unchanged";
		const risk = warning("at-risk", `${reason[0].toUpperCase()}${reason.slice(1)}.`, "It breaks when more than half of the trials cross it.");
		return row(about, gates ? {
			verdict,
			reason,
			limit: shown
		} : {
			verdict: "inconclusive",
			reason: `${notJudged(validity)}: ${reason}`,
			gates,
			limit: shown
		}, outcome === "risk" ? [risk] : []);
	});
}
const ofChecks = (metric, limit) => /^checks(\{\s*check:|$)/.test(metric) && leastRate(limit) !== void 0;

// src/compare/slow.ts
const MOST = 20;
const MOST_LINES = 3;
function slowClusters({ trials }) {
	return trials.filter((trial) => trial.outcome === "ok" && trial.side === "head").flatMap((trial) => clusters(trial.slow?.requests ?? []).map((requests) => attributed(trial, requests, trial.slow.happened))).sort((a, b) => b.most - a.most).slice(0, MOST);
}
function clusters(requests) {
	const found = [];
	for (const request of requests) {
		const last = found.at(-1);
		const before = last?.at(-1);
		if (last && before && time(request) - time(before) <= 2e3) last.push(request);
		else found.push([request]);
	}
	return found;
}
function attributed({ workload, variant, trial, observed }, requests, happened) {
	const seconds = requests.map((request) => request.seconds);
	const [least, most] = [Math.min(...seconds), Math.max(...seconds)];
	const isCold = own(observed.metrics, "cold_ready") !== void 0;
	const near = (happened ?? []).filter((one) => requests.some((request) => isNear(one, request, isCold)));
	const deed = deedOf(near, time(requests[0]));
	const lines = near.filter(({ kind }) => kind === "log");
	const [from, to] = [format(least, "s"), format(most, "s")];
	const what = `${counted(requests.length, "request")} of ${from === to ? to : `${from} to ${to}`}`;
	const cause = deed ? "deed" : lines.length > 0 ? "lines" : happened === null ? "unknown" : "none";
	return {
		workload,
		variant,
		trial,
		at: requests[0].at,
		requests: requests.length,
		least,
		most,
		cause,
		text: `${what} ${deed ? because(deed, requests) : unproven(cause, requests.length)}`,
		lines: lines.slice(0, MOST_LINES).map(({ service, text }) => ({
			service,
			text
		}))
	};
}
function unproven(cause, requests) {
	if (cause === "lines") return `${requests === 1 ? "coincides" : "coincide"} with log lines that services wrote at no other time`;
	const verb = requests === 1 ? "is" : "are";
	return cause === "unknown" ? `${verb} unexplained: the state of the services at that time is unknown` : `${verb} unexplained: no service started, ended or logged anything unusual around that time`;
}
const WEIGHT = {
	starved: 0,
	end: 1,
	ready: 2,
	start: 3,
	log: 4
};
function deedOf(near, began) {
	const far = (one) => Math.abs(time(one) - began);
	return near.filter(({ kind }) => kind !== "log").sort((a, b) => WEIGHT[a.kind] - WEIGHT[b.kind] || far(a) - far(b))[0];
}
function because({ kind, service, at }, requests) {
	const gap = (time(requests[0]) - Date.parse(at)) / 1e3;
	const were = requests.length === 1 ? "was" : "were";
	const when = gap >= 0 ? `began ${format(gap, "s")} after` : `${were} under way when`;
	const first = gap >= 0 && requests.some((request) => request.first) ? ": the first after its start" : "";
	switch (kind) {
		case "starved": return `${when} a process of \`${service}\` ran out of memory and was killed`;
		case "end": return `${when} \`${service}\` ended`;
		case "ready": return `${when} \`${service}\` was ready${first}`;
		default: return `${when} \`${service}\` started${first}`;
	}
}

// src/compare/waivers.ts
function waived(rows, { from, rows: waivers, loads = [], changed, at }, known, edited = /* @__PURE__ */ new Set()) {
	const today = new Date(at).toISOString().slice(0, 10);
	const fates = /* @__PURE__ */ new Map();
	const judged = rows.map((row) => {
		if (row.verdict !== "regressed" || !isMetric(row)) return row;
		const found = waivers.filter((waiver) => about(waiver, row)).map((waiver) => ({
			waiver,
			fate: fateOf(waiver, row, today)
		}));
		for (const { waiver, fate } of found) if (fates.get(waiver) !== "exceeded") fates.set(waiver, fate);
		return reworded(row, found);
	});
	const accepted = loads.filter(({ workload, expires }) => expires >= today && edited.has(workload));
	const rest = (waiver) => {
		if (waiver.expires < today) return "expired";
		const measured = rows.filter((row) => row.workload === waiver.workload);
		if (measured.length === 0) return known.includes(waiver.workload) ? "unmeasured" : "unmatched";
		if (!measured.some(isMetric)) return "unmeasured";
		return measured.some((row) => isMetric(row) && about(waiver, row)) ? "unused" : "unmatched";
	};
	return {
		rows: judged.map((row) => acceptedLoad(row, accepted)),
		waivers: {
			from,
			rows: waivers.map((waiver) => ({
				waiver,
				fate: fates.get(waiver) ?? rest(waiver)
			})),
			...loads.length > 0 && { loads: loads.map((waiver) => ({
				waiver,
				fate: waiver.expires < today ? "expired" : accepted.includes(waiver) ? "accepted" : "unused"
			})) }
		},
		warnings: changed ? [wasEdited(from)] : []
	};
}
function acceptedLoad(row, accepted) {
	const waiver = accepted.find(({ workload, variant }) => workload === row.workload && (variant ?? row.variant) === row.variant);
	if (waiver === void 0 || !LOAD_VERDICTS.has(row.verdict)) return row;
	const why = `a waiver accepts the edited load until ${waiver.expires} (${waiver.because})`;
	return {
		...row,
		verdict: "accepted",
		reason: `${why}; before the waiver: ${row.reason}`.slice(0, 2e3)
	};
}
const LOAD_VERDICTS = /* @__PURE__ */ new Set([
	"invalid",
	"missing",
	"expectation",
	"budget",
	"regressed",
	"failed"
]);
const wasEdited = (from) => warning("waivers-changed", `This change edits the waivers. Its own edits do not count; those of ${from} do.`, "Merge a new waiver first, in a pull request of its own.");
const isMetric = ({ kind }) => kind === "gate" || kind === "advisory";
const about = ({ workload, variant, metric }, row) => row.workload === workload && row.metric === metric && (variant === void 0 || variant === row.variant);
function accepting(waivers, change, today) {
	const { before, after, better } = change;
	if (before <= 0) return void 0;
	const worse = better === "lower" ? after / before - 1 : 1 - after / before;
	return waivers.find((one) => about(one, change) && one.expires >= today && worse <= one.ceiling);
}
function fateOf({ ceiling, expires }, row, today) {
	if (expires < today) return "expired";
	const found = worsening(row);
	return found !== null && found <= ceiling ? "accepted" : "exceeded";
}
function reworded(row, found) {
	const covering = found.find(({ fate }) => fate === "accepted");
	if (covering) {
		const { because } = covering.waiver;
		return {
			...row,
			verdict: "accepted",
			reason: `${allowance(covering.waiver)}: ${because}`
		};
	}
	const why = found.map(({ waiver, fate }) => fate === "expired" ? `; its waiver expired after ${waiver.expires}` : `; ${beyond(waiver, row)}`);
	return {
		...row,
		reason: `${row.reason}${why.join("")}`.slice(0, 2e3)
	};
}
const allowance = ({ ceiling, expires }) => `a waiver allows up to ${format(ceiling, "ratio")} until ${expires}`;
const beyond = (waiver, row) => worsening(row) === null ? `${allowance(waiver)}, but base is not above 0, so there is no percentage` : `${allowance(waiver)}, but this change exceeds it`;
function worsening({ head, base, evidence, better }) {
	if (head === null || base === null || base.center <= 0) return null;
	if (evidence === null) {
		const change = head.center / base.center - 1;
		return better === "lower" ? change : -change;
	}
	if ([
		...head.values,
		head.center,
		...base.values
	].some((value) => value <= 0)) return null;
	return better === "lower" ? Math.expm1(evidence.estimate) : -Math.expm1(-evidence.estimate);
}

// src/compare/workloads.ts
function workloadRows({ subject, validity }) {
	if (validity.kind === "judged") return [];
	const verdict = validity.kind === "failed" ? "failed" : "invalid";
	return [wholeRow(subject, verdict, validity.reason, validity.warnings)];
}
function missingRows(run, config, baselines, subjects) {
	const measured = (workload) => subjects.some((subject) => subject.workload === workload);
	const profile = own(config.profiles, run.profile ?? "")?.only;
	const wanted = (workload) => (run.only?.includes(workload) ?? true) && (profile?.includes(workload) ?? true) && !Object.hasOwn(run.unaffected ?? {}, workload);
	const rows = [];
	for (const [workload, baseline] of [...baselines].sort(([a], [b]) => compared$1(a, b))) {
		const expected = run.schedule.shard === null && wanted(workload);
		const latest = [...baseline.sessions].sort((a, b) => compared$1(a.at, b.at)).at(-1);
		const asked = (key) => key === "-" || (run.variants?.includes(key) ?? true);
		const keys = Object.keys(latest?.variants ?? {}).filter(asked).sort();
		if (!measured(workload)) {
			if (keys.length > 0 && expected && baseline.runnerClass === run.runnerClass) rows.push(missingWorkload(workload, config));
			continue;
		}
		if (!latest || latest.digest !== own(run.workloads, workload)?.digest || run.schedule.shard !== null) continue;
		for (const key of keys) {
			const variant = key === "-" ? null : key;
			if (subjects.some(isItem({
				workload,
				variant
			}))) continue;
			rows.push(wholeRow({
				workload,
				variant
			}, "missing", "this variant is in the baseline, but was not measured"));
		}
	}
	return rows;
}
const unaffectedRows = ({ unaffected = {} }) => Object.entries(unaffected).map(([workload, reason]) => wholeRow({
	workload,
	variant: null
}, "unaffected", reason));
function missingWorkload(workload, config) {
	const known = own(config.workloads, workload) !== void 0;
	return wholeRow({
		workload,
		variant: null
	}, "missing", known ? "has a baseline, but was not measured" : "has a baseline, but is not in the config", [warning("missing-workload", `\`${workload}\` was not measured, so it is not checked.`, known ? "Measure it too." : "If it was removed on purpose, delete its baseline file in the same change.")]);
}
function summary({ workload, variant, planned, good }, cores) {
	const sum = (of) => good.reduce((all, { observed }) => all + of(observed), 0);
	const statuses = {};
	for (const { observed } of good) for (const [status, n] of Object.entries(observed.statuses)) statuses[status] = (own(statuses, status) ?? 0) + n;
	return {
		workload,
		variant,
		trials: planned,
		failed: planned - good.length,
		requests: sum(({ requests }) => requests),
		errors: sum(({ errors }) => errors),
		statuses: Object.fromEntries(Object.entries(statuses).sort(([a], [b]) => compared$1(a, b))),
		timeouts: sum(({ unanswered }) => unanswered.timeouts),
		saturated: saturated(good, cores)
	};
}
function onlyHead({ fallback }) {
	if (fallback === void 0) return [];
	return [warning("only-head", `Base was not measured: ${fallback}. Head was compared with committed baselines only, which reveal only large regressions.`, "The log of the measurement has the whole error: correct it, and measure again.")];
}
const paired = ({ duel }, workload) => duel?.pairings.some((pairing) => pairing.workload === workload) ?? false;
const settledOnes = ({ screened = {} }) => Object.entries(screened).map(([workload, reason]) => warning("screened", `\`${workload}\`: ${reason}.`));
function scriptChanges({ duel }) {
	if (duel?.base.release) return [];
	if (duel?.base.adopted) return [warning("base-without-config", "Base has no config yet, so this branch's config and loads measured both sides.", "Commit the config and its loads to the default branch: then every branch is compared by them.")];
	const changed = [...new Set(duel?.pairings.flatMap(({ script, workload }) => script === "head" ? [workload] : []))];
	if (changed.length === 0) return [];
	return [warning("script-changed", `This change edits the script of ${changed.map((name) => `\`${name}\``).join(", ")}. Head's script drove both sides.`)];
}
function loadNotes({ duel }) {
	const { pairings = [], pairs = [] } = duel ?? {};
	const notes = pairings.flatMap(({ workload, notes: own = [] }) => own.map((note) => `\`${workload}\`: ${note}.`));
	const paces = pairings.flatMap((of) => {
		const pauses = pausesIn(pairs.filter(isItem(of)));
		return pauses === void 0 || pauses === 1 ? [] : [`\`${itemName(of)}\`: ${pausesText(pauses)}.`];
	});
	return [.../* @__PURE__ */ new Set([...notes, ...paces])].map((note) => warning("load-differs", note));
}
const pausesIn = (pairs) => pairs.flatMap((pair) => pair.outcome === "ok" ? [pair.load.pauses] : [])[0];
function levelledOnes({ duel, fallback, levels = [] }) {
	if (levels.length === 0 || duel === void 0 && fallback === void 0) return [];
	const names = workloadsIn(levels).sort();
	return [warning("levelled", `Measured at load levels, and therefore without base: ${names.map((name) => `\`${name}\``).join(", ")}.`)];
}
const absentShards = ({ shards }) => (shards?.absent ?? []).map(({ index, why }) => warning("absent-shard", `Shard ${index} of ${shards?.of} has no figures: ${why}.`, "Measure it again."));
const MOST_FILES = 5;
function otherDifferences({ differences = [] }) {
	if (differences.length === 0) return [];
	const more = differences.length - MOST_FILES;
	const rest = more > 0 ? `; and ${more} more ${more === 1 ? "file" : "files"}` : "";
	return [warning("differs", `Besides code the change differs in ${differences.slice(0, MOST_FILES).join("; ")}${rest}.`)];
}
function runWarnings(run, baselines, classes) {
	const warnings = [
		...absentShards(run),
		...onlyHead(run),
		...settledOnes(run),
		...levelledOnes(run),
		...scriptChanges(run),
		...loadNotes(run),
		...editedWarnings(run),
		...alikeWarnings(run),
		...variablesWarnings(run),
		...otherDifferences(run)
	];
	const others = classes.filter((name) => name !== run.runnerClass).slice(0, 5);
	const versions = new Set(run.rules?.edited.map(({ as }) => as));
	const lone = ({ workload }) => !paired(run, workload) && !versions.has(workload);
	const alone = run.duel === void 0 && run.schedule.starts.length > 0 || run.trials.some(lone);
	if (alone && baselines.size === 0 && others.length > 0) warnings.push(warning("other-class", `No baseline for runner class ${run.runnerClass}, so nothing was compared. Baselines exist for ${others.join(", ")}.`, "Measure on a machine of such a class. If this is one, name it with `--runner-class`. Or record a baseline here: `steelyard measure`, then `steelyard baseline`."));
	else if (alone && baselines.size === 0) warnings.push(warning("no-baseline", `No baseline for runner class ${run.runnerClass}, so nothing was compared.`, "On the default branch: `steelyard measure`, then `steelyard baseline`. Three sessions are needed to gate."));
	if (run.commit?.dirty) warnings.push(warning("dirty", "The tree had uncommitted changes, so the figures are not those of the commit."));
	return warnings;
}

// src/compare/compare.ts
function compare(input) {
	const { run, config, baselines } = input;
	const { fingerprint } = run;
	const all = subjects(run, config);
	const references = new Map(all.map(({ workload }) => [workload, reference(workload, run, baselines.get(workload))]));
	const levels = levelsOf(run, config);
	const measured = run.state === "interrupted" ? interruptedRows(run, all) : measuredRows(input, all, references, levels);
	const judged = input.demands ? demanded(measured, input, input.demands) : [...editedRows(measured, run.rules, /* @__PURE__ */ new Set()), ...unaffectedRows(run)];
	const known = [...Object.keys(config.workloads), ...Object.keys(run.config.resolved.workloads)];
	const edited = new Set(run.rules?.edited.map(({ workload }) => workload));
	const excused = input.waivers && waived(judged, input.waivers, known, edited);
	const rows = [...excused?.rows ?? judged];
	const gating = rows.filter(({ gates }) => gates);
	const verdicts = gating.map(({ verdict }) => verdict);
	const overall = ungated(rows) ? worst([...verdicts, "inconclusive"]) : worst(verdicts);
	const failOn = failing(config.policy.fail_on.add, config.policy.fail_on.remove);
	const exit = exitCode(verdicts, failOn);
	const records = recordsOf$1(run, config, rows, levels);
	const slow = slowClusters(run);
	const causes = run.profiling && causesOf(run.profiling, rows);
	const unknown = config.policy.why === "never" ? [] : unexplainable(run, rows);
	return {
		schema: tag("comparison"),
		steelyard: input.steelyard,
		run: run.id,
		commit: run.commit,
		at: input.at,
		runnerClass: run.runnerClass,
		fingerprint: run.fingerprint,
		reference: run.duel ? pairedReference(run.duel, used(references)) : used(references),
		overall,
		exit,
		conclusion: conclusion(overall, exit),
		failOn: [...failOn],
		mde: visibleIn(gating),
		rows,
		workloads: [...all.map((subject) => summary(subject, fingerprint.cores)), ...duelSummaries(run, all)],
		...excused && { waivers: excused.waivers },
		warnings: [
			...runWarnings(run, baselines, input.classes),
			...unknown,
			...excused?.warnings ?? [],
			...run.profiling && causes ? fewStarts(run.profiling, causes) : []
		],
		...causes && { causes },
		...slow.length > 0 && { slow },
		...records.length > 0 && { records },
		...levels.length > 0 && { levels },
		spent: run.spent,
		replay: [...input.replay],
		...config.site !== void 0 && { site: config.site }
	};
}
function measuredRows({ run, config, baselines }, all, references, levels) {
	const { duel, workloads, fingerprint } = run;
	const cases = all.map((subject) => ({
		subject,
		run,
		policy: config.policy,
		reference: references.get(subject.workload),
		validity: validity(subject, config.policy, fingerprint, leastTrials(subject, run, config))
	}));
	const alone = all.map((subject) => summary(subject, fingerprint.cores));
	const paired = duel ? rowsOfDuel({
		duel,
		workloads,
		fingerprint,
		config,
		baselines,
		alone
	}) : [];
	return [
		...judgedRows(cases.filter(({ subject }) => !inDuel(run, subject))),
		...paired,
		...limitsOf(cases.filter(({ subject }) => inDuel(run, subject)), paired),
		...missingRows(run, config, baselines, [
			...all,
			...duel?.pairings ?? [],
			...run.levels ?? []
		]),
		...levelFaults(run),
		...kneeRows(levels, config)
	];
}
function demanded(rows, input, demands) {
	const { run } = input;
	const asked = new Set(demands.all.map(({ workload }) => workload));
	const own = rows.filter(({ verdict, workload }) => verdict !== "missing" || !asked.has(workload));
	const settling = run.screened && screens(input, own);
	const lacking = demandRows(run, demands, (workload) => settling?.get(workload)?.duel === false);
	if (run.state === "interrupted") return [...own, ...lacking.filter(({ verdict }) => verdict === "missing")];
	return [...editedRows(own, run.rules, asked), ...lacking];
}
function leastTrials(subject, run, config) {
	const workload = own(config.workloads, subject.workload);
	const onlyThresholds = workload === void 0 || !hasLimits(workload);
	return inDuel(run, subject) && onlyThresholds ? 1 : void 0;
}
const limitsOf = (cases, paired) => cases.flatMap((of) => {
	const failing = paired.filter(isItem(of.subject)).find(isOfFailingBase);
	const { kind } = of.validity;
	const validity = failing && kind === "judged" ? {
		kind: "invalid",
		reason: failing.reason,
		warnings: []
	} : of.validity;
	const limits = [...limitRows({
		...of,
		validity
	}), ...thresholdRows({
		...of,
		validity
	})];
	if (validity.kind !== "saturated") return [...workloadRows(of), ...limits];
	const notes = [saturatedWarning(`In head's own trials, ${validity.reason}.`), ...validity.warnings];
	return limits.map((row) => ({
		...row,
		...row.limit?.outcome === "fail" && {
			verdict: "invalid",
			gates: true
		},
		warnings: joined(row.warnings, notes)
	}));
});
const isOfFailingBase = ({ verdict, warnings }) => verdict === "invalid" && warnings.some(({ code }) => code === "failing-base");
function judgedRows(cases) {
	const metrics = correctedRows(cases.flatMap(metricRows));
	const rowsOf = byItem([...errorRows(cases), ...metrics]);
	return withoutFalseImprovements(cases.flatMap((of) => {
		const mine = rowsOf(of.subject);
		return [
			...workloadRows(of),
			...checkRows(of),
			...mine,
			...limitRows(of),
			...thresholdRows(of)
		].map((row) => of.validity.kind === "judged" && row.kind === "gate" ? {
			...row,
			warnings: joined(row.warnings, of.validity.warnings)
		} : row);
	}));
}
const joined = (own, whole) => [...own, ...whole.filter(({ code }) => !own.some((warning) => warning.code === code))];
const ungated = (rows) => {
	const tested = rows.filter(({ kind, evidence }) => kind === "gate" && evidence !== null);
	return tested.length > 0 && tested.every(({ gates }) => !gates);
};
function used(references) {
	const sessions = [...references].flatMap(([workload, reference]) => reference.kind === "sessions" ? [[workload, reference.sessions.map(({ run, commit, at }) => ({
		run,
		commit,
		at
	}))]] : []);
	if (sessions.length > 0) return {
		kind: "baseline",
		sessions: Object.fromEntries(sessions)
	};
	const unlike = [...references.values()].map((each) => each.kind === "incomparable" ? each.stored : 0);
	const most = Math.max(0, ...unlike);
	return {
		kind: "none",
		sessions: {},
		...most > 0 && { unlike: most }
	};
}

// src/compare/adoption.ts
function firstAdoption(comparison) {
	return {
		...comparison,
		overall: "new",
		exit: 0,
		conclusion: conclusion("new", 0),
		rows: comparison.rows.map((each) => ({
			...each,
			gates: false
		})),
		warnings: [warning("first-adoption", "The base branch has no config yet. This run used the pull request's own rules, and no result can fail the check.", "After the merge, later pull requests are judged by this config."), ...comparison.warnings]
	};
}
function unjudgeable(comparison, why) {
	const rows = wholeRows(comparison, "invalid", why);
	const exit = exitCode(["invalid"], failing([], []));
	return {
		...comparison,
		overall: "invalid",
		exit,
		conclusion: conclusion("invalid", exit),
		rows: [...rows, ...comparison.rows.map((each) => ({
			...each,
			gates: false
		}))],
		mde: null,
		warnings: rows.length === 0 ? [why, ...comparison.warnings] : comparison.warnings
	};
}
function notCompared(comparison, { code, message }, { policy }) {
	const why = warning(code, `${message} The default branch's own run of that commit failed, too.`, "Repair the default branch, update this branch, and measure again.");
	if (comparison.exit !== EXIT.ok) return warned(comparison, [why]);
	const { add, remove } = policy.fail_on;
	const exit = exitCode(["incomparable"], failing(add, remove));
	return {
		...comparison,
		overall: "incomparable",
		exit,
		conclusion: conclusion("incomparable", exit),
		mde: null,
		rows: [...wholeRows(comparison, "incomparable", why), ...comparison.rows]
	};
}
const wholeRows = ({ rows }, verdict, why) => [...new Set(rows.map(({ workload }) => workload))].map((workload) => wholeRow({
	workload,
	variant: null
}, verdict, why.message, [why]));
const warned = (comparison, warnings) => ({
	...comparison,
	warnings: [...warnings, ...comparison.warnings]
});

// src/compare/news.ts
const TELLING = [
	"rules-changed",
	"rules-unknown",
	"script-changed",
	"self-reported"
];
function isNews({ overall, rows, warnings, waivers }) {
	return !["unchanged", "unaffected"].includes(overall) || warnings.some(({ code }) => TELLING.includes(code)) || [...waivers?.rows ?? [], ...waivers?.loads ?? []].some(({ fate }) => fate === "accepted") || rows.some(({ gates, evidence }) => gates && evidence !== null && excludesZero(evidence.interval));
}
const excludesZero = ([low, high]) => low > 0 || high < 0;

// src/compare/session.ts
function session(run, config, name) {
	const facts = own(run.workloads, name);
	if (run.state === "interrupted" || !facts) return null;
	const usable = subjects(run, config).filter(({ workload }) => workload === name).filter(({ good }) => good.length >= 3);
	if (!usable[0]) return null;
	const selectors = trackedMetrics(run, name, usable[0].config);
	return {
		run: run.id,
		commit: run.commit && !run.commit.dirty ? run.commit.sha : null,
		at: run.began,
		fingerprint: fingerprintOf(run, name),
		digest: facts.digest,
		variants: Object.fromEntries(usable.map((subject) => [subject.variant ?? "-", contribution(subject, selectors, run.fingerprint.cores)]))
	};
}
function contribution(subject, selectors, cores) {
	const trials = subject.good.slice(0, 20);
	const counts = total(trials.map(({ observed }) => observed));
	const values = selectors.map((text) => {
		return [text, trials.flatMap(({ observed }) => select(observed.metrics, text) ?? [])];
	});
	return {
		values: Object.fromEntries(values.filter(([, all]) => all.length > 0)),
		requests: counts.requests,
		errors: counts.errors,
		saturated: saturated(subject.good, cores)
	};
}
function withSession(baseline, session, of) {
	const others = baseline?.sessions.filter(({ run }) => run !== session.run) ?? [];
	return {
		schema: tag("baseline"),
		workload: of.workload,
		runnerClass: of.runnerClass,
		sessions: [...others, session].sort((a, b) => compared$1(a.at, b.at) || compared$1(a.run, b.run)).slice(-12),
		...baseline?.noise && { noise: baseline.noise }
	};
}
function withSince(known, proposed) {
	if (known === null || proposed === null) return known ?? proposed;
	const youngest = known.sessions.at(-1).at;
	return proposed.sessions.filter(({ at }) => compared$1(at, youngest) > 0).reduce((baseline, added) => withSession(baseline, added, known), known);
}

// src/compare/creep.ts
const asksForComparison = ({ start, since, tolerated }) => start + since >= tolerated && since >= tolerated / 2;
function creepSums(changes, compared) {
	const found = /* @__PURE__ */ new Map();
	for (const { entries } of changes) for (const entry of entries) {
		const { effect, verdict } = entry;
		if (effect === null || verdict === "inconclusive") continue;
		const sum = found.get(keyOf(entry));
		if (sum) sum.effects.push(effect);
		else found.set(keyOf(entry), {
			of: entry,
			effects: [effect]
		});
	}
	const starts = new Map((compared?.entries ?? []).map((entry) => [keyOf(entry), entry.effect]));
	const sums = [...found].map(([key, { of, effects }]) => {
		const start = starts.get(key) ?? null;
		const sum = {
			workload: of.workload,
			variant: of.variant,
			metric: of.metric,
			tolerated: effects[0].tolerated,
			start: start?.estimate ?? 0,
			since: effects.reduce((all, { estimate }) => all + estimate, 0),
			se: Math.sqrt([...effects, ...start ? [start] : []].reduce((all, { se }) => all + se * se, 0)),
			changes: effects.length
		};
		return {
			...sum,
			exceeds: asksForComparison(sum)
		};
	});
	const share = ({ start, since, tolerated }) => (start + since) / tolerated;
	return sums.sort((one, other) => share(other) - share(one));
}
const keyOf = (entry) => `${itemKey(entry)} ${entry.metric}`;
const isUnaffected = ({ entries }) => entries.length > 0 && entries.every(({ verdict }) => verdict === "unaffected");
const unmeasuredIn = ({ entries }) => entries.filter(({ effect, verdict }) => verdict !== "unaffected" && (effect === null || verdict === "inconclusive"));

// src/compare/proofs/bisect.ts
function bisectState(last, found) {
	const places = (what) => [...found].flatMap(([place, one]) => one === what ? [place] : []);
	const good = Math.max(0, ...places("good"));
	const bad = Math.min(last, ...places("bad"));
	if (!(good < bad)) throw new RangeError(`place ${good} is good, and ${bad} before it is bad`);
	if (bad - good === 1) return {
		kind: "found",
		place: bad
	};
	const middle = Math.floor((good + bad) / 2);
	for (let distance = 0; distance < bad - good; distance++) for (const place of [middle - distance, middle + distance]) if (place > good && place < bad && !found.has(place)) return {
		kind: "try",
		place,
		between: [good, bad]
	};
	return {
		kind: "left",
		good,
		bad
	};
}
function finding$1({ verdict, reason, estimate }, whole) {
	if (verdict === "regressed") return {
		found: "bad",
		how: "shown",
		why: reason
	};
	if (verdict === "unchanged" || verdict === "improved") return {
		found: "good",
		how: "shown",
		why: reason
	};
	if (verdict !== "inconclusive" || estimate === null || whole === null) return {
		found: "skip",
		how: "skipped",
		why: reason
	};
	const far = estimate >= whole / 2;
	const why = `not certain: the estimate of ${change(estimate)} is ${far ? "at least" : "less than"} half of the ${size(whole)} between good and bad`;
	return {
		found: far ? "bad" : "good",
		how: "nearer",
		why
	};
}
function duelShown(comparison, metric, pairs) {
	const row = comparison.rows.find((one) => one.kind === "gate" && one.metric === metric);
	const broken = comparison.rows.find(({ kind, verdict }) => kind === "workload" && (verdict === "failed" || verdict === "invalid"));
	const { verdict, reason } = broken ?? row ?? {
		verdict: "missing",
		reason: "the metric is absent"
	};
	const evidence = broken ? null : row?.evidence;
	return {
		verdict,
		reason: reason.slice(0, 8e3),
		pairs,
		run: comparison.run,
		estimate: evidence?.estimate ?? null,
		interval: evidence?.interval ?? null
	};
}

// src/compare/history/advice.ts
const WELL = 2;
function advice(of) {
	const blind = of.metrics.filter(insensitive);
	const given = [];
	if (of.saturated > 0) given.push({
		code: "less-load",
		message: `In ${share$1(of.saturated)} of the pairs the machine had almost no CPU left, so queues magnify every difference. Use fewer users, a lower rate, or more cores.`
	});
	if (of.contended > 0) given.push({
		code: "quieter-machine",
		message: `In ${share$1(of.contended)} of the pairs other programs used the CPU. Measure on an idle machine.`
	});
	if (of.why !== null && blind.length > 0) given.push({
		code: "finer-mode",
		message: `A finer mode than \`${of.mode}\` has several times less spread, but is not available: ${of.why}.`
	});
	const varied = blind.filter(({ start }) => start?.differ);
	if (varied[0]?.start) {
		const { metric, start } = varied[0];
		given.push({
			code: "more-starts",
			message: `Processes of one build differ by ${size(start.sd)} (sd) in \`${metric}\`. More pairs of the same start do not lower that. Pin what the runtime chooses anew in each process, such as the size of V8's young generation (\`node ${FIXED_YOUNG_GENERATION}\`), or raise \`policy.starts\`.`
		});
	}
	const wide = blind.filter(({ start }) => !start?.differ);
	if (wide[0] !== void 0) given.push({
		code: "longer-blocks",
		message: `One pair of \`${wide[0].metric}\` varies by ${size(wide[0].pair ?? 0)} (sd). Blocks or trials of four times the length about halve that, unless the noise lasts for minutes.`
	});
	if (blind.some(({ assumed }) => !assumed.learned)) given.push({
		code: "learn",
		message: "The noise of this machine is not learned yet. `steelyard calibrate --sessions 4 --write` records four sessions, which later duels use from their first pair."
	});
	return given;
}
function insensitive({ mde, band }) {
	const last = mde.at(-1);
	return last !== void 0 && Math.expm1(last.change) > WELL * Math.expm1(band);
}

// src/compare/history/scatter.ts
function scatter({ metric, rule, startSd }, figures, setting) {
	const noise = noiseParts(figures);
	const pairs = figures.flatMap(({ starts }) => starts).reduce((sum, start) => sum + start.pairs, 0);
	const assumed = startSd ?? usualStartSd(rule.band);
	const differ = noise !== null && noise.p < .25 && noise.start > assumed ** 2;
	return {
		metric,
		pairs,
		band: rule.band,
		assumed: {
			sd: assumed,
			learned: startSd !== null
		},
		pair: noise === null ? null : Math.sqrt(noise.within),
		start: noise === null ? null : {
			sd: Math.sqrt(noise.start),
			most: Math.sqrt(noise.startsAtMost),
			differ
		},
		mde: noise === null ? [] : LOOKS.map((most) => {
			const starts = startsOf(most, setting.starts);
			const mean = errorOf(most, noise, differ ? null : assumed, starts);
			const plan = {
				looks: looks(most),
				level: DUEL_LEVEL,
				workloads: []
			};
			const family = {
				level: levelOf(plan),
				tests: setting.tests
			};
			const asked = askedWith(setting.companion);
			const startError = startErrorOf(startSd, starts);
			return {
				pairs: most,
				change: duelMde({
					mean,
					asked,
					startError,
					largestError: null
				}, rule.band, family)
			};
		})
	};
}
function errorOf(pairs, noise, assumed, starts) {
	const within = Math.max(noise.within, LEAST_SD ** 2) / pairs;
	if (assumed !== null) return {
		estimate: 0,
		se: Math.sqrt(within + 2 * assumed ** 2 / starts),
		df: pairs - 1
	};
	return {
		estimate: 0,
		se: Math.sqrt(within + 2 * noise.start / starts),
		df: Math.max(1, starts - 1)
	};
}

// src/compare/history/calibration.ts
const ALL = Number.POSITIVE_INFINITY;
function calibration(runs, baselines) {
	const sessions = runs.map((run) => judgedSession(run, baselines));
	const [first] = sessions;
	if (first === void 0) throw new RangeError("a calibration of no session");
	const tests = first.cases.reduce((sum, of) => sum + gateTests(of).length, 0);
	const any = sessions.map(({ worse }) => worse.flat().filter((found) => found !== null)).filter((found) => found.length > 0).map((found) => found.includes(true));
	return {
		level: DUEL_LEVEL,
		alarms: alarmsOf(any),
		workloads: first.run.duel.pairings.map((pairing, w) => workloadOf(pairing, w, sessions, tests))
	};
}
function noiseLeft(run) {
	const cases = duelCases(sourceOf(run, /* @__PURE__ */ new Map()));
	return new Map(cases.map(({ workload }) => [workload, recordsOf(run, cases, workload)]));
}
function recordsOf(run, cases, workload) {
	const { fingerprint } = run;
	const mine = run.duel.pairings.map((pairing, w) => ({
		pairing,
		of: cases[w]
	})).filter(({ pairing, of }) => pairing.workload === workload && faultOf(of) === null);
	return mine.map(({ pairing }) => pairing).filter((way, i, all) => all.findIndex((one) => isSameWay(one, way)) === i).flatMap(({ mode, block, pace }) => {
		const pairs = mine.filter(({ pairing }) => isSameWay(pairing, {
			mode,
			block,
			pace
		})).map(({ of }) => [of.variant ?? "-", ratiosOf(of)]);
		const record = calibrated({
			run: run.id,
			commit: run.commit?.sha ?? null,
			at: run.ended,
			fingerprint,
			digest: own(run.workloads, workload)?.digest ?? "",
			mode,
			block,
			...pace && { pace },
			pairs: Object.fromEntries(pairs)
		});
		return record === null ? [] : [record];
	});
}
const ratiosOf = (of) => Object.fromEntries(gateTests(of).flatMap((metric) => {
	const seen = pairedSampleOf(of, metric, goodPairs(of.pairs, ALL));
	if (seen?.startOf == null) return [];
	return [[metric.metric, seen.ratios.map((ratio, i) => ({
		ratio,
		start: seen.startOf[i]
	}))]];
}));
const sourceOf = ({ duel, workloads, fingerprint, config }, baselines) => ({
	duel,
	workloads,
	fingerprint,
	config: config.resolved,
	baselines
});
function judgedSession(run, baselines) {
	const { cases, state } = replayed(sourceOf(run, baselines));
	return {
		run,
		cases,
		worse: state.workloads.map(({ tests }) => tests.map(({ verdict, decided }) => decided === null ? null : verdict === "regressed"))
	};
}
const faultOf = (of) => ((duelExclusion(of, ALL) ?? fewPairs(of, ALL))?.reason ?? starvedPairs(of, ALL))?.slice(0, 2e3) ?? null;
function workloadOf(pairing, w, sessions, tests) {
	const { workload, variant, mode, why, block } = pairing;
	const cases = sessions.map((session) => session.cases[w]);
	const good = cases.flatMap((of) => goodPairs(of.pairs, ALL));
	const hosts = sessions.flatMap(({ run }) => run.duel.pairs.filter(isItem({
		workload,
		variant
	})).flatMap((pair) => pair.outcome === "ok" ? [pair.host] : []));
	const lost = cases.flatMap(({ pairs }) => pairs).filter(({ outcome }) => outcome === "lost").length;
	const share = (n, of) => of === 0 ? 0 : n / of;
	const starts = sessions[0].run.duel.starts;
	const metrics = gateTests(cases[0]).map((metric, t) => {
		const figures = cases.flatMap((of) => figuresOf(of, metric));
		const verdicts = sessions.flatMap(({ worse }) => worse[w][t] ?? []);
		return {
			...scatter(metric, figures, {
				tests,
				starts,
				companion: hasCpuCompanion(cases[0], metric)
			}),
			alarms: alarmsOf(verdicts)
		};
	});
	const shares = {
		contended: share(good.filter(({ contended }) => contended).length, good.length),
		saturated: share(hosts.filter(({ busy }) => (busy ?? 0) > HOST.full).length, hosts.length)
	};
	return {
		workload,
		variant,
		mode,
		why,
		block,
		pairs: good.length,
		lost,
		...shares,
		fault: cases.map(faultOf).find((fault) => fault !== null) ?? null,
		metrics,
		advice: advice({
			mode,
			why,
			block,
			...shares,
			metrics
		})
	};
}
function figuresOf(of, { metric }) {
	const pairs = own(ratiosOf(of), metric) ?? [];
	return pairs.length < 3 ? [] : [noiseFigures(pairs)];
}
const hasCpuCompanion = (of, metric) => accompaniedByCpu(metric) && goodPairs(of.pairs, ALL).some(({ base }) => Object.hasOwn(base.values, "cpu_per_request"));
function alarmsOf(worse) {
	if (worse.length === 0) return null;
	const regressed = worse.filter(Boolean).length;
	return {
		sessions: worse.length,
		regressed,
		interval: clopperPearson(regressed, worse.length, .025)
	};
}

// src/compare/proofs/selftest.ts
const testedDuel = (comparison, pairs) => ({
	run: comparison.run,
	overall: comparison.overall,
	exit: comparison.exit,
	pairs,
	gates: gatesOf(comparison).map(({ workload, variant, metric, verdict, reason, evidence }) => ({
		workload,
		variant,
		metric,
		verdict,
		reason,
		estimate: evidence?.estimate ?? null,
		interval: evidence?.interval ?? null,
		mde: evidence?.mde ?? null
	}))
});
const gatesOf = ({ rows }) => rows.filter(({ kind }) => kind === "gate" || kind === "workload");
function proof(slowed, unslowed) {
	const [found, quiet] = [finding(slowed), harmless(unslowed)];
	const why = [found, quiet].flatMap(({ why }) => why);
	if (why.length === 0) return {
		outcome: "proved",
		why: ["The gate fails for the slowdown and passes without it."]
	};
	return {
		outcome: [found, quiet].every(({ judged, why }) => why.length === 0 || !judged) ? "unjudged" : "refuted",
		why
	};
}
const GOOD = {
	judged: true,
	why: []
};
function finding(slowed) {
	const gates = gatesOf(slowed);
	if (gates.filter(({ gates, verdict }) => gates && verdict === "regressed").length > 0) {
		if (slowed.exit === FATES.regressed.exit) return GOOD;
		return wrong("The gate detected the slowdown, but the check would pass: `policy.fail_on` leaves `regressed` out.");
	}
	const broken = gates.find(({ verdict }) => verdict === "failed");
	if (broken) return unjudged(`Head broke instead of getting slower (${broken.reason}): use a milder slowdown.`);
	const invalid = gates.find(({ verdict }) => verdict === "invalid" || verdict === "missing");
	if (invalid) return unjudged(`The slowed duel cannot be judged: ${invalid.reason}.`);
	if (gates.length > 0 && gates.every(({ verdict }) => verdict === "unchanged")) return wrong("The slowdown had no effect: every gate was shown unchanged. Check that the service reads the variable or runs the patched code, and that the workload requests it.");
	const detectable = slowed.mde === null ? "" : ` It could detect ${size(slowed.mde)}.`;
	return wrong(`The gate did not fail for the slowdown.${detectable} Use a larger slowdown. \`steelyard calibrate\` shows how to detect smaller ones.`);
}
function harmless(unslowed) {
	if (unslowed.exit === FATES.unchanged.exit) return GOOD;
	const gates = gatesOf(unslowed).filter(({ gates }) => gates);
	const alarm = gates.find(({ verdict }) => verdict === "regressed");
	if (alarm) return wrong(`The same commit was found worse without the slowdown (${alarm.workload} ${alarm.metric}: ${alarm.reason}): a false alarm. \`steelyard calibrate --sessions 10\` measures how often that happens here.`);
	const [first] = gates.filter(({ verdict }) => verdict === unslowed.overall);
	const what = first?.reason ?? unslowed.overall;
	if (unslowed.exit === FATES.inconclusive.exit) return wrong(`Without the slowdown the check would fail too, because the policy fails \`${unslowed.overall}\`: ${what}.`);
	return unjudged(`Without the slowdown the duel cannot be judged: ${what}.`);
}
const wrong = (why) => ({
	judged: true,
	why: [why]
});
const unjudged = (why) => ({
	judged: false,
	why: [why]
});

export { UNTRACKED, absolute, accepting, bisectState, calibratedBlock, calibration, compare, creepSums, difference, duelCases, duelShown, finding$1 as finding, firstAdoption, gateTests, isNews, isOfCpu, isUnaffected, lastText, looks, noiseLeft, notCompared, observing, pairRange, pairsToFind, proof, refusals, repeats, replayed, rowsOfDuel, screenable, screens, searchOf, session, spreadOf, sweepStep, testedDuel, unjudgeable, unlikeRules, unmeasuredIn, usualInterval, usualPairsToFind, warned, withRecord, withSession, withSince, withoutBase, workOf };