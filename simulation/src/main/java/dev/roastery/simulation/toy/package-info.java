/**
 * A topology of three stages as small as can be, with every shape that the real ones have: a stage
 * that sums by key and, besides, filters rows (one output per input); one that ranks; one that
 * joins a ranking with a reference stream; and the collector. With it: its datasets, and the oracle
 * that computes their answers without any of it. Pure, like every stage.
 */
@NullMarked
package dev.roastery.simulation.toy;

import org.jspecify.annotations.NullMarked;
