/**
 * Whether an object store keeps the contract of {@link
 * dev.roastery.common.storage.object.ObjectStore}, found out by trying. {@link StoreCheck} tries
 * all of it, for a person; {@link BriefCheck} tries in a moment what an installation must not do
 * without, and is made for the start of each process that keeps state in a store. No process runs
 * it yet. Imports {@code storage.object} and {@code fault}.
 */
@NullMarked
package dev.roastery.common.storage.check;

import org.jspecify.annotations.NullMarked;
