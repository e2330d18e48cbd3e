/**
 * Names that a child may inherit. A list of what is allowed, never of what is forbidden: a secret that is
 * invented tomorrow is not on it.
 */
const ALLOWED = new Set([
  // where programs and their files are, and who runs them
  ...["PATH", "HOME", "USER", "LOGNAME", "SHELL", "TMPDIR"],
  // language and clock
  ...["LANG", "LANGUAGE", "TZ"],
  // how the network is reached; some tools read the upper case only, some the lower
  ...["http_proxy", "https_proxy", "no_proxy", "all_proxy"],
  ...["HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "ALL_PROXY"],
  // which certificates are trusted
  ...["SSL_CERT_FILE", "SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS"],
]);
const LOCALE = /^LC_[A-Z]+$/;

/** What the Go tool chain needs to fetch a pinned module from where this machine fetches modules. */
const GO = new Set([
  "GOPATH",
  "GOCACHE",
  "GOMODCACHE",
  "GOPROXY",
  "GOSUMDB",
  "GONOSUMDB",
  "GOFLAGS",
  "GOROOT",
]);

/**
 * The environment of a child process: what the allow-list lets through of ours, and `extra`, which wins.
 *
 * Nothing of a CI runner passes: no token, no `GITHUB_*`, `ACTIONS_*` or `RUNNER_*`, no file that commands
 * are read from, and no `NODE_OPTIONS`. `extra` is what the config declares, and is not filtered.
 *
 * @param options.go lets the Go tool chain's settings through as well: for `go install` alone
 */
export function allowed(
  env: Readonly<Record<string, string | undefined>>,
  extra: Readonly<Record<string, string>> = {},
  options: { readonly go?: boolean } = {},
): Record<string, string> {
  const passes = (name: string) =>
    ALLOWED.has(name) || LOCALE.test(name) || (options.go === true && GO.has(name));
  const inherited = Object.entries(env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && passes(entry[0]),
  );
  return { ...Object.fromEntries(inherited), ...extra };
}
