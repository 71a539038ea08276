/**
 * How one owner of a partition follows another, as the journal sees it: what it takes over, and
 * where it writes from then on. It does not know whether that is in folders or in an object store.
 */
@NullMarked
package dev.roastery.common.journal.succession;

import org.jspecify.annotations.NullMarked;
