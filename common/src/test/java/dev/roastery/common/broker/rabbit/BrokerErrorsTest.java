package dev.roastery.common.broker.rabbit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class BrokerErrorsTest {

  @Test
  void whyThereIsNoConnectionIsSaidInWords() {
    assertThat(BrokerErrors.words(new ConnectException("Connection refused")))
        .isEqualTo("no connection (Connection refused)");
    assertThat(BrokerErrors.words(new IOException("outer", new UnknownHostException("rabbit"))))
        .isEqualTo("unknown host rabbit");
    assertThat(BrokerErrors.words(new SocketTimeoutException())).isEqualTo("no answer in time");
    assertThat(BrokerErrors.words(new TimeoutException())).isEqualTo("no answer in time");
    assertThat(BrokerErrors.words(new IOException(new EOFException())))
        .isEqualTo("the connection was closed");
    assertThat(BrokerErrors.words(new IOException())).isEqualTo("the connection was lost");
    assertThat(BrokerErrors.words(new IOException("Connection reset")))
        .isEqualTo("Connection reset");
  }
}
