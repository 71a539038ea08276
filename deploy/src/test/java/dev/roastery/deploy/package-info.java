/** The chart, rendered and judged; no cluster is needed. */
@NullMarked
package dev.roastery.deploy;

import org.jspecify.annotations.NullMarked;
