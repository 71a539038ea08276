#!/bin/sh
# Installs ClickHouse and Polars for ./gradlew :bench:compare -Droastery.compare.others=…, and prints the folder that they
# are in, below the user's cache folder. They are npm packages with native libraries: 670 MB, for Linux on amd64. Versions and
# checksums are in bench/others/package-lock.json; npm refuses what has another checksum. As root on a Debian-like system,
# Node is installed if it is missing.
set -eu

project=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
node_oldest=20

fail() { echo "bench-others: $*" >&2; exit 1; }
# quiet COMMAND…: its output only when it fails.
quiet() { log=$("$@" 2>&1) || { echo "$log" | tail -n 5 >&2; fail "failed: $*"; }; }

[ "$(uname -sm)" = "Linux x86_64" ] || fail "ClickHouse and Polars are pinned for Linux on amd64, and this is $(uname -sm)."
if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
  [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null ||
    fail "Node is missing. Install it (Debian: nodejs and npm) and run this again."
  quiet apt-get update -q
  DEBIAN_FRONTEND=noninteractive quiet apt-get install -q -y --no-install-recommends nodejs npm
fi
node_here=$(node -p 'process.versions.node.split(".")[0]')
[ "$node_here" -ge $node_oldest ] || fail "Polars needs Node $node_oldest or newer, and this is Node $node_here."

lock=$project/bench/others/package-lock.json
folder=${XDG_CACHE_HOME:-${HOME:?is not set, and packages are kept below it}/.cache}/roastery/bench-others
folder=$folder-$(sha256sum "$lock" | cut -c1-12)
if [ ! -d "$folder" ]; then
  echo "bench-others: installing ClickHouse and Polars (once)…" >&2
  mkdir -p "$(dirname "$folder")"
  # Only what is whole gets the name.
  unfinished=$(mktemp -d "$folder-XXXXXX")
  trap 'rm -rf "$unfinished"' EXIT
  trap 'exit 130' INT TERM HUP
  cp "$project/bench/others/package.json" "$lock" "$unfinished"
  # Not 'npm ci': it wants the libraries for all other systems in the lock file, also those that a mirror may lack.
  quiet npm install --prefix "$unfinished" --no-save --no-audit --no-fund --ignore-scripts
  mv -T "$unfinished" "$folder"
fi
echo "$folder"
