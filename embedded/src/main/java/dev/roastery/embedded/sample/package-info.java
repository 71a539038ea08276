/** Sample data: a sales dataset of any size, the same bytes for the same seed on every machine. */
@NullMarked
package dev.roastery.embedded.sample;

import org.jspecify.annotations.NullMarked;
