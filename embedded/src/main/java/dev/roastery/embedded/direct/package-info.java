/**
 * The shortcut of a run that keeps no state: the thread that reads rows also adds them up. Same
 * ids, same counting, same result; only the transport between aggregator and maximizer is missing.
 */
@NullMarked
package dev.roastery.embedded.direct;

import org.jspecify.annotations.NullMarked;
