/** Computes expressions over columns of rows. */
@NullMarked
package dev.roastery.common.kernel.expression;

import org.jspecify.annotations.NullMarked;
