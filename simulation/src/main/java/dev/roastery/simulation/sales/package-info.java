/**
 * The product's own stages in a schedule: aggregator, maximizer (partial and absolute), joiner and
 * collector, with the built-in queries, one with a join that ranks nothing, and two SELECTs that
 * group again, over a few random rows. With it the oracle, which computes the results from the rows
 * without any of that.
 */
@NullMarked
package dev.roastery.simulation.sales;

import org.jspecify.annotations.NullMarked;
