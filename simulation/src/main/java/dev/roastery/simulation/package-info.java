/**
 * The deterministic simulator: the whole system on one thread, over a simulated disk and broker
 * that lose, tear, delay and repeat what real ones may. A {@code World} runs one schedule: its
 * nodes, its client and the faults injected, until a {@code Verdict}. No clock, no threads, no
 * randomness but the one seeded generator that is handed in.
 */
@NullMarked
package dev.roastery.simulation;

import org.jspecify.annotations.NullMarked;
