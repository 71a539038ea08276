/**
 * What a process tells operators of itself: what it takes of its machine, how fast it works, and
 * which jobs its next heartbeat tells of. Nothing depends on it. May use: message, partition,
 * pipeline, spill.
 */
@NullMarked
package dev.roastery.common.process.watch;

import org.jspecify.annotations.NullMarked;
