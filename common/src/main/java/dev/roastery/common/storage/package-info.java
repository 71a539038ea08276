/**
 * Files on a {@link dev.roastery.common.durable.Disk}, for everything that is not a partition's
 * journal: a file that only grows, a log of checksummed lines, and the one way to replace a file
 * durably. Nothing here knows {@code java.nio.file}, threads or time, so that all of it runs in the
 * simulator. May import {@code durable} (the port) and {@code fault}.
 */
@NullMarked
package dev.roastery.common.storage;

import org.jspecify.annotations.NullMarked;
