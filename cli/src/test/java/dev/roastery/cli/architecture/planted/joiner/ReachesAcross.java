package dev.roastery.cli.architecture.planted.joiner;

import dev.roastery.cli.architecture.planted.aggregator.UsesTestkit;

record ReachesAcross(UsesTestkit neighbour) {}
