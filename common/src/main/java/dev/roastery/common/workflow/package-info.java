/**
 * Durable workflows: graphs of steps, declared in code, whose executions reach an end even if the
 * process dies. This package declares workflows ({@link Workflow}, {@link Step}, {@link Outcome}),
 * the events of an execution ({@link Event}, and the typed facts of its domain), and the policy of
 * retries. {@code log} stores the events, {@code engine} runs the executions. Independent of HTTP,
 * broker and jobs. docs/workflow.md explains it.
 */
@NullMarked
package dev.roastery.common.workflow;

import org.jspecify.annotations.NullMarked;
