/**
 * A server of the S3 API that is as good as the store behind it: over a folder in a process of its
 * own ({@link StoreProcess}), where it may be stopped and killed, or in a test's process, where it
 * does to each request what the test says. It is for faults on purpose and for tests: it believes
 * every signature.
 */
@NullMarked
package dev.roastery.harness.store;

import org.jspecify.annotations.NullMarked;
