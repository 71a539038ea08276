/**
 * Sales that never happened: a dataset of the shape of the real one, as large as wanted, for
 * whoever wants to see Roastery work, and for tests and benchmarks. The same settings give the same
 * bytes on every machine, by however many threads: each month draws from a random stream of its
 * own, amounts are whole cents, and nothing asks the clock or the locale.
 */
@NullMarked
package dev.roastery.gateway.sample;

import org.jspecify.annotations.NullMarked;
