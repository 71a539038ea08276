/**
 * The threads around the job machine: the service that HTTP calls, messages from queues, webhooks,
 * uploads, and the deletion of finished jobs. Decides nothing about a job: everything that is to be
 * recorded is a command to {@link dev.roastery.gateway.jobs.JobMachine}.
 */
@NullMarked
package dev.roastery.gateway.jobs.host;

import org.jspecify.annotations.NullMarked;
