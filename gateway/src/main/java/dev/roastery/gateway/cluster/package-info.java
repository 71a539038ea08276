/**
 * The state of the cluster for people, from the nodes' heartbeats: which nodes live, which
 * partitions they own, how far each job is. No decision depends on it. It knows jobs by their ids
 * only. May use: common.
 */
@NullMarked
package dev.roastery.gateway.cluster;

import org.jspecify.annotations.NullMarked;
