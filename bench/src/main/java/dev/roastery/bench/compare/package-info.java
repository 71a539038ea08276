/**
 * Roastery, DuckDB and others on the same files, each a process of its own, in turns: what a user
 * would wait for, the start of the JVM included. All must give the same results, byte for byte, in
 * every round. Only ratios within one comparison mean something: machines are shared and noisy.
 */
@NullMarked
package dev.roastery.bench.compare;

import org.jspecify.annotations.NullMarked;
