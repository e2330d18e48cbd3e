#!/bin/sh
# Runs steelyard as the owner of the checkout, so that its files are theirs, in the group of the engine's socket.
set -eu
set -- node /opt/steelyard/action/dist/cli.mjs "$@"
owner=$(stat -c %u .)
if [ "$(id -u)" != 0 ] || [ "$owner" = 0 ]; then exec "$@"; fi
group=$(stat -c %g .)
socket=${DOCKER_HOST:-unix:///var/run/docker.sock}
also=$(stat -c %g "${socket#unix://}" 2>/dev/null || echo "$group")
exec setpriv --reuid="$owner" --regid="$group" --groups="$also" "$@"
