/**
 * The gateway as a process: its options, and how jobs, the collector's partition and the HTTP
 * interface are put together.
 */
@NullMarked
package dev.roastery.gateway.process;

import org.jspecify.annotations.NullMarked;
