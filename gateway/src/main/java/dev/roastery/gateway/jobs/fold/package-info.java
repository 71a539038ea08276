/**
 * What the state of a job is made of: values, each of which changes with some of its facts and is
 * then another value. They know no fact; {@link dev.roastery.gateway.jobs.JobFacts} folds.
 */
@NullMarked
package dev.roastery.gateway.jobs.fold;

import org.jspecify.annotations.NullMarked;
