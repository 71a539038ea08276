/**
 * The arithmetic of queries, column by column, on decoded rows. This package has what all kernels
 * share: batches, selections, hashes. {@code group} adds up, {@code order} sorts and cuts, {@code
 * state} is the working state that stages keep.
 *
 * <p>Nothing is allocated per row, and no result depends on the order in which rows arrived
 * (invariant 1). Kernels know no partition, no file, no thread; they import {@code message}, {@code
 * query} and {@code fault}.
 */
@NullMarked
package dev.roastery.common.kernel;

import org.jspecify.annotations.NullMarked;
