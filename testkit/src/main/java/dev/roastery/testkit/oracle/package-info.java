/**
 * Independent implementations of the five built-in queries that share no code with Roastery: one in
 * DuckDB, for large datasets, and one in plain Java that is simple enough to verify by reading.
 * Both read {@code DIR/<table>/*.csv} and give canonical CSV (docs/queries.md) by query name. The
 * DuckDB one needs only JDBC to compile: its users add the driver, {@code duckdb} in
 * gradle/libraries.properties, to its runtime.
 */
@NullMarked
package dev.roastery.testkit.oracle;

import org.jspecify.annotations.NullMarked;
