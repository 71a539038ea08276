/**
 * What nodes send each other, and its bytes. {@link Message} is the sealed family of messages,
 * {@link MessageCodec} gives them bytes under a checksum; {@link Rows} are a batch's values, column
 * by column, and {@link RowsCodec} packs them. docs/formats.md draws the layouts.
 *
 * <p>The same value always has the same bytes: a batch that is sent again after a crash must not
 * differ from the first (invariant 1). Bytes that were damaged on the way give a {@link
 * WireException} and nothing else: no wrong value, no endless loop, no huge allocation.
 *
 * <p>Imports nothing of Roastery, and does no I/O.
 */
package dev.roastery.common.wire;
