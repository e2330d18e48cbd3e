import type { ComposeAllowance } from "../../model/config.ts";
import {
  ANY,
  CACHED_IMAGE,
  CAPABILITY,
  CONFINEMENT,
  CONTEXT,
  DOCKERFILE,
  EXTERNAL_VOLUME_NAME,
  FILE,
  type Harmless,
  LOG_OPTIONS,
  MEMORY_OF,
  MEMORY_VOLUME,
  MOUNTED,
  NETWORK_NAME,
  NETWORK_OF,
  NETWORK_OPTIONS,
  NOT_BEFORE_OTHERS,
  OWN_SYSCTLS,
  oneOf,
  PROCESSES_OF,
  REMOVED,
  SIZE_ONLY,
  ULIMITS,
  UNSET,
  VOLUMES_OF,
} from "./judges.ts";

/** The permission that a rejected value needs. It depends on the value for keys with several permissions. */
type Needs = ComposeAllowance | ((value: unknown) => ComposeAllowance);

/**
 * A key of the resolved model: its path, its harmless values, the permission for all others (null: none exists),
 * and why.
 */
export type Permission = readonly [key: string, harmless: Harmless, needs: Needs | null, why: string];

const beyond = (value: unknown) => value === "host" || String(value).startsWith("container:");

/**
 * Every key of Compose's model that this version knows. A key without a row is rejected (`unchecked`). A test
 * compares the rows with the published schema of the Compose specification.
 *
 * `*` is any name, `[]` any item of a list, and `{a,b}` stands for two rows. A row covers everything below its key.
 */
