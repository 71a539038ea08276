package dev.roastery.cli.architecture.planted.testkit;

/** What only tests may use. */
public final class Testkit {}
