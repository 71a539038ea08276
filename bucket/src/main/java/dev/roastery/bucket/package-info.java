/**
 * A real server of the S3 API for tests: s3proxy over a folder, in this process or in one of its
 * own. It is a subproject because of its hundred libraries, which no other test shall carry; its
 * own tests are those of the S3 client and of {@code roastery store check} against it. Nothing in
 * here is shipped.
 */
@NullMarked
package dev.roastery.bucket;

import org.jspecify.annotations.NullMarked;
