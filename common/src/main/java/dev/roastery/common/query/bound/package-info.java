/** What a stage must know of a query: all names are positions, all types are known. */
@NullMarked
package dev.roastery.common.query.bound;

import org.jspecify.annotations.NullMarked;
