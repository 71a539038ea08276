/**
 * What the nodes of the cluster say of themselves, as people see it: which live, which partitions
 * they own, how far each job is there. Nothing is decided by it. Knows no job but by its id. May
 * use: common.
 */
@NullMarked
package dev.roastery.gateway.cluster;

import org.jspecify.annotations.NullMarked;
