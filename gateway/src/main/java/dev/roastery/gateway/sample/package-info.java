/**
 * Generated sales: a dataset with the shape of the real one, of any size, for demos, tests and
 * benchmarks. The same settings give the same bytes on every machine and with any number of
 * threads: each month has its own random stream, amounts are whole cents, and no code uses the
 * clock or the locale.
 */
@NullMarked
package dev.roastery.gateway.sample;

import org.jspecify.annotations.NullMarked;
