/** The clusters that chaos injects faults into: processes of this machine, or containers. */
@NullMarked
package dev.roastery.cli.chaos.target;

import org.jspecify.annotations.NullMarked;
