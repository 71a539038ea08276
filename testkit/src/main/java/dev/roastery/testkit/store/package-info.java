/**
 * What tests of object stores share: {@link ObjectStoreContract}, to which each implementation is
 * held; {@link MemoryStore}, the smallest one that keeps it, and stores that break it; and {@link
 * FakeS3}, the harness's server of the S3 API, whose connections break where a test says.
 */
@NullMarked
package dev.roastery.testkit.store;

import org.jspecify.annotations.NullMarked;
