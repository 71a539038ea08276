/**
 * Columns being built from indexed fields, one class per type, and what is wanted of a table:
 * {@link CsvScan}. The usual form of a value is read by words, the rest byte by byte in {@link
 * dev.roastery.input.csv.value.FieldReader}.
 */
@NullMarked
package dev.roastery.input.csv.column;

import org.jspecify.annotations.NullMarked;
