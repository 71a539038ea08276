package dev.roastery.common.storage.s3;

import dev.roastery.common.storage.object.Pause;
import dev.roastery.common.storage.object.StoreException;
import dev.roastery.common.storage.object.StoreRefusedException;
import dev.roastery.common.storage.s3.credentials.CredentialSource;
import dev.roastery.common.storage.s3.signature.SigningTime;
import java.io.IOException;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one place where requests are repeated. After trouble, a request that may be is sent again,
 * with growing pauses; a create is not, and its caller is told of the trouble. A request that was
 * refused for its time or for old credentials has had no effect, and is sent again with better
 * ones, also a create.
 */
final class S3Calls {

  private static final Logger LOG = LoggerFactory.getLogger(S3Calls.class);

  /** What has come of a request. */
  sealed interface Reply {

    /** To be closed by the caller. */
    record Answered(S3Answer answer) implements Reply {}

    /** It may have been done, and may still be. */
    record Trouble(String why) implements Reply {}
  }

  private final S3Bucket bucket;
  private final S3Limits limits;
  private final Exchange exchange;
  private final CredentialSource credentials;
  private final SigningTime time;

  S3Calls(
      S3Bucket bucket,
      S3Limits limits,
      Exchange exchange,
      CredentialSource credentials,
      SigningTime time) {
    this.bucket = bucket;
    this.limits = limits;
    this.exchange = exchange;
    this.credentials = credentials;
    this.time = time;
  }

  Reply call(S3Request request) throws StoreException {
    for (int attempt = 1; ; attempt++) {
      Reply reply = once(request);
      if (!(reply instanceof Reply.Trouble(String why))
          || !request.mayBeRepeated()
          || attempt >= limits.attempts()) {
        return reply;
      }
      LOG.debug("{} {}: {}; attempt {}", request.method(), request.key(), why, attempt);
      Pause.of(limits.backoff().jitteredMillis(attempt, ThreadLocalRandom.current()));
    }
  }

  /** With better credentials or a better time, if the store refuses it for these. */
  private Reply once(S3Request request) throws StoreException {
    boolean isRenewed = false;
    boolean isTimed = false;
    while (true) {
      Sent sent = send(request);
      switch (sent.verdict()) {
        case AnswerVerdict.Trouble(String why) -> {
          return new Reply.Trouble(why);
        }
        case AnswerVerdict.Refused(StoreException why) -> throw why;
        case AnswerVerdict.Final() -> {
          return sent.reply();
        }
        case AnswerVerdict.OldCredentials(StoreException otherwise) -> {
          if (isRenewed) {
            throw otherwise;
          }
          isRenewed = true;
          credentials.renew();
        }
        case AnswerVerdict.WrongTime(StoreException otherwise) -> {
          if (isTimed || !time.learn(sent.date())) {
            throw otherwise;
          }
          isTimed = true;
          LOG.warn(
              "the clock of this machine and that of {} differ: requests carry the store's",
              bucket);
        }
      }
    }
  }

  /** A request that was sent, and what it has come to. */
  private record Sent(AnswerVerdict verdict, Reply reply, String date) {}

  private Sent send(S3Request request) throws StoreException {
    Exchange.Signer signer = new Exchange.Signer(credentials.current(), bucket.region(), time);
    try {
      S3Answer answer = exchange.send(request, signer);
      AnswerVerdict verdict = AnswerVerdict.of(answer, bucket);
      if (!(verdict instanceof AnswerVerdict.Final)) {
        answer.close();
      }
      return new Sent(verdict, new Reply.Answered(answer), answer.header("Date"));
    } catch (IOException e) {
      if (NetworkReason.isCertificate(e)) {
        throw new StoreRefusedException(
            "the certificate of " + bucket.endpoint() + " is not trusted: " + NetworkReason.of(e),
            e);
      }
      AnswerVerdict.Trouble trouble =
          new AnswerVerdict.Trouble(bucket.endpoint() + ": " + NetworkReason.of(e));
      return new Sent(trouble, new Reply.Trouble(trouble.why()), "");
    }
  }
}
