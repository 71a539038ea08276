/**
 * AWS Signature Version 4, which shows a store of the S3 API who sends a request, and when: the
 * text of an address that it is made of, and the time. Nothing here sends anything, and no text
 * made here has a secret in it but the signature itself. Imports {@code storage} and {@code
 * s3.credentials}.
 */
@NullMarked
package dev.roastery.common.storage.s3.signature;

import org.jspecify.annotations.NullMarked;
