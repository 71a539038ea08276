/**
 * The job machine. A job is one execution of {@link dev.roastery.gateway.jobs.JobWorkflow} with one
 * log of typed facts; the engine's thread is its only writer, and its state is the fold of its
 * facts. Everything behind ports (disk, host, transport, notifier, randomness): the simulator runs
 * the same code. Knows no HTTP, no thread, no lock. May use: service, collect, feed, common.
 */
@NullMarked
package dev.roastery.gateway.jobs;

import org.jspecify.annotations.NullMarked;
