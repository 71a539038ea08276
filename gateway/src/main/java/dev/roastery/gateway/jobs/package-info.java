/**
 * The job machine. A job is one execution of {@link dev.roastery.gateway.jobs.JobWorkflow} with one
 * log of typed facts; the engine's thread is its only writer, and its state is the fold of its
 * facts. Disk, host, transport, notifier and randomness are ports, so that the simulator runs the
 * same code. Independent of HTTP, threads and locks. May use: service, upload, collect, input,
 * common.
 */
@NullMarked
package dev.roastery.gateway.jobs;

import org.jspecify.annotations.NullMarked;
