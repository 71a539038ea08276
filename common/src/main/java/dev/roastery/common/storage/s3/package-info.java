/**
 * The client of the S3 API, over the JDK's {@code HttpURLConnection} ({@code
 * docs/adr/0011-object-store.md} says why). {@link S3Store} is its {@link
 * dev.roastery.common.storage.object.ObjectStore}. {@link Exchange} is one request and its answer,
 * and never sends a request twice; {@link S3Calls} is the one place that repeats, and only what may
 * be. No text made here has a secret in it. Imports {@code storage}, {@code storage.object}, {@code
 * s3.signature}, {@code s3.credentials} and {@code fault}.
 */
@NullMarked
package dev.roastery.common.storage.s3;

import org.jspecify.annotations.NullMarked;
