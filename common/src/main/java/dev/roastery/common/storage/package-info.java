/**
 * The way to a volume: {@link Disk} is the port, {@link FileDisk} a directory of this machine.
 * Files are replaced durably in one place, and there is one log of checksummed lines. Nothing is
 * retried after a failed force: {@link FailStop} ends the process. Object stores are the packages
 * below: {@code .object} the port, {@code .s3} its client, {@code .check}, {@code .location}.
 * Imports only {@code fault}.
 */
@NullMarked
package dev.roastery.common.storage;

import org.jspecify.annotations.NullMarked;
