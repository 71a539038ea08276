/**
 * The deterministic simulator: the whole system on one thread, over a simulated disk and broker
 * that lose, tear, delay and repeat what real ones may. Here is what all simulated ports share: the
 * effects of a node, its lives and its crashes. No clock, no threads, no randomness but the one
 * seeded generator that is handed in.
 */
@NullMarked
package dev.roastery.simulation;

import org.jspecify.annotations.NullMarked;
