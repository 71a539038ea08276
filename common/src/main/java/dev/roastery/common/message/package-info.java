/**
 * What processes send each other: {@link Message} is the sealed family of messages, {@link
 * MessageCodec} gives them bytes under a checksum. {@code rows} has a batch's values, column by
 * column, {@code bytes} the reader and writer below both. docs/formats.md draws the layouts.
 *
 * <p>The same value always has the same bytes: a batch that is sent again after a crash must not
 * differ from the first (invariant 1). Imports nothing else of Roastery, and does no I/O.
 */
@NullMarked
package dev.roastery.common.message;

import org.jspecify.annotations.NullMarked;
