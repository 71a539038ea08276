/**
 * The maximizers: the partial one adds up its share of a query's groups and keeps what may be among
 * the best; the absolute one, a single partition for each job and query, ranks what the shares have
 * kept. Queries without a rank pass through whole. Pure, like every stage; the arithmetic is in
 * common's compute package.
 */
@NullMarked
package dev.roastery.maximizer;

import org.jspecify.annotations.NullMarked;
