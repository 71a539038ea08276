package dev.roastery.cli.architecture.planted.aggregator;

import dev.roastery.cli.architecture.planted.testkit.Testkit;

/** A stage that needs a test's tools. */
public record UsesTestkit(Testkit testkit) {}
