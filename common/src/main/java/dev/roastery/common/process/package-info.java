/**
 * A process of Roastery: its options, its exit codes, the heartbeat by which the gateway knows of
 * it, and the port for its operator. Nothing here decides anything about data.
 */
@NullMarked
package dev.roastery.common.process;

import org.jspecify.annotations.NullMarked;
