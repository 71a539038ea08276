/**
 * {@link dev.roastery.common.broker.Transport} in the memory of one process, with the same rules of
 * acknowledgement as over a broker. The queues end with the process.
 */
@NullMarked
package dev.roastery.common.broker.memory;

import org.jspecify.annotations.NullMarked;
