/**
 * Batches that come by reference: the port behind which a partition's ranges are read. Invariant:
 * what is read has the ids and bytes that it always has, so reading again does no harm. Imports
 * {@code message}, {@code share} and {@code journal.format}.
 */
@NullMarked
package dev.roastery.common.partition.range;

import org.jspecify.annotations.NullMarked;
