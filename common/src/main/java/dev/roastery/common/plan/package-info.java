/**
 * Tables and queries as data: read from JSON ({@link dev.roastery.common.plan.Query}, {@link
 * dev.roastery.common.plan.Tables}), checked and resolved against each other ({@link
 * dev.roastery.common.plan.BoundQuery}), and carried to every partition ({@link
 * dev.roastery.common.plan.JobPlan}). Stages work with bound queries only and never look at JSON.
 * The built-in queries are resources that the same code reads. Pure: no I/O but those resources, no
 * clock, no randomness; the same plan is always the same bytes. docs/queries.md is the language.
 */
@NullMarked
package dev.roastery.common.plan;

import org.jspecify.annotations.NullMarked;
