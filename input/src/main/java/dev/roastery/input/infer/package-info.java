/**
 * Finds what the columns of unknown files hold: the least type that fits all of their values,
 * whichever of them are seen first and by whichever thread. A first guess comes from the heads of
 * the files; who computes with it checks every row, and comes back when one contradicts it.
 */
@NullMarked
package dev.roastery.input.infer;

import org.jspecify.annotations.NullMarked;
