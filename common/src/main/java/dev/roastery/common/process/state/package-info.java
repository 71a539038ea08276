/**
 * Where a worker keeps what must outlive it: the folder of a volume that the nodes of its stage
 * share, or an object store. Nothing else of a worker's process knows which of the two it is. May
 * import {@code storage}, {@code pipeline}, {@code broker} and {@code fault}.
 */
@NullMarked
package dev.roastery.common.process.state;

import org.jspecify.annotations.NullMarked;
