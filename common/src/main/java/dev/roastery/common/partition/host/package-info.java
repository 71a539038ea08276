/**
 * Where a partition meets threads and time: {@link PartitionThread} runs one owner, {@link
 * PartitionHost} all partitions of a process. Everything else of a partition is single-threaded and
 * is given the time.
 */
@NullMarked
package dev.roastery.common.partition.host;

import org.jspecify.annotations.NullMarked;
