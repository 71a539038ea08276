/**
 * What {@code roastery} says of itself: its commands by groups, an example for each, {@code help}
 * and {@code version}. Nothing here is loaded by a command that does its work.
 */
@NullMarked
package dev.roastery.cli.help;

import org.jspecify.annotations.NullMarked;
