/**
 * From a job's parts to its partitions, for any reader of the parts: which columns and rows of a
 * table are wanted, and what is sent: the batches of a part, the ENDs of a table, and the messages
 * to all partitions. Ids and bytes are a function of the job and its parts alone, so everything may
 * be sent again (invariants 1 and 4). Reads nothing and keeps nothing; imports gateway.ingest and
 * nothing else of the gateway.
 */
@NullMarked
package dev.roastery.gateway.feed;

import org.jspecify.annotations.NullMarked;
