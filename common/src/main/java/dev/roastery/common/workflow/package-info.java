/**
 * Durable workflows: a graph of steps, declared in code, that is carried to its end whatever dies
 * on the way. What happens to an execution is a log of events, each on disk before anything relies
 * on it; its state is the fold of that log, and what to do next is one function of the state,
 * {@link dev.roastery.common.workflow.Decision}, which a start after a crash uses like live
 * operation does. One thread, the {@link dev.roastery.common.workflow.Host}'s, owns all state and
 * does all writing; steps run elsewhere and cannot change the state, only return an {@link
 * dev.roastery.common.workflow.Outcome}. Knows no HTTP, no broker, no job. May use: durable (its
 * Disk), fault. docs/workflow.md explains it, docs/formats-workflow.md has the bytes.
 */
package dev.roastery.common.workflow;
