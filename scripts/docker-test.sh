#!/bin/sh
# The tests of the image and of compose.yaml, on any machine: starts an engine if none answers, builds
# the base images if no registry answers, runs the tests, and stops the engine if this script started it.
# Exit code 3: an engine or the images are missing and cannot be obtained here.
set -eu

project=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
cd "$project"

engine=$(scripts/docker-engine.sh start) || exit 3
if [ -n "$engine" ]; then
  eval "$engine"
  trap 'scripts/docker-engine.sh stop' EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM HUP
fi
# The jars are made outside of the image, so of the base images the one with a compiler is not needed.
scripts/images-from-debian.sh run || exit 3
./gradlew dockerTest
