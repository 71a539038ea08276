/**
 * From a job's parts to its partitions, independent of how the parts are read: which columns and
 * rows of a table are wanted, and what is sent: the batches of a part, the ENDs of a table, and the
 * messages to all partitions. Ids and bytes are a function of the job and its parts alone, so
 * everything may be sent again (invariants 1 and 4).
 */
@NullMarked
package dev.roastery.input.feed;

import org.jspecify.annotations.NullMarked;
