/**
 * Named crash points, the reasons for which a process ends itself, the failure of a job alone, and
 * the one policy of retries. Imports nothing of Roastery.
 */
@NullMarked
package dev.roastery.common.fault;

import org.jspecify.annotations.NullMarked;
