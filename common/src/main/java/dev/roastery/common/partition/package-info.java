/**
 * A partition: the state machine ({@link dev.roastery.common.partition.Partition}, pure), the life
 * of a batch around it ({@link dev.roastery.common.partition.PartitionLoop}: append, force,
 * acknowledge, apply, send, commit), and the ownership around that ({@link
 * dev.roastery.common.partition.PartitionOwner}). A kind of worker is a {@link
 * dev.roastery.common.partition.Stage}; nothing else differs between them. Disk, broker and clock
 * come in through ports; only the package {@code host} knows of threads.
 */
@NullMarked
package dev.roastery.common.partition;

import org.jspecify.annotations.NullMarked;
