/** From a SELECT to what the stages do: names, types, groups, and what comes after the joins. */
@NullMarked
package dev.roastery.common.query.select;

import org.jspecify.annotations.NullMarked;
