/**
 * The collector, the gateway's receiving end: one more partition, whose working state is the
 * results. When all of a query's rows are in, they become canonical CSV with its digest, and go to
 * a {@link dev.roastery.gateway.collect.ResultSink}. Pure but for that sink; {@link
 * dev.roastery.gateway.collect.ResultFiles} is the real one.
 */
@NullMarked
package dev.roastery.gateway.collect;

import org.jspecify.annotations.NullMarked;
