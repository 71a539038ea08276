/**
 * A batch's values, column by column, and how {@link RowsCodec} packs them: longs in as few bits as
 * their range needs, texts as a dictionary where they repeat. docs/formats.md draws the layouts.
 */
@NullMarked
package dev.roastery.common.message.rows;

import org.jspecify.annotations.NullMarked;
