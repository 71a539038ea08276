/**
 * The aggregator: runs every query of a job on each batch of its table. Rows that pass a filter are
 * sent on at once, one batch for each input batch. Groups are kept and sent at the barrier, split
 * over the maximizers by key. Pure: the surrounding partition does all I/O. The arithmetic is in
 * common's compute package.
 */
@NullMarked
package dev.roastery.aggregator;

import org.jspecify.annotations.NullMarked;
