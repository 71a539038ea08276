package dev.roastery.common.workflow;

/**
 * An event in the log.
 *
 * @param seq from 1, without gaps
 */
public record Logged(long seq, long atMillis, Event event) {}
