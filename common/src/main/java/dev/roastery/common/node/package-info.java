/**
 * A process of Roastery: what it is told at its start, the partitions that it hosts, the heartbeat
 * by which the gateway knows of it, and the port by which its operator does. Nothing here decides
 * anything about data.
 */
@NullMarked
package dev.roastery.common.node;

import org.jspecify.annotations.NullMarked;
