/**
 * Bytes on the wire, written and read in one place. Bytes that were damaged on the way cause a
 * {@link WireException} and nothing else: no wrong value, no endless loop, no huge allocation.
 */
@NullMarked
package dev.roastery.common.message.bytes;

import org.jspecify.annotations.NullMarked;
