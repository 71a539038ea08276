/**
 * The types of a dataset's columns, found by reading it: from the heads of its files at first, and,
 * where that is not enough or a run meets a row that contradicts them, from all rows of the columns
 * that the queries need.
 */
@NullMarked
package dev.roastery.embedded.infer;

import org.jspecify.annotations.NullMarked;
