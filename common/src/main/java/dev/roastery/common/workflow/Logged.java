package dev.roastery.common.workflow;

/**
 * An event as it is in the log.
 *
 * @param seq from 1, without a gap
 */
public record Logged(long seq, long atMillis, Event event) {}
