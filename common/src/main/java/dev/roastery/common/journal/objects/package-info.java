/**
 * A partition's epochs in an object store, where nothing but create-only decides. Whoever creates
 * the next name of an epoch's journal, or of its log, decides how it goes on: its owner with a
 * group or a snapshot, or its successor with a seal. What was acknowledged is in the journal before
 * the seal, and is read; what comes after it is refused. No list, no missing object and no clock is
 * believed. docs/adr/0012 gives the proof, docs/formats-disk.md draws the objects. May import
 * {@code journal}'s other packages, {@code storage} and {@code fault}.
 */
@NullMarked
package dev.roastery.common.journal.objects;

import org.jspecify.annotations.NullMarked;