export const PERMISSIONS: readonly Permission[] = [
  ["{name,version}", ANY, null, "Steelyard names the project"],
  ["include", REMOVED, null, "is read by Compose before; written.ts checks the files"],
  ["models", UNSET, "host-programs", "is run by a program on the machine"],
  ["jobs", UNSET, "unchecked", "holds containers that this version does not check"],

  // What runs in the container, and as which user.
  ["services.*.{image,platform}", ANY, null, "is pulled or built, and runs in the container"],
  ["services.*.{pull_policy,pull_refresh_after}", ANY, null, "images are pulled once, before the start"],
  ["services.*.{command,entrypoint,environment}", ANY, null, "is the container's own"],
  ["services.*.{user,group_add,umask,working_dir}", ANY, null, "is the container's own"],
  ["services.*.{init,stdin_open,tty,read_only,attach}", ANY, null, "is the container's own"],
  ["services.*.{stop_signal,stop_grace_period,restart,profiles}", ANY, null, "controls when it runs"],
  [
    "services.*.healthcheck.{disable,interval,retries,start_interval,start_period,test,timeout}",
    ANY,
    null,
    "runs in the container",
  ],
  ["services.*.depends_on.*.{condition,required,restart}", ANY, null, "controls when it runs"],
  ["services.*.post_start[].{command,environment,user,working_dir}", ANY, null, "runs in the container"],
  ["services.*.post_start[].privileged", UNSET, "privileged", "is root on the machine"],
  ["services.*.pre_stop[].{command,environment,user,working_dir}", ANY, null, "runs in the container"],
  ["services.*.pre_stop[].privileged", UNSET, "privileged", "is root on the machine"],
  ["services.*.pre_start", UNSET, "unchecked", "holds containers that this version does not check"],
  ["services.*.labels", ANY, null, "is written on the container"],
  ["services.*.annotations", UNSET, "drivers", "is an instruction to the runtime, outside of the container"],
  ["services.*.container_name", REMOVED, null, "would collide with another run"],
  [
    "services.*.{extends,env_file,label_file}",
    REMOVED,
    null,
    "is read by Compose before; written.ts checks the files",
  ],
  ["services.*.develop", REMOVED, null, "is only for `docker compose watch`"],
  ["services.*.{scale,hostname,domainname,mac_address}", ANY, null, "is the container's own"],

  // Rights over the machine.
  ["services.*.privileged", UNSET, "privileged", "is root on the machine"],
  ["services.*.cap_drop", ANY, null, "takes rights away"],
  ["services.*.cap_add[]", CAPABILITY, "capabilities", "adds rights over the machine"],
  ["services.*.security_opt[]", CONFINEMENT, "unconfined", "removes its confinement"],
  ["services.*.{devices,device_cgroup_rules,gpus}", UNSET, "devices", "has devices of the machine"],
  [
    "services.*.runtime",
    oneOf("runc", "io.containerd.runc.v2"),
    "drivers",
    "is started by another program of the machine",
  ],
  ["services.*.isolation", oneOf("default"), "drivers", "has another kind of isolation"],
  ["services.*.credential_spec", UNSET, "host-files", "reads credentials of the machine"],
  ["services.*.provider", UNSET, "host-programs", "runs a program on the machine"],
  ["services.*.models", UNSET, "host-programs", "is run by a program on the machine"],
  ["services.*.use_api_socket", UNSET, "engine-socket", "has the engine's socket"],
  ["services.*.sysctls.*", OWN_SYSCTLS, "kernel", "is a setting of the whole machine"],

  // Namespaces of others.
  ["services.*.pid", PROCESSES_OF, "host-processes", "sees processes outside of the project"],
  ["services.*.ipc", MEMORY_OF, "host-processes", "shares memory outside of the project"],
  ["services.*.{uts,userns_mode}", UNSET, "host-processes", "shares the machine's name or users"],
  ["services.*.cgroup", oneOf("private"), "host-processes", "sees control groups outside of the project"],
  ["services.*.cgroup_parent", UNSET, "host-processes", "is in a control group outside of the project"],

  // Shares of the machine: restrictions, or shares that other programs have too.
  [
    "services.*.{cpus,cpu_count,cpu_percent,cpu_period,cpu_quota,cpu_shares,cpuset}",
    ANY,
    null,
    "restricts the container",
  ],
  [
    "services.*.{mem_limit,mem_reservation,mem_swappiness,memswap_limit,pids_limit,shm_size}",
    ANY,
    null,
    "restricts the container",
  ],
  [
    "services.*.{cpu_rt_period,cpu_rt_runtime}",
    UNSET,
    "kernel",
    "has priority over every other program of the machine",
  ],
  ["services.*.oom_kill_disable", UNSET, "kernel", "lets its memory use kill other programs"],
  ["services.*.oom_score_adj", NOT_BEFORE_OTHERS, "kernel", "lets its memory use kill other programs"],
  ["services.*.ulimits.*", ULIMITS, "kernel", "has priority over other programs of the machine"],
  ["services.*.blkio_config.weight", ANY, null, "restricts the container"],
  [
    "services.*.blkio_config.{weight_device,device_read_bps,device_read_iops,device_write_bps,device_write_iops}",
    UNSET,
    "devices",
    "names devices of the machine",
  ],
  ["services.*.storage_opt", SIZE_ONLY, "drivers", "is an option of the engine's storage"],

  // Files.
  ["services.*.tmpfs", ANY, null, "is memory of the container"],
  [
    "services.*.volumes[].type",
    oneOf("volume", "bind", "tmpfs", "image"),
    (type) => (type === "npipe" ? "engine-socket" : "drivers"),
    "mounts something else",
  ],
  ["services.*.volumes[].source", MOUNTED, "host-files", "mounts files outside of the checkout"],
  ["services.*.volumes[].{target,read_only,consistency}", ANY, null, "is the container's own"],
  [
    "services.*.volumes[].bind.{create_host_path,recursive,selinux}",
    ANY,
    null,
    "concerns files of the checkout",
  ],
  [
    "services.*.volumes[].bind.propagation",
    oneOf("private", "rprivate"),
    "host-files",
    "shares mounts with the machine",
  ],
  ["services.*.volumes[].volume.{labels,nocopy,subpath}", ANY, null, "is within the volume"],
  ["services.*.volumes[].image.subpath", ANY, null, "is within the image"],
  ["services.*.volumes[].tmpfs.{mode,size}", ANY, null, "is memory of the container"],
  [
    "services.*.volumes_from[]",
    VOLUMES_OF,
    "external",
    "has the volumes of a container outside of the project",
  ],
  ["services.*.{configs,secrets}[].{source,target,uid,gid,mode}", ANY, null, "names one of this project"],

  // Networks.
  [
    "services.*.network_mode",
    NETWORK_OF,
    (mode) => (beyond(mode) ? "host-network" : "external"),
    "is in a network outside of the project",
  ],
  [
    "services.*.networks.*.{aliases,gw_priority,interface_name,ipv4_address,ipv6_address,mac_address,priority,use_service_name_alias}",
    ANY,
    null,
    "is within the project's network",
  ],
  [
    "services.*.networks.*.{driver_opts,link_local_ips}",
    UNSET,
    "network-settings",
    "changes the network's setup",
  ],
  [
    "services.*.{dns,dns_opt,dns_search,extra_hosts}",
    ANY,
    null,
    "names addresses that the container can reach in any case, including the machine's own (host-gateway)",
  ],
  ["services.*.{expose,links}", ANY, null, "is within the project's network"],
  ["services.*.external_links", UNSET, "external", "reaches a container outside of the project"],
  ["services.*.ports", REMOVED, null, "only endpoints are published, on the loopback"],

  // Logs.
  [
    "services.*.logging.driver",
    oneOf("json-file", "local", "none"),
    "drivers",
    "lets the engine send logs elsewhere",
  ],
  ["services.*.logging.options.*", LOG_OPTIONS, "drivers", "lets the engine send logs elsewhere"],

  // Builds.
  ["services.*.build.context", CONTEXT, "host-files", "reads files outside of the checkout"],
  ["services.*.build.dockerfile", DOCKERFILE, "host-files", "reads files outside of the checkout"],
  ["services.*.build.additional_contexts.*", CONTEXT, "host-files", "reads files outside of the checkout"],
  [
    "services.*.build.{args,dockerfile_inline,labels,target,platforms,shm_size,extra_hosts}",
    ANY,
    null,
    "is the image's own",
  ],
  ["services.*.build.{no_cache,no_cache_filter}", ANY, null, "controls what is reused"],
  ["services.*.build.pull", REMOVED, null, "would build base and head on different images"],
  ["services.*.build.secrets[].{source,target,uid,gid,mode}", ANY, null, "names one of this project"],
  ["services.*.build.ulimits.*", ULIMITS, "kernel", "has priority over other programs of the machine"],
  ["services.*.build.cache_from[]", CACHED_IMAGE, "host-files", "reads files outside of the checkout"],
  [
    "services.*.build.cache_to",
    REMOVED,
    null,
    "would write to folders and registries; no measurement needs it",
  ],
  [
    "services.*.build.tags",
    REMOVED,
    null,
    "would replace images of the machine, including those of base and of later jobs",
  ],
  ["services.*.build.{provenance,sbom}", REMOVED, null, "describes an image that is published"],
  ["services.*.build.ssh", UNSET, "host-files", "reads keys of the machine"],
  [
    "services.*.build.network",
    oneOf("default", "none"),
    "host-network",
    "is in a network outside of the project",
  ],
  ["services.*.build.{privileged,entitlements}", UNSET, "privileged", "is root on the machine"],
  ["services.*.build.isolation", oneOf("default"), "drivers", "has another kind of isolation"],

  // Swarm's settings have no effect here. The rest repeats `cpus` and `restart`.
  ["services.*.deploy.{mode,replicas,endpoint_mode,labels}", ANY, null, "sets the number of containers"],
  [
    "services.*.deploy.placement.{constraints,max_replicas_per_node,preferences[].spread}",
    ANY,
    null,
    "is ignored by Compose",
  ],
  [
    "services.*.deploy.{update_config,rollback_config}.{delay,failure_action,max_failure_ratio,monitor,order,parallelism}",
    ANY,
    null,
    "is ignored by Compose",
  ],
  [
    "services.*.deploy.restart_policy.{condition,delay,max_attempts,window}",
    ANY,
    null,
    "controls when it runs",
  ],
  ["services.*.deploy.resources.limits.{cpus,memory,pids}", ANY, null, "restricts the container"],
  ["services.*.deploy.resources.reservations.{cpus,memory}", ANY, null, "restricts the container"],
  [
    "services.*.deploy.resources.reservations.{devices,generic_resources}",
    UNSET,
    "devices",
    "has devices of the machine",
  ],

  // Networks and volumes of the project.
  ["{networks,volumes}.*.external", UNSET, "external", "is not of this project: it would outlive the run"],
  ["networks.*.name", NETWORK_NAME, "host-network", "is the machine's own network"],
  ["volumes.*.name", EXTERNAL_VOLUME_NAME, "host-files", "mounts files outside of the checkout"],
  ["{networks,volumes,configs,secrets}.*.labels", ANY, null, "is written on it"],
  [
    "networks.*.driver",
    oneOf("bridge", "default"),
    "network-settings",
    "is in a network outside of the project",
  ],
  ["networks.*.driver_opts.*", NETWORK_OPTIONS, "network-settings", "changes the machine's network"],
  ["networks.*.ipam.driver", oneOf("default"), "network-settings", "changes the machine's network"],
  [
    "networks.*.ipam.{config,options}",
    UNSET,
    "network-settings",
    "takes addresses that the machine, or the other side, may use",
  ],
  ["networks.*.{attachable,enable_ipv4,enable_ipv6,internal}", ANY, null, "is within the project's network"],
  ["volumes.*.driver", oneOf("local"), "drivers", "is made by another program of the machine"],
  ["volumes.*.driver_opts", MEMORY_VOLUME, "host-files", "mounts what it names, with root's rights"],

  // Configs and secrets.
  ["{configs,secrets}.*.file", FILE, "host-files", "reads files outside of the checkout"],
  [
    "{configs,secrets}.*.{name,content,environment}",
    ANY,
    null,
    "is in the files, or in the allow-listed environment",
  ],
  ["{configs,secrets}.*.external", UNSET, "external", "is not of this project"],
  [
    "{configs,secrets}.*.{driver,driver_opts,template_driver}",
    UNSET,
    "drivers",
    "is made by another program of the machine",
  ],
];
