/** Which format a part has: its name says it. A new format is added here and nowhere else. */
@NullMarked
package dev.roastery.input.format;

import org.jspecify.annotations.NullMarked;
