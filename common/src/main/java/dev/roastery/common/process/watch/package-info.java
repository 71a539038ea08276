/**
 * What a process tells operators of itself: what it takes of its machine. Nothing depends on it.
 * May use: spill.
 */
@NullMarked
package dev.roastery.common.process.watch;

import org.jspecify.annotations.NullMarked;
