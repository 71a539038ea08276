/** Conditions on one column, which become ranges of its values, and the names of columns. */
@NullMarked
package dev.roastery.common.query.condition;

import org.jspecify.annotations.NullMarked;
