/**
 * Rows in order: sorting without an object per row ({@link RowSort}), sorting into buckets, and
 * cutting sorted rows into batches by a rule that never changes ({@link BatchSlicer}).
 */
@NullMarked
package dev.roastery.common.kernel.order;

import org.jspecify.annotations.NullMarked;
