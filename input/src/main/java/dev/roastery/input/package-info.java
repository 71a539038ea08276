/**
 * The parts of a dataset: which files belong to which table, and their bytes. Reading formats is
 * the task of the packages below. Imports only {@code common}.
 */
@NullMarked
package dev.roastery.input;

import org.jspecify.annotations.NullMarked;
