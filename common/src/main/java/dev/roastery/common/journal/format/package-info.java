/**
 * What the files of an epoch look like, and the values they hold: heads, frames, snapshots, the
 * sets of processed ids. Every layout is drawn in the doc of its class. docs/formats-disk.md has
 * all of them.
 */
@NullMarked
package dev.roastery.common.journal.format;

import org.jspecify.annotations.NullMarked;
