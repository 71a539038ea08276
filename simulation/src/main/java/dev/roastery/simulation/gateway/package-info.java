/**
 * The gateway of a schedule: the product's job core ({@link dev.roastery.gateway.jobs.JobMachine}),
 * its uploads and its messages from partitions as they are, on a host whose next task the seed
 * picks. {@link dev.roastery.simulation.gateway.Evidence} outlives the process and says what the
 * broker has confirmed and what partitions have answered.
 */
@NullMarked
package dev.roastery.simulation.gateway;

import org.jspecify.annotations.NullMarked;
