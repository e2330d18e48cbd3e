import { userError } from "../base.mjs";

// src/commands/pull/target.ts
const TRUSTED = [
	"admin",
	"maintain",
	"write"
];
async function wantedTarget(wanted, context, actor, look) {
	const { pull, ref, sha } = wanted;
	if (pull !== void 0 && ref !== void 0) throw userError("Both a pull request and a ref are named.", {
		where: "the inputs `pull-request` and `ref`",
		remedy: "name one of them"
	});
	if (pull !== void 0) return pullTarget(pull, sha, context, actor, look);
	if (ref !== void 0 && /^(?:refs\/)?pull\//.test(ref)) throw userError(`The ref ${ref.slice(0, 200)} is that of a pull request, which may be of a fork.`, {
		where: "the input `ref`",
		remedy: "give its number: pull-request"
	});
	const found = ref === void 0 ? context.sha : await look.commit(ref);
	if (found === null) throw userError(`There is no commit "${ref?.slice(0, 200)}".`, {
		where: "the input `ref`",
		remedy: "name a branch, tag or commit of this repository"
	});
	if (sha !== void 0 && sha !== found) throw movedOn(ref ?? "the branch", sha, found);
	return {
		sha: found,
		pull: null,
		base: null
	};
}
async function pullTarget(number, sha, { repository }, actor, look) {
	const where = `pull request ${number}`;
	const pull = await look.pull(number);
	if (pull === null) throw userError(`There is no pull request ${number}.`, { where: "the input `pull-request`" });
	if (!pull.open) throw userError(`Pull request ${number} is closed.`, {
		where,
		remedy: "open it again, or name a ref"
	});
	const { head, base } = pull;
	const own = head.repository?.toLowerCase() === `${repository.owner}/${repository.repo}`.toLowerCase();
	if (!own && sha === void 0) throw userError(`Pull request ${number} is of a fork, and the commit is not named.`, {
		where: "the input `sha`",
		remedy: `review its changes; if they may run on the machine: sha: ${head.sha}`
	});
	if (sha !== void 0 && sha !== head.sha) throw movedOn(where, sha, head.sha);
	if (!own && !look.isBot(actor)) {
		const permission = await look.permission(actor);
		if (!TRUSTED.includes(permission)) throw userError(`${actor} may not let a fork's commit onto the machine (permission: ${permission}).`, {
			where,
			remedy: "ask somebody who may write to this repository to start it"
		});
	}
	return {
		sha: head.sha,
		pull: number,
		base
	};
}
const movedOn = (what, named, now) => userError(`${what} has moved on: ${named.slice(0, 9)} was named, and it is at ${now.slice(0, 9)}.`, {
	where: "the input `sha`",
	remedy: `look at what came since; if that may be measured: sha: ${now}`
});

export { TRUSTED, wantedTarget };