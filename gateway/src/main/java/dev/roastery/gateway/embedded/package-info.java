/**
 * All of Roastery in one process: the partitions of every stage as threads over in-process queues,
 * and the gateway's part of a job. The batches, ids and barriers are the same as between machines.
 * Nothing survives the process unless a state folder is given; then a run that was killed resumes
 * when it is started again with the same input and the same folder. May import all but {@code
 * http}.
 */
@NullMarked
package dev.roastery.gateway.embedded;

import org.jspecify.annotations.NullMarked;
