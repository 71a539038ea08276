/**
 * Durable workflows: a graph of steps, declared in code, that is carried to its end whatever
 * process dies on the way. Here is what a workflow is declared with ({@link Workflow}, {@link
 * Step}, {@link Outcome}), what can happen to an execution ({@link Event}, and the typed facts of
 * its domain), and how often a step is retried. {@code log} keeps the events, {@code engine}
 * carries the executions. Knows no HTTP, no broker, no job. docs/workflow.md explains it.
 */
@NullMarked
package dev.roastery.common.workflow;

import org.jspecify.annotations.NullMarked;
