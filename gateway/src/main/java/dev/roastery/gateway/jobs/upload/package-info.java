/**
 * How the rows of a job come in. {@link dev.roastery.gateway.jobs.upload.PartLedger} is the durable
 * record of one part; {@link dev.roastery.gateway.jobs.upload.PartStream} turns bytes into batches
 * and records what the broker has confirmed. The rule: an offset is on record only after the broker
 * has confirmed every batch before it.
 *
 * <p>Each has a single writer, and knows no thread, lock, clock or file system, so that both run in
 * the simulator as they are; {@code host} has what waits. Imports {@code gateway.feed} and {@code
 * gateway.ingest}, and nothing of HTTP.
 */
@NullMarked
package dev.roastery.gateway.jobs.upload;

import org.jspecify.annotations.NullMarked;
