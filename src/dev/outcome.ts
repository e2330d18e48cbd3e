/** A file of tests, in the test runner's report. */
export interface TestFile {
  readonly name: string;
  readonly status: string;
  readonly message: string;
  /** Milliseconds since the epoch. */
  readonly startTime: number;
  readonly endTime: number;
  readonly assertionResults: readonly {
    readonly status: string;
    readonly fullName: string;
    readonly failureMessages: readonly string[];
  }[];
}

export interface Outcome {
  readonly passed: number;
  readonly skipped: number;
  /** A text for each failure. */
  readonly failures: readonly string[];
}

/**
 * Counts what the test runner reports. Every failure counts, however often its file passed before.
 *
 * @param code its exit code; other than 0 without a failed file is a failure of its own
 * @param named the path of a file for display
 */
export function outcome(
  code: number,
  files: readonly TestFile[],
  named: (name: string) => string = (name) => name,
): Outcome {
  const all = files.flatMap((file) =>
    file.assertionResults.map((one) => ({ ...one, file: named(file.name) })),
  );
  const failed = all.filter(({ status }) => status === "failed");
  const unloaded = files.filter(
    (file) => file.status === "failed" && !file.assertionResults.some(({ status }) => status === "failed"),
  );
  const failures = [
    ...failed.map(
      ({ file, fullName, failureMessages }) => `${file}: ${fullName}\n${failureMessages.join("\n")}`,
    ),
    ...unloaded.map(({ name, message }) => `${named(name)}: ${message}`),
  ];
  const passed = all.filter(({ status }) => status === "passed").length;
  return {
    passed,
    skipped: all.length - passed - failed.length,
    failures: code !== 0 && failures.length === 0 ? ["the test runner"] : failures,
  };
}

/** The slowest files, slowest first, and the total time; for information, no test fails for its duration. */
export function durations(files: readonly TestFile[], named: (name: string) => string, most = 10): string {
  const seconds = ({ startTime, endTime }: TestFile) => (endTime - startTime) / 1000;
  const slowest = files.toSorted((a, b) => seconds(b) - seconds(a)).slice(0, most);
  const row = (time: number, what: string) => `${time.toFixed(1).padStart(8)} s  ${what}\n`;
  const total = (kind: string, of: readonly TestFile[]) =>
    row(
      of.reduce((sum, file) => sum + seconds(file), 0),
      `all ${of.length} files of ${kind} tests together`,
    );
  const integration = files.filter(({ name }) => name.endsWith(".itest.ts"));
  const unit = files.filter((file) => !integration.includes(file));
  return [
    ...slowest.map((file) => row(seconds(file), named(file.name))),
    total("unit", unit),
    total("integration", integration),
  ].join("");
}
