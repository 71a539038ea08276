#!/bin/sh
# Runs chaos with the seeds 1 to N (FIRST to FIRST+N-1 if FIRST is set), on processes unless the options name another
# target, and writes the table of the runs into docs/chaos.md. Its exit code is that of the first run that failed.
set -eu

[ $# -ge 1 ] || { echo "usage: [FIRST=1] scripts/chaos.sh N [options of roastery chaos]" >&2; exit 2; }
seeds=$1
shift
project=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
target=--processes
for option; do
  case $option in --compose* | --processes) target= ;; esac
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
seed=${FIRST:-1}
last=$((seed + seeds - 1))
failed=0
while [ "$seed" -le "$last" ]; do
  code=0
  # shellcheck disable=SC2086 # no word where no target is to be added
  "$project/roastery" chaos $target --seed "$seed" --table "$work/rows" "$@" || code=$?
  if [ "$code" -ne 0 ]; then
    [ "$code" -eq 10 ] || echo "| $seed | - | - | - | - | exit code $code |" >>"$work/rows"
    [ "$failed" -ne 0 ] || failed=$code
  fi
  seed=$((seed + 1))
done

{
  echo
  echo "By \`scripts/chaos.sh $seeds${*:+ $*}\`, on $(uname -s), $(getconf _NPROCESSORS_ONLN) processors."
  echo
  echo "| seed | faults | jobs | whole again p50 | max | verdict |"
  echo "| --- | --- | --- | --- | --- | --- |"
  cat "$work/rows"
  echo
} >"$work/table"
sed -e "/^<!-- runs -->$/r $work/table" -e '/^<!-- runs -->$/,/^<!-- end -->$/{/^<!--/!d;}' \
  "$project/docs/chaos.md" >"$work/chaos.md"
cat "$work/chaos.md" >"$project/docs/chaos.md"
exit "$failed"
