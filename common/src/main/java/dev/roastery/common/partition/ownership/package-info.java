/**
 * Which process owns a partition: the cards in its owner queue, the claim of a new epoch, and the
 * proof that both agree with the volume. The broker's single active consumer decides; the epoch on
 * the volume that counts makes a stale owner harmless. docs/adr/0004-ownership.md tells the whole
 * story. May import {@code journal}, {@code broker} and {@code partition}.
 */
@NullMarked
package dev.roastery.common.partition.ownership;

import org.jspecify.annotations.NullMarked;
