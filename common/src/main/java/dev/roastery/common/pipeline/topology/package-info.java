/**
 * Who sends what of one job to whom: {@link dev.roastery.common.pipeline.topology.JobTopology},
 * arithmetic on the pipeline and the job's plan. A package of its own because plans say how many
 * partitions a job has, and so need the pipeline themselves. Pure.
 */
@NullMarked
package dev.roastery.common.pipeline.topology;

import org.jspecify.annotations.NullMarked;
