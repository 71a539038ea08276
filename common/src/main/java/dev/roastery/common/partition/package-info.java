/**
 * A partition: the state machine ({@link Partition}, pure) and the life of a batch around it
 * ({@link PartitionLoop}: append, force, acknowledge, apply, send, commit). A kind of worker is a
 * {@link Stage}; nothing else differs between them. Disk, broker and clock come in through ports.
 *
 * <p>{@code ownership} decides which process runs a partition, {@code poison} finds the message
 * that kills its stage, {@code host} has the threads.
 */
@NullMarked
package dev.roastery.common.partition;

import org.jspecify.annotations.NullMarked;
