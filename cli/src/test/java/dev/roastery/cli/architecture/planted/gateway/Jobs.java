package dev.roastery.cli.architecture.planted.gateway;

/** What {@code common} must not know. */
public final class Jobs {}
