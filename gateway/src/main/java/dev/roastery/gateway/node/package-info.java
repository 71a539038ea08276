/** The gateway as a process: the collector's partition, the jobs, and their door. */
@NullMarked
package dev.roastery.gateway.node;

import org.jspecify.annotations.NullMarked;
