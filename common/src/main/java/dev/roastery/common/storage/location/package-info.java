/**
 * Which object store is meant: {@link StoreLocation} reads an address, {@link StoreOptions} are the
 * options beside it. The one place that knows all kinds of stores. Imports {@code storage.object}
 * and {@code storage.s3}.
 */
@NullMarked
package dev.roastery.common.storage.location;

import org.jspecify.annotations.NullMarked;
