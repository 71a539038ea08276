/**
 * The joiner: a single partition for each job and query waits for the query's rows and the
 * reference tables that it names, in either order, looks names up, and sends the result's rows in
 * their final order to the collector. Of rows of a reference table with the same key, the first by
 * part, then by place in the part, counts. Pure, like every stage.
 */
@NullMarked
package dev.roastery.joiner;

import org.jspecify.annotations.NullMarked;
