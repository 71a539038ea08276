package dev.roastery.gateway.http;

import java.io.IOException;
import java.io.OutputStream;

/** What a client gets: it may not make us wait for it for too long. */
final class ResponseBody extends OutputStream {

  private final OutputStream out;
  private final Turn turn;

  ResponseBody(OutputStream out, Turn turn) {
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
        Turn.Wait.ANSWER,
        () -> {
          out.write(bytes, from, length);
          return length;
        });
  }

  @Override
  public void flush() throws IOException {
    turn.during(
        Turn.Wait.ANSWER,
        () -> {
          out.flush();
          return 0;
        });
  }

  @Override
  public void close() throws IOException {
    turn.during(
        Turn.Wait.ANSWER,
        () -> {
          out.close();
          return 0;
        });
  }
}
