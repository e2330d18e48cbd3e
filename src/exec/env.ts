/**
 * Names that a child may inherit. A list of allowed names, not of forbidden ones: it also excludes secrets with
 * names that are invented later.
 */
const ALLOWED = new Set([
  // where programs and their files are, and the user
  "PATH",
  "HOME",
  "USER",
  "LOGNAME",
  "SHELL",
  "TMPDIR",
  // which tool chain builds and runs a service, and where it is
  "JAVA_HOME",
  "GOROOT",
  "GOTOOLCHAIN",
  "GOPATH",
  "GOCACHE",
  "GOMODCACHE",
  "CARGO_HOME",
  "RUSTUP_HOME",
  "RUSTUP_TOOLCHAIN",
  "PYENV_ROOT",
  "PYENV_VERSION",
  // language and clock
  "LANG",
  "LANGUAGE",
  "TZ",
  // access to the network; some tools read only upper case, some only lower case
  "http_proxy",
  "https_proxy",
  "no_proxy",
  "all_proxy",
  "HTTP_PROXY",
  "HTTPS_PROXY",
  "NO_PROXY",
  "ALL_PROXY",
  // trusted certificates
  "SSL_CERT_FILE",
  "SSL_CERT_DIR",
  "NODE_EXTRA_CA_CERTS",
]);
const LOCALE = /^LC_[A-Z]+$/;

/** Settings by which the Go tool chain fetches a pinned module from this machine's usual source. */
const GO = new Set(["GOPROXY", "GOSUMDB", "GONOSUMDB", "GOFLAGS"]);

/**
 * The environment of a child process: the allowed part of Steelyard's own, and `extra`, which overrides it.
 *
 * Nothing of a CI runner passes: no token, no `GITHUB_*`, `ACTIONS_*` or `RUNNER_*`, no file of workflow commands,
 * no `NODE_OPTIONS`. `extra` comes from the config and is not filtered.
 *
 * @param options.go passes the settings of the Go tool chain too: only for `go install`
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

/** The user's ssh-agent, for programs that connect by ssh and run no measured code. */
export const sshEnv = ({
  SSH_AUTH_SOCK,
}: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  SSH_AUTH_SOCK === undefined ? {} : { SSH_AUTH_SOCK };
