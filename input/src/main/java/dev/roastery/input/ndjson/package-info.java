/**
 * Parts with one JSON object on each line: their fields are columns by name, their values those of
 * the CSV columns of the same types.
 */
@NullMarked
package dev.roastery.input.ndjson;

import org.jspecify.annotations.NullMarked;
