/**
 * Where the parts of a dataset are: {@link DatasetFolder} is what has them, {@link PartSource} the
 * bytes of one. A folder of this machine, or what the keys of a bucket's objects begin with.
 * Invariant: what is read of one part is one version of it; an object that is replaced while it is
 * read fails the run. Imports {@code common.storage} and, of its parent, {@code PartBytes}.
 */
@NullMarked
package dev.roastery.input.source;

import org.jspecify.annotations.NullMarked;
