/**
 * Groups and what their rows add up to. {@link GroupTable} is the door: it numbers each distinct
 * key in order of first arrival and keeps one accumulator per measure. These numbers never leave
 * this package, so results do not depend on arrival order (invariant 1).
 */
@NullMarked
package dev.roastery.common.kernel.group;

import org.jspecify.annotations.NullMarked;
