/**
 * Queries resolved against their tables: {@link Binder} turns names into numbers, {@link
 * BoundQuery} is all that a stage must know, {@link Catalog} holds the built-in tables and queries,
 * which are resources read by the same code. Stages work with bound queries only and never look at
 * JSON. Pure: no I/O except for those resources, no clock, no randomness.
 */
@NullMarked
package dev.roastery.common.query.plan;

import dev.roastery.common.query.bound.BoundQuery;
import org.jspecify.annotations.NullMarked;
