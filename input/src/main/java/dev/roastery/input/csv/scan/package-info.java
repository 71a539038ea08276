/**
 * Where the rows and fields of a block of bytes are, eight bytes at a time ({@link Swar}). {@link
 * RowIndex} is the inner loop of the reader; its arrays are visible to the columns for that reason
 * alone.
 */
@NullMarked
package dev.roastery.input.csv.scan;

import org.jspecify.annotations.NullMarked;
