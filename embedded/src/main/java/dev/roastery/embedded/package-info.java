/**
 * All of Roastery in one process: the partitions of every stage as threads over in-memory queues
 * ({@link EmbeddedRun} for one job, {@link LocalCluster} for the all-in-one service). Same batches,
 * ids and barriers as between machines. Nothing survives the process unless a state folder is
 * given; with one, the same command resumes after a kill.
 */
@NullMarked
package dev.roastery.embedded;

import org.jspecify.annotations.NullMarked;
