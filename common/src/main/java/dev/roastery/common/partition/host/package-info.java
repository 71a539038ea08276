/**
 * Where a partition meets threads and time: {@link
 * dev.roastery.common.partition.host.PartitionThread} runs one owner. All other code of a partition
 * is single-threaded and gets the time as a parameter.
 */
@NullMarked
package dev.roastery.common.partition.host;

import org.jspecify.annotations.NullMarked;
