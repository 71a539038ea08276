/**
 * Fair shares of what the jobs of a service have in common: {@link dev.roastery.common.share.Share}
 * is a job's client and that client's weight, and {@link dev.roastery.common.share.Turns} says
 * which of those that wait is next. Batches on their way to the broker, the outputs of a partition
 * and the memory of a process are shared by client first, and then by job. Pure values: no I/O, no
 * clock, no thread. Imports nothing of ours.
 */
@NullMarked
package dev.roastery.common.share;

import org.jspecify.annotations.NullMarked;
