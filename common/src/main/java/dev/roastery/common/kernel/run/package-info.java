/**
 * Rows and groups in spilled files: runs that are sorted, and merged block by block, so that any
 * number of rows is sorted, and any number of groups added up, in bounded memory. What comes out is
 * what the same rows in memory would have given (invariant 1).
 */
@NullMarked
package dev.roastery.common.kernel.run;

import org.jspecify.annotations.NullMarked;
