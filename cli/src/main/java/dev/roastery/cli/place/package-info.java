/**
 * Where a command reads and writes: a folder of this machine, or {@code s3://BUCKET/PREFIX}. {@link
 * Places} tells them apart, and has the options of the store. Knows no command but the root, whose
 * environment has the credentials.
 */
@NullMarked
package dev.roastery.cli.place;

import org.jspecify.annotations.NullMarked;
