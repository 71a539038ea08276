/**
 * Runs executions. One thread, the {@link Host}'s, owns all state and does all writing. What to do
 * next is one function of the state ({@link Decision}), both in live operation and after a crash.
 * Steps run on other threads and cannot change the state: they only return an outcome.
 */
@NullMarked
package dev.roastery.common.workflow.engine;

import org.jspecify.annotations.NullMarked;
