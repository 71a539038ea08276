package dev.roastery.common.broker.rabbit;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.AuthenticationFailureException;
import com.rabbitmq.client.Method;
import com.rabbitmq.client.ProtocolVersionMismatchException;
import com.rabbitmq.client.ShutdownSignalException;
import dev.roastery.common.fault.Fatal;
import dev.roastery.common.fault.FatalReason;
import java.io.EOFException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Distinguishes problems that a person must fix, which are fatal, from problems that may pass,
 * which are all others.
 */
final class BrokerErrors {

  private BrokerErrors() {}

  /** What the broker says of a connection, or of whatever is done over one. */
  static Optional<Fatal> of(Throwable failure, String whileDoing) {
    return chain(failure).anyMatch(BrokerErrors::isRefused)
        ? Optional.of(fatal(FatalReason.BROKER_REFUSED, failure, whileDoing))
        : Optional.empty();
  }

  /** As {@link #of}, and over a channel that declares or publishes. */
  static Optional<Fatal> ofChannel(Throwable failure, String whileDoing) {
    return chain(failure).anyMatch(BrokerErrors::isMisconfigured)
        ? Optional.of(fatal(FatalReason.BROKER_MISCONFIGURED, failure, whileDoing))
        : of(failure, whileDoing);
  }

  /** That something is not there. */
  static boolean isMissing(Throwable failure) {
    return chain(failure).anyMatch(each -> code(each) == AMQP.NOT_FOUND);
  }

  /** That it belongs to another connection. */
  static boolean isLocked(Throwable failure) {
    return chain(failure).anyMatch(each -> code(each) == AMQP.RESOURCE_LOCKED);
  }

  /** The broker's own words, where there are some; otherwise what the innermost cause means. */
  static String words(Throwable failure) {
    return chain(failure)
        .map(BrokerErrors::brokersWords)
        .flatMap(Optional::stream)
        .findFirst()
        .orElseGet(() -> innermost(failure));
  }

  private static String innermost(Throwable failure) {
    Throwable cause = chain(failure).reduce(failure, (_, inner) -> inner);
    String message = cause.getMessage();
    return switch (cause) {
      case UnknownHostException _ -> "unknown host " + message;
      case ConnectException _ -> "no connection (" + message + ")";
      case SocketTimeoutException _, TimeoutException _ -> "no answer in time";
      case EOFException _ -> "the connection was closed";
      default -> message == null ? "the connection was lost" : message;
    };
  }

  // A limit of connections is reached also while the broker has not noticed the end of old ones.
  private static boolean isRefused(Throwable failure) {
    int code = code(failure);
    return failure instanceof AuthenticationFailureException
        || failure instanceof ProtocolVersionMismatchException
        || code == AMQP.ACCESS_REFUSED
        || (code == AMQP.NOT_ALLOWED && !words(failure).contains("limit"))
        || (failure instanceof SSLException && chain(failure).noneMatch(BrokerErrors::isCut));
  }

  private static boolean isMisconfigured(Throwable failure) {
    int code = code(failure);
    return code == AMQP.PRECONDITION_FAILED || code == AMQP.RESOURCE_LOCKED;
  }

  // A handshake that a dying broker or network cut off; it looks like one that was refused.
  private static boolean isCut(Throwable failure) {
    return failure instanceof EOFException
        || failure instanceof SocketException
        || failure instanceof SocketTimeoutException;
  }

  private static int code(Throwable failure) {
    return switch (reason(failure)) {
      case AMQP.Connection.Close close -> close.getReplyCode();
      case AMQP.Channel.Close close -> close.getReplyCode();
      case null, default -> 0;
    };
  }

  private static Optional<String> brokersWords(Throwable failure) {
    return switch (reason(failure)) {
      case AMQP.Connection.Close close -> Optional.of(close.getReplyText());
      case AMQP.Channel.Close close -> Optional.of(close.getReplyText());
      case null, default -> Optional.empty();
    };
  }

  private static @Nullable Method reason(Throwable failure) {
    return failure instanceof ShutdownSignalException signal ? signal.getReason() : null;
  }

  private static Fatal fatal(FatalReason reason, Throwable failure, String whileDoing) {
    return new Fatal(reason, whileDoing + ": " + words(failure), failure);
  }

  private static Stream<Throwable> chain(Throwable failure) {
    return Stream.iterate(failure, cause -> cause != null, Throwable::getCause).limit(20);
  }
}
