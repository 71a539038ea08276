/**
 * Parts that workers read themselves: what the gateway sends, some of it by reference, and the
 * readers of simulated processes. Imports {@code common.broker} and {@code common.partition.range}.
 */
@NullMarked
package dev.roastery.simulation.source;

import org.jspecify.annotations.NullMarked;
