/**
 * What a job took, in time and work: folded from its facts, and from what the owners of partitions
 * say of themselves, which is kept beside the job when it has ended. May use: jobs, cluster.
 */
@NullMarked
package dev.roastery.gateway.jobs.profile;

import org.jspecify.annotations.NullMarked;
