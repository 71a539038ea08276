package dev.roastery.gateway.jobs.upload.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.roastery.gateway.jobs.service.Refusal;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Where uploads compute. */
class UploadThreadsTest {

  private final UploadThreads threads = new UploadThreads();

  private static String isVirtual() {
    return Thread.currentThread().isVirtual() ? "virtual" : "platform";
  }

  @Test
  void anUploadHasAThreadOfTheSystemsAndItsResultComesBack() throws Exception {
    AtomicReference<String> kind = new AtomicReference<>();
    Thread request =
        Thread.startVirtualThread(() -> {
          try {
            kind.set(threads.run("upload", UploadThreadsTest::isVirtual));
          } catch (IOException e) {
            kind.set(e.toString());
          }
        });
    request.join();
    assertThat(kind).hasValue("platform");
  }

  @Test
  void whatItThrowsIsThrown() {
    assertThatThrownBy(() ->
            threads.run(
                "upload",
                () -> {
                  throw new IOException("gone");
                }))
        .isInstanceOf(IOException.class)
        .hasMessage("gone");
    Refusal refusal = new Refusal(Refusal.Kind.CONFLICT, "not now");
    assertThatThrownBy(() ->
            threads.run(
                "upload",
                () -> {
                  throw refusal;
                }))
        .isSameAs(refusal);
  }

  @Test
  void anInterruptedCallerWaitsForTheEndAndStaysInterrupted() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    AtomicReference<String> heard = new AtomicReference<>("nothing");
    Thread request =
        Thread.ofPlatform()
            .start(() -> {
              try {
                String result =
                    threads.run(
                        "upload",
                        () -> {
                          awaitEnd(end);
                          return "result";
                        });
                heard.set(result + ", interrupted: " + Thread.currentThread().isInterrupted());
              } catch (IOException e) {
                heard.set(e.toString());
              }
            });
    await().until(() -> request.getState() == Thread.State.WAITING);
    request.interrupt();
    assertThat(heard).hasValue("nothing");
    end.countDown();
    request.join();
    assertThat(heard).hasValue("result, interrupted: true");
  }

  private static void awaitEnd(CountDownLatch end) throws IOException {
    try {
      end.await();
    } catch (InterruptedException e) {
      throw new IOException("the upload was interrupted", e);
    }
  }

  @Test
  void manyAtOnceTakeNoMoreThreadsThanThereMayBe() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    AtomicInteger platform = new AtomicInteger();
    AtomicInteger all = new AtomicInteger();
    List<Thread> requests = new ArrayList<>();
    for (int number = 0; number < 300; number++) {
      requests.add(
          Thread.startVirtualThread(() -> {
            try {
              threads.run(
                  "upload",
                  () -> {
                    platform.addAndGet(Thread.currentThread().isVirtual() ? 0 : 1);
                    all.incrementAndGet();
                    awaitEnd(end);
                    return "";
                  });
            } catch (IOException e) {
              all.addAndGet(-1_000); // then there are never 300
            }
          }));
    }
    await().until(() -> all.get() == 300);
    assertThat(platform).hasValue(256);
    end.countDown();
    for (Thread request : requests) {
      request.join();
    }
    assertThat(threads.run("one more", UploadThreadsTest::isVirtual)).isEqualTo("platform");
    assertThat(all).hasValue(300);
  }
}
