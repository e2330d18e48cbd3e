/** A variable of the environment. */
export interface VariableMeaning {
  readonly variable: string;
  /** Who reads it. */
  readonly by: string;
  readonly meaning: string;
}

/** Variables that a user may set or read; `<ENDPOINT>` stands for the name of an endpoint in capitals. */
export const VARIABLES: readonly VariableMeaning[] = [
  {
    variable: "STEELYARD_TARGET_<ENDPOINT>",
    by: "load scripts",
    meaning: "the address of an endpoint, its name in capitals: `STEELYARD_TARGET_API`",
  },
  {
    variable: "STEELYARD_HEADERS_<ENDPOINT>",
    by: "commands",
    meaning: "the headers of a deployed endpoint, as JSON",
  },
  { variable: "STEELYARD_PHASE", by: "load scripts", meaning: "`warmup`, `measured` or `discovery`" },
  {
    variable: "STEELYARD_SEED",
    by: "load scripts",
    meaning: "the seed of random numbers, the same for base and head",
  },
  { variable: "STEELYARD_DURATION", by: "commands", meaning: "seconds of load" },
  { variable: "STEELYARD_OUTPUT", by: "commands", meaning: "the file to write, with `output: file`" },
  { variable: "STEELYARD_RUNNER_CLASS", by: "steelyard", meaning: "the name of this machine's baselines" },
  {
    variable: "STEELYARD_GENERATORS",
    by: "steelyard",
    meaning: "machines that share a k6 load, as ssh names them",
  },
  { variable: "STEELYARD_GITLAB_TOKEN", by: "`gitlab report`", meaning: "the token that writes the note" },
  { variable: "STEELYARD_TOKEN", by: "`publish`", meaning: "the token that pushes, before `GITHUB_TOKEN`" },
  { variable: "GITHUB_TOKEN", by: "`publish`", meaning: "the token that pushes" },
  { variable: "CI", by: "steelyard", meaning: "set in CI: base and head are paired automatically" },
  { variable: "NO_COLOR", by: "steelyard", meaning: "no colours" },
];

/** The variable with this name, or that an endpoint's name completes. */
export const variableNamed = (name: string): VariableMeaning | undefined =>
  VARIABLES.find(({ variable }) =>
    variable.endsWith("<ENDPOINT>")
      ? name === variable || name.startsWith(variable.replace("<ENDPOINT>", ""))
      : name === variable,
  );
