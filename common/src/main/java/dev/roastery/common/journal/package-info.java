/**
 * A partition's directory, and the one door to it: {@link PersistenceService}. What was forced
 * survives a power loss, what was not is recognised and cut off, what rotted is refused. An epoch
 * has one writer; an older epoch is only read, then deleted. {@code format} is what the files look
 * like, {@code recovery} reads them. May import {@code message} (ids), {@code storage} and {@code
 * fault}. docs/formats-disk.md draws the files.
 */
@NullMarked
package dev.roastery.common.journal;

import org.jspecify.annotations.NullMarked;
