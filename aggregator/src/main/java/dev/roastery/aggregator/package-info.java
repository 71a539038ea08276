/**
 * The aggregator: runs every query of a job on each batch of its table. What a filter lets through
 * goes on at once, one batch for each that came; groups stay, and go on at the barrier, split over
 * the maximizers by key. Pure: all I/O is the partition's around it. The arithmetic is in common's
 * compute package.
 */
@NullMarked
package dev.roastery.aggregator;

import org.jspecify.annotations.NullMarked;
