package dev.roastery.cli.architecture.planted.common.right;

import dev.roastery.cli.architecture.planted.common.left.Left;
import java.util.List;

/** The other half. */
public record Right(List<Left> lefts) {}
