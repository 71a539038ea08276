/**
 * A trace of each job that has ended, for a collector of OpenTelemetry: a span for the job, one for
 * each part and one for each stage. It is made of what is durable, so that after a crash the same
 * trace is sent again. It never holds a job up. May use: jobs.
 */
@NullMarked
package dev.roastery.gateway.trace;

import org.jspecify.annotations.NullMarked;
