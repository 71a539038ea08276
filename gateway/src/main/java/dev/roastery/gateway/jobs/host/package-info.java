/**
 * The threads around the job machine: the service that HTTP calls, messages from queues, webhooks,
 * uploads, and the deletion of ended jobs. It makes no decision about a job: it sends commands to
 * {@link dev.roastery.gateway.jobs.JobMachine}.
 */
@NullMarked
package dev.roastery.gateway.jobs.host;

import org.jspecify.annotations.NullMarked;
