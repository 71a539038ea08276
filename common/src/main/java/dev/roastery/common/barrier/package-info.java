/**
 * When is a stream complete? When all of its senders have said how many batches they sent here, and
 * that many distinct ones are in (invariant 5). Pure; imports the wire's records and the processed
 * ids.
 */
@NullMarked
package dev.roastery.common.barrier;

import org.jspecify.annotations.NullMarked;
