/**
 * Who owns a partition: the cards in its owner queue, and how they are checked against the volume.
 * The broker's single active consumer decides; the epoch that counts on the volume makes a stale
 * owner harmless. docs/adr/0004-ownership.md explains the whole protocol.
 */
@NullMarked
package dev.roastery.common.ownership;

import org.jspecify.annotations.NullMarked;
