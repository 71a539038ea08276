package dev.roastery.common.storage.s3;

/** Whether a write needs the name to be free. */
enum Condition {
  NAME_IS_FREE,
  NONE;

  S3Request on(S3Request request) {
    return this == NAME_IS_FREE ? request.creating() : request;
  }
}
