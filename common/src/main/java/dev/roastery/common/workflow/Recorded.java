package dev.roastery.common.workflow;

/**
 * A fact in the log.
 *
 * @param nth number among the facts of its execution, from 1 without gaps
 */
public record Recorded<F extends Fact>(long nth, long atMillis, F fact) {}
