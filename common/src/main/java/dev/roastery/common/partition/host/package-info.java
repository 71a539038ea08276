/**
 * Where a partition meets threads and time: {@link
 * dev.roastery.common.partition.host.PartitionThread} runs one owner. All else of a partition is
 * single-threaded and is told what time it is.
 */
@NullMarked
package dev.roastery.common.partition.host;

import org.jspecify.annotations.NullMarked;
