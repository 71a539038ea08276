package dev.roastery.common.storage.s3;

import dev.roastery.common.storage.object.ByteRange;
import dev.roastery.common.storage.object.ETag;
import dev.roastery.common.storage.object.Got;
import dev.roastery.common.storage.object.StoreAwayException;
import dev.roastery.common.storage.object.StoreException;
import dev.roastery.common.storage.object.StoreUnfitException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The gets of a store, and what their answers say. */
final class Reads {

  private static final Pattern CONTENT_RANGE = Pattern.compile("bytes (\\d+)-(\\d+)/(\\d+)");

  private final S3Bucket bucket;
  private final S3Limits limits;
  private final S3Calls calls;

  Reads(S3Bucket bucket, S3Limits limits, S3Calls calls) {
    this.bucket = bucket;
    this.limits = limits;
    this.calls = calls;
  }

  Got get(String key, ByteRange range, ETag etag) throws StoreException {
    S3Answer answer = ask(key, range, etag);
    return switch (answer.status()) {
      case 404 -> closed(answer, new Got.Absent());
      case 412 -> closed(answer, new Got.Changed());
      case 416 -> closed(answer, new Got.PastEnd());
      default -> found(key, range, answer);
    };
  }

  private S3Answer ask(String key, ByteRange range, ETag etag) throws StoreException {
    S3Request request = S3Request.of("GET", key).range(range).ifIs(etag);
    return switch (calls.call(request)) {
      case S3Calls.Reply.Answered(S3Answer answer) -> answer;
      case S3Calls.Reply.Trouble(String why) ->
          throw new StoreAwayException("cannot read " + key + ": " + why);
    };
  }

  private Got found(String key, ByteRange range, S3Answer answer) throws StoreException {
    long length = answer.length();
    String tag = answer.header("ETag");
    Matcher told = CONTENT_RANGE.matcher(answer.header("Content-Range"));
    boolean isPart = answer.status() == 206 && told.matches();
    if (length < 0 || !ETag.isTag(tag) || isPart == range.isWhole()) {
      answer.abandon();
      throw new StoreUnfitException(
          bucket + " does not tell length, range and ETag of what it sends");
    }
    ETag etag = new ETag(tag);
    long size = isPart ? Long.parseLong(told.group(3)) : length;
    if (isPart && Long.parseLong(told.group(1)) != range.from()) {
      answer.abandon();
      throw new StoreUnfitException(bucket + " sends another range than it was asked for");
    }
    ObjectBody.Rest rest = left -> rest(key, left, etag);
    return new Got.Found(etag, size, new ObjectBody(limits, rest, range, length, answer));
  }

  private S3Answer rest(String key, ByteRange left, ETag etag) throws StoreException {
    S3Answer answer = ask(key, left, etag);
    if (answer.status() != 206) {
      answer.abandon();
      throw new StoreAwayException(key + " was replaced or deleted while it was read");
    }
    return answer;
  }

  private static Got closed(S3Answer answer, Got got) {
    answer.close();
    return got;
  }
}
