/**
 * A partition's directory and the only interface to it: {@link
 * dev.roastery.common.durable.PersistenceService}. Forced bytes survive a power loss; unforced
 * bytes are recognised and cut; damaged bytes are refused. An epoch has one writer; an older epoch
 * is only read, then deleted. All code here uses the disk through {@link
 * dev.roastery.common.durable.Disk}, except for {@link dev.roastery.common.durable.FileDisk} itself
 * and {@link dev.roastery.common.durable.Durably}, which serves folders that do not belong to a
 * partition. docs/formats.md draws the files. May import {@code wire} (ids) and {@code fault}.
 */
package dev.roastery.common.durable;
