/**
 * Messages that a stage cannot apply: attempts are counted across crashes ({@link ReplayGuard}) and
 * within a process, and after the last one the message goes to the {@link Quarantine}, and its job
 * fails alone (invariant 6).
 */
@NullMarked
package dev.roastery.common.partition.poison;

import org.jspecify.annotations.NullMarked;
