/**
 * All of Roastery in one process: the partitions of every stage as threads over in-process queues,
 * and the gateway's part of a job. Same batches, ids and barriers as between machines. Nothing
 * survives the process unless a state folder is given; then whoever is killed, and started again
 * with the same input and the same folder, goes on where it was. May import all but {@code http}.
 */
@NullMarked
package dev.roastery.gateway.embedded;

import org.jspecify.annotations.NullMarked;
