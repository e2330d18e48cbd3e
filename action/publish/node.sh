#!/usr/bin/env bash
# Prints a Node.js that can run steelyard: that of the PATH if it is new enough, else the runner's own. A composite action
# is not given the runner's, and a machine need not have another.
set -u

fits() { "$1" -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 11) ? 0 : 1)' 2>/dev/null; }

# Folders in which the runner keeps its own: in a container of a job, and next to the program that started this step.
places() {
  echo /__e
  local pid=$$ program
  while [ "${pid:-0}" -gt 1 ]; do
    program=$(readlink "/proc/$pid/exe" 2>/dev/null) || program=
    case "$program" in */Runner.Worker) echo "${program%/bin/*}/externals" ;; esac
    pid=$(sed -n 's/^PPid:[[:space:]]*//p' "/proc/$pid/status" 2>/dev/null)
  done
}

if fits node; then
  command -v node
  exit 0
fi
while IFS= read -r place; do
  for found in "$place"/node*/bin/node; do
    if fits "$found"; then
      echo "$found"
      exit 0
    fi
  done
done < <(places)
echo "::error::This needs Node.js 20.11 or newer, and found none on the PATH or in the runner: use actions/setup-node first." >&2
exit 1
