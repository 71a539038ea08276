/**
 * A partition's directory, and the one door to it: {@link
 * dev.roastery.common.durable.PersistenceService}. What was forced survives a power loss, what was
 * not is recognised and cut, what rotted is refused; nothing else ever comes back. An epoch has one
 * writer, and an older epoch is only read, then deleted. Everything here touches the disk through
 * {@link dev.roastery.common.durable.Disk} alone, but for {@link
 * dev.roastery.common.durable.FileDisk} and {@link dev.roastery.common.durable.Durably}, which is
 * for folders that are no partition's. docs/formats.md draws the files. May import {@code wire}
 * (ids) and {@code fault}.
 */
package dev.roastery.common.durable;
