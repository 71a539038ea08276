/**
 * Reads what older epochs hold: the newest readable snapshot and the journal after it. A torn write
 * at the end is cut off; damage anywhere else is refused with file and offset.
 */
@NullMarked
package dev.roastery.common.journal.recovery;

import org.jspecify.annotations.NullMarked;
