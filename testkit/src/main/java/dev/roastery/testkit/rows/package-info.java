/**
 * Columns and rows from values, for tests and benchmarks: the product makes its columns where it
 * reads or computes them.
 */
@NullMarked
package dev.roastery.testkit.rows;

import org.jspecify.annotations.NullMarked;
