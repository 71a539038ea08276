/**
 * CSV bytes to columns. {@link CsvReader} takes a part as it arrives over the network, {@link
 * CsvFile} one that is all there, by several threads; both give the same batches of the same part,
 * whatever the portions, the threads, or the place from which they continue (invariant 1 begins
 * here). No String and no object is made per value or row, unless the row is bad.
 */
@NullMarked
package dev.roastery.input.csv;

import org.jspecify.annotations.NullMarked;
