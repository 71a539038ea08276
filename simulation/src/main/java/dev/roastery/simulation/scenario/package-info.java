/**
 * What a schedule runs, and what must come of it: the stages with their partitions, the jobs, the
 * right bytes of every result, and the one way to say that something else came out.
 */
@NullMarked
package dev.roastery.simulation.scenario;

import org.jspecify.annotations.NullMarked;
