/**
 * Parts by reference: reads the windows of a part that a range names, where the part is, in the one
 * version that counts. {@link dev.roastery.input.range.PartRanges} does it with threads of its own
 * for all partitions of a process. Invariant: what it brings is what an upload of the part would
 * bring. Imports {@code input}'s readers and {@code common.partition.range}.
 */
@NullMarked
package dev.roastery.input.range;

import org.jspecify.annotations.NullMarked;
