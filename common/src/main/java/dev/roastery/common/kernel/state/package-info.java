/**
 * The working state that a stage keeps of a job until its gate opens, and its bytes in a snapshot:
 * tables of groups, or batches of rows. Saved state is canonical: the same set of batches gives the
 * same bytes.
 */
@NullMarked
package dev.roastery.common.kernel.state;

import org.jspecify.annotations.NullMarked;
