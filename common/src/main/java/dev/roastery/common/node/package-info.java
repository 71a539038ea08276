/**
 * A process of Roastery: its settings, the partitions that it hosts, its heartbeat to the gateway,
 * and its health port for operators. No code here decides anything about data.
 */
@NullMarked
package dev.roastery.common.node;

import org.jspecify.annotations.NullMarked;
