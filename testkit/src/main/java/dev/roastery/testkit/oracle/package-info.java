/**
 * Other opinions on what the results of the five built-in queries are, from code that shares
 * nothing with Roastery's: one by DuckDB, for large datasets, and one in the plainest Java, which
 * is to be trusted because it can be read. Both read {@code DIR/<table>/*.csv} and give canonical
 * CSV (docs/queries.md) by query name. The DuckDB one needs only JDBC to compile: who uses it adds
 * the driver, {@code duckdb} in gradle/libraries.properties, to its runtime.
 */
@NullMarked
package dev.roastery.testkit.oracle;

import org.jspecify.annotations.NullMarked;
