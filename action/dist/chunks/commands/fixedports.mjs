import { userError } from "../base.mjs";

// src/commands/measure/fixedports.ts
const hasFixedPorts = (kind, { stack }) => kind === "process" && Object.values(stack.process?.services ?? {}).some(({ ports }) => Object.values(ports).some(({ fixed }) => fixed !== void 0));
const WITHOUT_FIXED = "leave `fixed` out: a free port is chosen and told to the process";
function refuseFixedPorts(kind, ...configs) {
	if (!configs.some((config) => hasFixedPorts(kind, config))) return;
	throw userError("A service has a `fixed` port, which two stacks cannot both have.", {
		where: "stack.process.services",
		remedy: WITHOUT_FIXED
	});
}

export { WITHOUT_FIXED, hasFixedPorts, refuseFixedPorts };