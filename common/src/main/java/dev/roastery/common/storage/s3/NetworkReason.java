package dev.roastery.common.storage.s3;

import dev.roastery.common.storage.IoReason;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Why a store could not be spoken with, in words. */
final class NetworkReason {

  private NetworkReason() {}

  static String of(IOException e) {
    return switch (e) {
      case UnknownHostException unknown -> "the host " + unknown.getMessage() + " is not known";
      case SocketTimeoutException _ -> "it does not answer in time";
      case ConnectException _ -> "nothing listens there";
      case SSLException tls -> "TLS: " + tls.getMessage();
      default -> IoReason.of(e);
    };
  }

  /** Whether it is the store's certificate, which no other try makes better. */
  static boolean isCertificate(IOException e) {
    for (@Nullable Throwable at = e; at != null; at = at.getCause()) {
      if (at instanceof CertificateException) {
        return true;
      }
    }
    return false;
  }
}
