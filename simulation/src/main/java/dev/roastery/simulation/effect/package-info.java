/**
 * What all simulated ports share: the effects of a node on the world outside its memory, its lives,
 * and its crashes. A port asks the node's {@link Incarnation} before and after every effect, and
 * the hook behind it may crash the node right there.
 */
@NullMarked
package dev.roastery.simulation.effect;

import org.jspecify.annotations.NullMarked;
