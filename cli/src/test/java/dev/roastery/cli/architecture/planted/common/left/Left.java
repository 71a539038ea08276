package dev.roastery.cli.architecture.planted.common.left;

import dev.roastery.cli.architecture.planted.common.right.Right;

/** One half of a cycle. */
public record Left(Right right) {}
