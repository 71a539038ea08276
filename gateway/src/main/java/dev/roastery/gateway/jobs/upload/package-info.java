/**
 * The upload of a job's rows. {@link dev.roastery.gateway.jobs.upload.PartLedger} is the record of
 * one part; {@link dev.roastery.gateway.jobs.upload.PartStream} turns bytes into batches and
 * records what the broker has confirmed. The rule: an offset is recorded only after the broker has
 * confirmed every batch before it.
 *
 * <p>Each has a single writer and uses no thread, lock, clock or file system, so that both run
 * unchanged in the simulator; {@code host} contains everything that blocks. May use: service,
 * input, common; nothing of HTTP.
 */
@NullMarked
package dev.roastery.gateway.jobs.upload;

import org.jspecify.annotations.NullMarked;
