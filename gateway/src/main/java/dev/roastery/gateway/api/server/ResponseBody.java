package dev.roastery.gateway.api.server;

import java.io.IOException;
import java.io.OutputStream;

/** What a client gets: it may not make us wait for it for too long. */
final class ResponseBody extends OutputStream {

  private final OutputStream out;
  private final ClientWait turn;

  ResponseBody(OutputStream out, ClientWait turn) {
    this.out = out;
    this.turn = turn;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    turn.during(
        ClientWait.Wait.ANSWER,
        () -> {
          out.write(bytes, from, length);
          return length;
        });
  }

  @Override
  public void flush() throws IOException {
    turn.during(
        ClientWait.Wait.ANSWER,
        () -> {
          out.flush();
          return 0;
        });
  }

  @Override
  public void close() throws IOException {
    turn.during(
        ClientWait.Wait.ANSWER,
        () -> {
          out.close();
          return 0;
        });
  }
}
