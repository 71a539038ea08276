package dev.roastery.common.storage.s3;

import dev.roastery.common.storage.object.ByteRange;
import dev.roastery.common.storage.object.Content;
import dev.roastery.common.storage.object.Creation;
import dev.roastery.common.storage.object.ETag;
import dev.roastery.common.storage.object.Got;
import dev.roastery.common.storage.object.ListedObject;
import dev.roastery.common.storage.object.ObjectName;
import dev.roastery.common.storage.object.ObjectStore;
import dev.roastery.common.storage.object.Pause;
import dev.roastery.common.storage.object.StoreAwayException;
import dev.roastery.common.storage.object.StoreException;
import dev.roastery.common.storage.s3.credentials.CredentialSource;
import dev.roastery.common.storage.s3.signature.SigningTime;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** A bucket of a store that speaks the S3 API. Create-only is {@code If-None-Match: *}. */
public final class S3Store implements ObjectStore {

  private final S3Bucket bucket;
  private final S3Limits limits;
  private final StallGuard guard;
  private final S3Calls calls;

  public S3Store(S3Bucket bucket, S3Limits limits, CredentialSource credentials, SigningTime time) {
    this(bucket, limits, credentials, time, StoreConnections.to(bucket.endpoint()));
  }

  S3Store(
      S3Bucket bucket,
      S3Limits limits,
      CredentialSource credentials,
      SigningTime time,
      Exchange.Opener opener) {
    this.bucket = bucket;
    this.limits = limits;
    this.guard = new StallGuard(limits.requestMillisMax());
    Exchange exchange = new Exchange(bucket, limits, opener, guard);
    this.calls = new S3Calls(bucket, limits, exchange, credentials, time);
  }

  @Override
  public Creation create(ObjectName name, Content content) throws StoreException {
    try {
      return switch (write(name, content, Condition.NAME_IS_FREE)) {
        case WriteOutcome.Done() -> new Creation.Created();
        case WriteOutcome.Exists() -> new Creation.ExistsAlready();
        case WriteOutcome.Trouble(String why) -> new Creation.Unknown(why);
      };
    } catch (StoreAwayException e) { // before or between its requests
      return new Creation.Unknown(String.valueOf(e.getMessage()));
    }
  }

  @Override
  public void put(ObjectName name, Content content) throws StoreException {
    String why = "";
    for (int attempt = 1; attempt <= limits.attempts(); attempt++) {
      WriteOutcome outcome = write(name, content, Condition.NONE);
      if (outcome instanceof WriteOutcome.Done) {
        return;
      }
      why = outcome instanceof WriteOutcome.Trouble(String trouble) ? trouble : "a condition";
      if (content.size() <= limits.partBytes()) {
        break; // it was repeated already, as one request
      }
      Pause.of(limits.backoff().jitteredMillis(attempt, ThreadLocalRandom.current()));
    }
    throw new StoreAwayException("cannot write " + name + ": " + why);
  }

  private WriteOutcome write(ObjectName name, Content content, Condition condition)
      throws StoreException {
    String key = bucket.key(name.text());
    if (content.size() > limits.partBytes()) {
      return new LargeObject(limits, calls, key).write(content, condition);
    }
    S3Request request = S3Request.of("PUT", key).sending(S3Request.Body.of(bytes(name, content)));
    return switch (calls.call(condition.on(request))) {
      case S3Calls.Reply.Answered(S3Answer answer) -> {
        answer.close();
        yield WriteOutcome.of(answer);
      }
      case S3Calls.Reply.Trouble(String why) -> new WriteOutcome.Trouble(why);
    };
  }

  private static byte[] bytes(ObjectName name, Content content) throws StoreException {
    try (InputStream in = content.open()) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new StoreAwayException("cannot read the content of " + name, e);
    }
  }

  @Override
  public Got get(ObjectName name, ByteRange range, ETag etag) throws StoreException {
    return new Reads(bucket, limits, calls).get(bucket.key(name.text()), range, etag);
  }

  @Override
  public void delete(ObjectName name) throws StoreException {
    switch (calls.call(S3Request.of("DELETE", bucket.key(name.text())))) {
      case S3Calls.Reply.Answered(S3Answer answer) -> answer.close();
      case S3Calls.Reply.Trouble(String why) ->
          throw new StoreAwayException("cannot delete " + name + ": " + why);
    }
  }

  @Override
  public List<ListedObject> list(String prefix) throws StoreException {
    return new Listing(bucket, calls).list(prefix);
  }

  @Override
  public void close() {
    guard.close();
  }

  @Override
  public String toString() {
    return bucket.toString();
  }
}
