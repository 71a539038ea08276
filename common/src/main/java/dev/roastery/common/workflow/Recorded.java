package dev.roastery.common.workflow;

/**
 * A fact that is in the log.
 *
 * @param nth among the facts of its execution, from 1 without a gap
 */
public record Recorded<F extends Fact>(long nth, long atMillis, F fact) {}
