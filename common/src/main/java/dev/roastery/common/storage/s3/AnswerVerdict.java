package dev.roastery.common.storage.s3;

import dev.roastery.common.storage.object.StoreException;
import dev.roastery.common.storage.object.StoreRefusedException;
import dev.roastery.common.storage.object.StoreUnfitException;

/** What an answer means for the next step, whatever was asked. */
sealed interface AnswerVerdict {

  /** It is the answer: done, or a condition, an object or a range that is not there. */
  record Final() implements AnswerVerdict {}

  /** The store is in trouble; nobody knows what it has done. */
  record Trouble(String why) implements AnswerVerdict {}

  /** Refused before anything was done, for the time of the request. */
  record WrongTime(StoreException otherwise) implements AnswerVerdict {}

  /** Refused before anything was done, for credentials that have ended. */
  record OldCredentials(StoreException otherwise) implements AnswerVerdict {}

  /** Refused. */
  record Refused(StoreException why) implements AnswerVerdict {}

  static AnswerVerdict of(S3Answer answer, S3Bucket bucket) {
    if (answer.isDone() || answer.isAgainstCondition()) {
      return new Final();
    }
    String said = answer.status() + answer.error().words();
    return switch (answer.status()) {
      case 416 -> new Final();
      case 404 ->
          answer.error().code().equals("NoSuchBucket")
              ? refused("there is no bucket " + bucket.bucket() + " at " + bucket.endpoint())
              : new Final();
      case 301, 302, 308 -> refused(elsewhere(bucket, answer));
      case 401, 403 -> forbidden(bucket, answer, said);
      case 400 -> bad(bucket, answer, said);
      case 405, 501 ->
          new Refused(new StoreUnfitException(bucket + " cannot do what is asked: " + said));
      case 307, 408, 409, 425, 429 -> new Trouble("the store says " + said);
      default ->
          answer.status() >= 500
              ? new Trouble("the store says " + said)
              : refused(bucket + " refuses a request: " + said);
    };
  }

  private static AnswerVerdict forbidden(S3Bucket bucket, S3Answer answer, String said) {
    StoreException refusal =
        new StoreRefusedException(
            bucket + " refuses the credentials or lacks a permission for them: " + said);
    return switch (answer.error().code()) {
      case "RequestTimeTooSkewed" -> new WrongTime(refusal);
      case "ExpiredToken" -> new OldCredentials(refusal);
      default -> new Refused(refusal);
    };
  }

  private static AnswerVerdict bad(S3Bucket bucket, S3Answer answer, String said) {
    return switch (answer.error().code()) {
      case "ExpiredToken" ->
          new OldCredentials(
              new StoreRefusedException(bucket + " refuses the credentials: " + said));
      case "RequestTimeout", "IncompleteBody" -> new Trouble("the store says " + said);
      case "AuthorizationHeaderMalformed", "IllegalLocationConstraintException" ->
          refused(elsewhere(bucket, answer));
      default -> refused(bucket + " refuses a request: " + said);
    };
  }

  private static String elsewhere(S3Bucket bucket, S3Answer answer) {
    String told = answer.header("x-amz-bucket-region");
    String region = told.isEmpty() ? answer.error().region() : told;
    String advice =
        region.matches("[a-z0-9-]{1,40}") ? "its region is " + region : "check its address";
    return bucket
        + " is not in the region "
        + bucket.region()
        + ", or not at this endpoint: "
        + advice;
  }

  private static AnswerVerdict refused(String why) {
    return new Refused(new StoreRefusedException(why));
  }
}
