/**
 * The pipeline as data: the one ordered list of stages ({@link
 * dev.roastery.common.pipeline.Pipeline}), each with its name, the process that runs it, the
 * queries that pass it and how its work is divided ({@link
 * dev.roastery.common.pipeline.StageKind}), and how many partitions each has ({@link
 * dev.roastery.common.pipeline.Partitions}). Options, processes, the plan document, the simulator
 * and the documents' tests iterate over that list, so a new stage is one more element and its code.
 *
 * <p>Pure values: no I/O, no clock, no thread. Imports nothing of ours.
 */
@NullMarked
package dev.roastery.common.pipeline;

import org.jspecify.annotations.NullMarked;
