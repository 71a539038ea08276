/**
 * Carries executions to their ends. One thread, the {@link Host}'s, owns all state and does all
 * writing; what to do next is one function of the state ({@link Decision}), which a start after a
 * crash uses like live operation does. Steps run elsewhere and cannot change the state: they only
 * return an outcome.
 */
@NullMarked
package dev.roastery.common.workflow.engine;

import org.jspecify.annotations.NullMarked;
